import { FIELD_PARTS, fieldWords, namesOf } from '@aapurti/contract/words/fieldWords';
import { operations } from '@aapurti/contract/operations';
import { expect, test } from 'vitest';

import { hasFields, type Json, type Schema, wordsInUse } from '../src/http/openapi/schemas.ts';
import { docsPage } from '../src/http/openapi/docs.ts';
import { document, problemOf } from './describedSchemas.ts';

interface Described {
  where: string;
  schema: Schema;
  description: unknown;
  examples: Json[];
}

/** Every field and parameter of the document. */
const described: Described[] = [];
/** The complete responses in the document. */
const answers: { where: string; schema: Schema; example: Json }[] = [];

(function look(value: Json, where: string): void {
  if (Array.isArray(value)) return value.forEach((item, index) => look(item, `${where}/${index}`));
  if (typeof value !== 'object' || value === null) return;
  if (typeof value['in'] === 'string' && value['schema'] !== undefined)
    described.push({
      where: `${where} ${JSON.stringify(value['name'])}`,
      schema: value['schema'] as Schema,
      description: value['description'],
      examples: value['example'] === undefined ? [] : [value['example']],
    });
  else if (value['schema'] !== undefined && value['example'] !== undefined)
    answers.push({ where, schema: value['schema'] as Schema, example: value['example'] });
  for (const [key, item] of Object.entries(value)) {
    if (key === 'example' || key === 'examples') continue;
    if (key === 'properties')
      for (const [name, schema] of Object.entries(item as Record<string, Schema>))
        described.push({
          where: `${where} ${name}`,
          schema,
          description: schema['description'],
          examples: (schema['examples'] ?? []) as Json[],
        });
    look(item, `${where}/${key}`);
  }
})(document, '');

test('every field and parameter has a description', () => {
  expect(described.length).toBeGreaterThan(1000);
  expect(described.filter(({ description }) => typeof description !== 'string' || description === '').map(({ where }) => where)).toEqual(
    [],
  );
});

test('every field and parameter without fields of its own has an example', () => {
  const bare = described.filter(({ schema, examples }) => examples.length === 0 && schema['format'] !== 'binary' && !hasFields(schema));
  expect(bare.map(({ where }) => where)).toEqual([]);
});

test('every example is valid', () => {
  expect(problemOf({ type: ['string', 'null'], format: 'date' }, '31-02-2026')).not.toBeNull();
  const wrong = described.flatMap(({ where, schema, examples }) =>
    examples.map((example) => [where, problemOf(schema, example)]).filter(([, problem]) => problem !== null),
  );
  expect(wrong).toEqual([]);
  expect(answers.length).toBeGreaterThan(40);
  expect(
    answers.map(({ where, schema, example }) => [where, problemOf(schema, example)]).filter(([, problem]) => problem !== null),
  ).toEqual([]);
});

test('the table of descriptions has no entry without a field', () => {
  expect(Object.keys(fieldWords).filter((name) => !wordsInUse.has(name))).toEqual([]);
});

test('no field has descriptions in two entries of the table', () => {
  const names = FIELD_PARTS.flatMap((part) => Object.keys(part).flatMap(namesOf));
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

test('every 201 response has a description and an example', () => {
  const paths = document['paths'] as Record<string, Record<string, { responses: Record<string, Schema> }>>;
  const meant = operations
    .filter(({ replies }) => 201 in replies)
    .map(({ path, method }) => paths[path]?.[method.toLowerCase()]?.responses['201']);
  expect(meant.length).toBeGreaterThan(40);
  expect(new Set(meant.map((answer) => answer?.['description']))).toEqual(
    new Set([
      'Nothing found: the list is empty.',
      'Rejected: the file has errors, and nothing was saved.',
      "Rejected: the EAN does not match exactly one of the buyer's items.",
      'Rejected: another user has this e-mail address or mobile number.',
    ]),
  );
  expect(meant.filter((answer) => !JSON.stringify(answer).includes('"example":'))).toEqual([]);
});

test('the page has an anchor, a curl line and the errors of each call, and every link works', () => {
  const page = docsPage(document);
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(operations.filter(({ id }) => !ids.includes(id))).toEqual([]);
  expect([...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id).filter((id) => !ids.includes(id))).toEqual([]);
  for (const { id } of operations) expect(page).toContain(`aria-label="curl for ${id}">curl`);
  expect(page.match(/<dt>503<\/dt>/g)).toHaveLength(operations.length);
});
