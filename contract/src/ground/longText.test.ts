import { describe, test } from 'vitest';
import * as z from 'zod';

import { nothing } from './operation.ts';
import { operations } from '../operations.ts';

/** Texts that make a careless pattern backtrack: one piece many times, and an end that fits nothing. */
const PIECES = ['a', '1', ' ', '-', '@', 'a@', 'a.', '%', '(', '"', '\u0905', '\n', '1:', '=', '0.'];
const LENGTH = 500_000;
const TEXTS = PIECES.map((piece) => `${piece.repeat(LENGTH / piece.length)}\u0000!`);

/** Each field once, including those of lines, because many calls share a field. */
const fields = new Map<z.core.$ZodType, string>();
function collect(schema: z.core.$ZodType, name: string): void {
  if (schema instanceof z.ZodObject) for (const [key, field] of Object.entries(schema.shape)) collect(field, `${name}, ${key}`);
  else if (schema instanceof z.ZodArray) collect(schema.element, name);
  else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    collect(schema.unwrap(), name);
  else if (schema instanceof z.ZodPipe && (schema.out instanceof z.ZodObject || schema.out instanceof z.ZodArray))
    collect(schema.out, name);
  else fields.set(schema, name);
}
for (const { id, body, query } of operations) for (const schema of [body, query]) if (schema !== nothing) collect(schema, id);

/** A pattern that needs quadratic time takes minutes here, and the test fails by its timeout; a linear one takes milliseconds. */
describe('a long text in any field is read in time that grows linearly', () => {
  test.each(Array.from(fields, ([field, name]) => [name, field] as const))('in %s', (_, field) => {
    for (const text of TEXTS) z.safeParse(field, text);
  });
});
