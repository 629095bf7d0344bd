// `pg` looks for what has to be escaped in every value of an array: of a sheet's numbers that is as long as checking them takes.

/** An array for PostgreSQL of values without blanks, quotes, commas, braces and backslashes: numbers, ids, days. */
export function plainArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => value ?? 'null').join()}}`;
}

/** An array for PostgreSQL of any texts. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'null' : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`)).join()}}`;
}
