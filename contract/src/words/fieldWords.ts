import { commentFields } from './commentFields.ts';
import { everyCallFields } from './everyCallFields.ts';
import { integrationFields } from './integrationFields.ts';
import { invoiceFields } from './invoiceFields.ts';
import { orderFields } from './orderFields.ts';
import { productFields } from './productFields.ts';
import { settingsFields } from './settingsFields.ts';
import { signInFields } from './signInFields.ts';

type FieldWords = Readonly<Record<string, string | readonly [words: string, example: unknown]>>;

/** The parts of the table, by domain. No name is in two of them. */
export const FIELD_PARTS: readonly FieldWords[] = [
  everyCallFields,
  signInFields,
  integrationFields,
  commentFields,
  productFields,
  invoiceFields,
  orderFields,
  settingsFields,
];

/**
 * The description of a field by its name in the API: its meaning, and an example. A name with another meaning in one place has a second
 * entry under `place.name`, or `place|other.name` for several places. The place is the ID of a call or its beginning, the name of a schema,
 * the field that contains it, or `sent` for requests.
 *
 * Switches, choices and fields with fields of their own need no example. In responses, an example that is a date or time states that the
 * field always contains one. The screens do not load this, and the schemas do not repeat it.
 */
export const fieldWords: FieldWords = Object.fromEntries(
  FIELD_PARTS.flatMap((part) => Object.entries(part).flatMap(([entry, words]) => namesOf(entry).map((name) => [name, words]))),
);

/** The names that an entry of the table stands for: `place.name` for each of its places. */
export function namesOf(entry: string): string[] {
  const [, places, name] = /^(.+)(\.[^.]+)$/.exec(entry) ?? [];
  return places === undefined ? [entry] : places.split('|').map((place) => `${place}${name}`);
}
