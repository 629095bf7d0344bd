import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { nothing } from './operation.ts';
import { operations } from '../operations.ts';

/** The texts that make a careless pattern go back and forth: one piece many times, and an end that fits nothing. */
const PIECES = ['a', '1', ' ', '-', '@', 'a@', 'a.', '%', '(', '"', '\u0905', '\n', '1:', '=', '0.'];
const LENGTH = 500_000;
const TEXTS = PIECES.map((piece) => `${piece.repeat(LENGTH / piece.length)}\u0000!`);

const fieldsOf = (schema: z.ZodType) => Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {});
const schemas = operations.flatMap(({ id, body, query }) =>
  [[`${id}, body`, body] as const, [`${id}, query`, query] as const].filter(
    ([, schema]) => schema !== nothing && fieldsOf(schema).length > 0,
  ),
);

/**
 * A pattern that takes the square of a text's length takes minutes here, and fails the test by its time; one that reads it once takes
 * milliseconds.
 */
describe('a long text in any field is read in a time that grows as it does', () => {
  test.each(schemas)('%s', (_, schema) => {
    for (const field of fieldsOf(schema)) for (const text of TEXTS) schema.safeParse({ [field]: text });
    expect(fieldsOf(schema).length).toBeGreaterThan(0);
  });
});
