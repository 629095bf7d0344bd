import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));
const QUERY = /sql`((?:[^`$]|\$(?!\{)|\$\{(?:[^`{}]|`[^`]*`|\{[^{}]*\})*\})*)`/g;

/** A query and its subqueries, each with `<>` in place of its own subqueries. */
function levelsOf(query: string): string[] {
  const levels: string[] = [];
  let rest = query;
  for (let inner = /\(([^()]*)\)/.exec(rest); inner !== null; inner = /\(([^()]*)\)/.exec(rest)) {
    levels.push(inner[1] ?? '');
    rest = `${rest.slice(0, inner.index)}<>${rest.slice(inner.index + inner[0].length)}`;
  }
  return [...levels, rest];
}

/** The names of output columns that convert another type to text and that the same query sorts by. */
function sortedAsText(query: string): string[] {
  const made = [...query.matchAll(/(\w+)::text(?:\s+as "?(\w+)"?)?(?=\s*,|\s+from\b)|#>> '\{\}' as "?(\w+)"?/g)];
  return made
    .map(([, column, alias, other]) => other ?? alias ?? column ?? '')
    .filter((name) => new RegExp(String.raw`\border by (?:[^,]+, )*"?${name}"?\b(?![.(])`).test(query.replaceAll(/\s+/g, ' ')));
}

test('finds columns sorted as text', () => {
  expect(levelsOf('select a, (select id::text from b) from c').flatMap(sortedAsText)).toEqual([]);
  expect(sortedAsText('select id::text from invoices order by id limit 2')).toEqual(['id']);
  expect(sortedAsText('select place, number::text as number from invoices order by place, number')).toEqual(['number']);
  expect(sortedAsText('select id::text, number from invoices order by invoices.id')).toEqual([]);
  expect(sortedAsText('select id::text as _id from invoices order by id')).toEqual([]);
});

// An unqualified name in ORDER BY means the output column first, so 10 would come before 9, and rows would be locked in another order than
// elsewhere.
test('no query sorts by the text of a number or a time', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const found = files.flatMap((file) =>
    [...readFileSync(join(SOURCE, file), 'utf8').matchAll(QUERY)].flatMap(([, query = '']) =>
      levelsOf(query)
        .flatMap(sortedAsText)
        .map((name) => `${file}: ${name}`),
    ),
  );
  expect(found).toEqual([]);
});
