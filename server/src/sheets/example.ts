import type { Columns } from './columns.ts';

/** The template's example as an upload reads it, or the heading of the column whose example is wrong. */
export function readExample(columns: Columns): { readonly row: Record<string, unknown> } | { readonly wrong: string } {
  const row: Record<string, unknown> = {};
  for (const [field, column] of Object.entries(columns)) {
    const found = column.example === '' ? { value: column.empty } : column.read(column.example);
    if ('error' in found || (column.required && column.example === '')) return { wrong: column.heading };
    row[field] = found.value;
  }
  return { row };
}

export function isExample(row: Readonly<Record<string, unknown>>, example: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(example).every((field) => String(row[field]) === String(example[field]));
}
