import sql, { type Sql } from 'sql-template-tag';

/** A text of the contract whose places, such as {order}, the database fills: the same words as elsewhere. */
export function said(text: string, values: Readonly<Record<string, Sql>>): Sql {
  return Object.entries(values).reduce((filled, [name, value]) => sql`replace(${filled}, ${`{${name}}`}, ${value})`, sql`${text}::text`);
}
