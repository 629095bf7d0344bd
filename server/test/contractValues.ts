/** Valid values of the contract's fields, generated from their schemas. */
import { itemsOf } from '@aapurti/contract/ground/fields';
import type { Operation } from '@aapurti/contract/ground/operation';
import { operations } from '@aapurti/contract/operations';
import { wireName } from '@aapurti/contract/ground/wire';
import * as z from 'zod';

export function operationOf(id: string): Operation {
  const found = operations.find((each) => each.id === id);
  if (found === undefined) throw new Error(`The contract has no operation ${id}.`);
  return found;
}

interface JsonField {
  type?: string | string[];
  format?: string;
  maxLength?: number;
  enum?: string[];
}

/** The JSON schema of each field of a body or query, by the field's name in the API. */
export function declaredFields(schema: z.ZodType): Map<string, JsonField> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, JsonField> };
  return new Map(Object.entries(properties).map(([name, field]) => [wireName(name), field]));
}

/** The schemas of an object's fields by their names in the API, even if the object is refined or preprocessed. */
function shapeOf(schema: z.ZodType): Map<string, z.ZodType> {
  const { shape, out } = schema.def as { shape?: Record<string, z.ZodType>; out?: z.ZodType };
  if (shape !== undefined) return new Map(Object.entries(shape).map(([name, field]) => [wireName(name), field]));
  return out === undefined ? new Map() : shapeOf(out);
}

/** The schema of the lines of a body. */
export function lineOf(body: z.ZodType): z.ZodType {
  const lines = shapeOf(body).get('lines');
  if (lines === undefined) throw new Error('The body has no lines.');
  return itemsOf.get(lines) ?? (lines as z.ZodArray<z.ZodType>).element;
}

/**
 * A body that fills every field, each with a value that no other field has. @param generation 1, 2, …: a body of another generation differs
 * in every field. @param known values of fields with a meaning: an EAN, a tax number. Null omits the field.
 */
export function filledBody(schema: z.ZodType, generation: number, known: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shape = shapeOf(schema);
  const entries = [...declaredFields(schema)].map(([name, declared], index): [string, unknown] => {
    if (name in known) return [name, known[name]];
    const field = shape.get(name) ?? z.unknown();
    const value = candidates(name, declared, generation, index).find((each) => field.safeParse(each).success);
    if (value === undefined) throw new Error(`No value is valid for the field ${name}: add one to the test's values.`);
    return [name, value];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

const GENERATION_FIELDS = 40;

function candidates(name: string, { type, format, maxLength = 200, enum: words }: JsonField, generation: number, place: number): unknown[] {
  if (words !== undefined) return [words[(generation - 1) % words.length]];
  if (type === 'boolean') return [generation % 2 === 1];
  const serial = (generation - 1) * GENERATION_FIELDS + place + 2;
  if (format === 'date') return [`${2020 + generation}-0${1 + Math.floor(place / 28)}-${String(1 + (place % 28)).padStart(2, '0')}`];
  return [`${name} ${serial}`.slice(-maxLength), serial + 0.25, String(7_000_000 + serial), serial];
}

/** The value as text, independent of how the API or a workbook writes it: 5.50 equals '5.5', and a date equals its midnight. */
export function plain(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^-?[1-9]?\d{0,14}(\.\d+)?$/.test(text) ? String(Number(text)) : text;
}
