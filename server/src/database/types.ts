import pg from 'pg';

const { builtins, getTypeParser } = pg.types;

/** The driver names scalar types only: these are pg_type's OIDs of arrays. */
const textArray = 1009 as typeof builtins.TEXT;
const int8Array = 1016;
const dateArray = 1182;
const numericArray = 1231;

const texts: (text: string) => (string | null)[] = getTypeParser(textArray);

/** Overrides of the driver: dates stay text `YYYY-MM-DD`, numeric stays text for Decimal, and int8 becomes a number. */
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

/** @throws RangeError past 2^53; select such a column as text. */
function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number exactly: select it as text`);
  return value;
}

export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (format === 'binary' ? undefined : parsers.get(oid)) ?? getTypeParser(oid, format),
};
