import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';

import { parseAst } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

const LENGTH = 100_000;
/** A pattern that reads such a text once needs some milliseconds; one that restarts at each of its letters needs many seconds. */
const ENOUGH_MILLISECONDS = 2_000;
/** The number of a pattern's letters that are repeated, alone and in pairs. */
const LETTERS = 12;

/** Every regular expression in the source of the portal, with its file. */
function patterns(): Map<string, { pattern: RegExp; file: string }> {
  const files = execFileSync('git', ['ls-files', 'contract/src', 'server/src', 'web/src'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  const found = new Map<string, { pattern: RegExp; file: string }>();
  for (const file of files) {
    const parsed = parseAst(readFileSync(join(root, file), 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file);
    JSON.stringify(parsed, (_name, node: unknown) => {
      const { pattern, flags } = (node as { regex?: { pattern: string; flags: string } } | null)?.regex ?? {};
      if (pattern !== undefined) found.set(`/${pattern}/${flags}`, { pattern: new RegExp(pattern, flags), file });
      // JSON has no form for the value of a literal such as 10n.
      return typeof node === 'bigint' ? String(node) : node;
    });
  }
  return found;
}

/** Long texts of repeated pieces of the pattern, before a character that it does not match. */
function attacks({ source }: RegExp): string[] {
  const literal = source.replaceAll(/\\[a-zA-Z]\{?|[[\](){}^$*+?|\\]/g, '');
  const letters = [...new Set([' ', '\n', 'a', '0', '.', ...literal])].slice(0, LETTERS);
  const repeated = letters.flatMap((one) => [one, ...letters.filter((other) => other !== one).map((other) => one + other)]);
  const start = /^\^?([\w<@"' -]*)/.exec(source)?.[1] ?? '';
  return repeated.flatMap((piece) => [...new Set(['', start])].map((first) => `${first}${piece.repeat(LENGTH / piece.length)}\u0001`));
}

test('every regular expression takes time linear in the length of its text', () => {
  const found = patterns();
  expect(found.size).toBeGreaterThan(100);
  // A pattern that does not end can be stopped in a separate context.
  const context = createContext({ pattern: /a/, texts: [''] });
  const replace = new Script("for (const text of texts) text.replace(pattern, '')");
  const isQuick = (pattern: RegExp, texts: string[]) => {
    Object.assign(context, { pattern, texts });
    try {
      replace.runInContext(context, { timeout: ENOUGH_MILLISECONDS });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      return false;
    }
  };
  const slow: string[] = [];
  for (const [name, { pattern, file }] of found) {
    const texts = attacks(pattern);
    // Nearly all patterns read all texts within the time that one may take.
    if (!isQuick(pattern, texts) && !texts.every((text) => isQuick(pattern, [text]))) slow.push(`${file}: ${name}`);
  }
  expect(slow).toEqual([]);
});
