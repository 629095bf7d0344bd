import { wireName } from '@aapurti/contract/ground/wire';
import * as z from 'zod';

interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
}

const shapes = new WeakMap<z.ZodType, Shape>();

/** The submitted fields that the schema does not have, under the API's names, for example `lines.0.colour`. */
export function unknownFields(schema: z.ZodType, given: unknown): string[] {
  let shape = shapes.get(schema);
  if (shape === undefined) {
    shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
    shapes.set(schema, shape);
  }
  return unknownIn(shape, given, []);
}

function unknownIn(shape: Shape, value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) {
    const { items } = shape;
    return items === undefined ? [] : value.flatMap((each, index) => unknownIn(items, each, [...path, String(index)]));
  }
  if (typeof value !== 'object' || value === null) return [];
  const branches = shape.anyOf ?? shape.oneOf ?? shape.allOf;
  if (branches !== undefined) {
    // A field of any branch is known.
    const [first = [], ...others] = branches.map((branch) => unknownIn(branch, value, path));
    return first.filter((name) => others.every((unknown) => unknown.includes(name)));
  }
  const { properties } = shape;
  if (properties === undefined) return [];
  const known = new Map(Object.entries(properties).map(([name, inner]) => [wireName(name), inner]));
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = known.get(name);
    return field === undefined ? [[...path, name].join('.')] : unknownIn(field, inner, [...path, name]);
  });
}

const NAMES_MAX = 20;
const NAME_MAX = 60;

/** The names for a header: at most 20, percent-encoded if a header could not contain them. */
export function headerOf(names: readonly string[]): string {
  return (
    names
      .slice(0, NAMES_MAX)
      // The encoding works on bytes, because half of a surrogate pair cannot be encoded.
      .map((name) => encodeURIComponent(Buffer.from(name.slice(0, NAME_MAX)).toString()))
      .join(', ')
  );
}

/** True if unknown fields are rejected (RFC 7240). API keys request it by default. */
export function isStrict(prefer: string | string[] | undefined, isKey: boolean): boolean {
  const handling = /(?:^|[\s,;])handling\s*=\s*"?(strict|lenient)"?/i.exec([prefer ?? ''].flat().join(','))?.[1]?.toLowerCase();
  return handling === undefined ? isKey : handling === 'strict';
}
