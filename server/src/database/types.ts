import pg from 'pg';

const { builtins, getTypeParser } = pg.types;

/** The driver names the types of single values only; these are pg_type's numbers of their arrays. */
const textArray = 1009 as typeof builtins.TEXT;
const int8Array = 1016;
const dateArray = 1182;
const numericArray = 1231;

const texts: (text: string) => (string | null)[] = getTypeParser(textArray);

/**
 * How values come out of PostgreSQL where the driver's own way is wrong here: a date has no time and no zone, so it
 * stays the text YYYY-MM-DD; numeric stays text until Decimal takes it (also in arrays, which the driver turns into
 * floats); int8 (every count) is a number. A timestamptz is a Date, as the driver has it.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.DATE, asText],
  [builtins.INT8, wholeNumber],
  [int8Array, (text) => texts(text).map((each) => (each === null ? null : wholeNumber(each)))],
  [dateArray, texts],
  [numericArray, texts],
]);

function asText(text: string) {
  return text;
}

/** @throws RangeError past 2^53: a number that silently changed would be worse. Select such a column as text. */
function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number exactly: select it as text`);
  return value;
}

export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (format === 'binary' ? undefined : parsers.get(oid)) ?? getTypeParser(oid, format),
};
