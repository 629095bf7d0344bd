import { fieldWords } from '@aapurti/contract/words/fieldWords';
import { wireName } from '@aapurti/contract/ground/wire';
import * as z from 'zod';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export interface Schema {
  [key: string]: Json;
}

/** The named schemas of the contract, in the order of their use. */
const records = new Map<string, Schema>();
/** The entries of a field in the table of texts. */
const used = new Set<string>();

export function startSchemas(): void {
  records.clear();
  used.clear();
}

export function namedSchemas(): Schema {
  return Object.fromEntries([...records].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The entries in use, so that a test finds unused ones in the table. */
export const wordsInUse: ReadonlySet<string> = used;

const COMPONENTS = '#/components/schemas/';

/**
 * The schema under the API's names, with the texts and examples of its fields. A named schema becomes a reference to the components.
 * @param places its location, outermost first, for example a group of calls and a call; `fieldWords` may have texts for one of them.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', places: readonly string[]): Schema {
  const { $schema: _, $defs = {}, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema;
  for (const [name, { id: _id, ...described }] of Object.entries($defs as Record<string, Schema>)) keep(name, described, io);
  const { id, ...described } = made;
  if (typeof id !== 'string') return toWire(made, io, places) as Schema;
  keep(id, described, io);
  return { $ref: COMPONENTS + id };
}

function keep(name: string, schema: Schema, io: 'input' | 'output'): void {
  const made = toWire(schema, io, [name]) as Schema;
  const earlier = records.get(name);
  if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(made)) throw new Error(`Two schemas are called ${name}.`);
  records.set(name, made);
}

function toWire(value: Json, io: 'input' | 'output', places: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((item) => toWire(item, io, places));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]): [string, Json][] => {
      if (key === 'properties')
        return [[key, Object.fromEntries(Object.entries(item as Schema).map(([name, inner]) => field(wireName(name), inner, io, places)))]];
      if (key === 'required') return [[key, (item as string[]).map(wireName)]];
      if (key === '$ref') return [[key, typeof item === 'string' ? item.replace('#/$defs/', COMPONENTS) : item]];
      // Later versions may add fields to a response.
      if (key === 'additionalProperties' && item === false) return [];
      return [[key, toWire(item, io, places)]];
    }),
  );
}

function field(name: string, schema: Json, io: 'input' | 'output', places: readonly string[]): [string, Schema] {
  return [name, worded(name, toWire(schema, io, [...places, name]) as Schema, io, places)];
}

/** A field or parameter with its text and, if it has no fields of its own, an example. */
export function worded(name: string, schema: Schema, io: 'input' | 'output', places: readonly string[]): Schema {
  const entry =
    [...(io === 'input' ? ['sent'] : []), ...places]
      .toReversed()
      // A record uses the texts of the calls with its name: `Scheme` uses those of `scheme`.
      .flatMap((place) => [place, place.replace(/^[A-Z]/, (letter) => letter.toLowerCase())])
      .map((place) => `${place}.${name}`)
      .find((each) => each in fieldWords) ?? name;
  const words = fieldWords[entry];
  if (words === undefined) return schema;
  used.add(entry);
  const [description, example] = typeof words === 'string' ? [words, undefined] : words;
  const { type: _type, format: _format, ...rest } = schema;
  const examples = exampleOf(schema, example as Json | undefined);
  const format = io === 'output' && schema['format'] === undefined && isText(schema) ? formatOf(example) : undefined;
  return {
    ...(schema['type'] !== undefined && { type: schema['type'] }),
    ...((schema['format'] ?? format) !== undefined && { format: schema['format'] ?? format ?? null }),
    description,
    ...rest,
    ...(examples !== undefined && { examples: [examples] }),
  };
}

const isText = ({ type, enum: words }: Schema) => words === undefined && [type].flat().includes('string');

/** A response field whose example is a date or time always contains one. */
function formatOf(example: unknown): string | undefined {
  if (typeof example !== 'string') return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(example)) return 'date';
  return /^\d{4}-\d{2}-\d{2}T/.test(example) ? 'date-time' : undefined;
}

function exampleOf(schema: Schema, example: Json | undefined): Json | undefined {
  if (schema['format'] === 'binary' || hasFields(schema)) return undefined;
  if (schema['const'] !== undefined) return schema['const'];
  if (schema['type'] === 'array') {
    const one = exampleOf((schema['items'] ?? {}) as Schema, example);
    return Array.isArray(one) ? one : one === undefined ? undefined : [one];
  }
  const words = choices(schema);
  if (words !== undefined) return example !== undefined && words.includes(example) ? example : words[0];
  return example ?? (schema['type'] === 'boolean' ? true : undefined);
}

function choices({ enum: words, anyOf }: Schema): Json[] | undefined {
  if (words !== undefined) return words as Json[];
  return (anyOf as Schema[] | undefined)?.map(choices).find((each) => each !== undefined);
}

/** Fields have examples of their own. */
export function hasFields(schema: Schema): boolean {
  if (schema['properties'] !== undefined || schema['$ref'] !== undefined) return true;
  if (schema['items'] !== undefined) return hasFields(schema['items'] as Schema);
  return ((schema['anyOf'] ?? []) as Schema[]).some(hasFields);
}
