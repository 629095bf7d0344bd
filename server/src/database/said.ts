import { say, type Values } from '@aapurti/contract/ground/template';
import sql, { join, type Sql } from 'sql-template-tag';

/** Stands before a message with its values, so that it is no text of a row. */
const MARK = '\u0002';

type Told = readonly [message: string, values: Readonly<Record<string, Values[string] | Told>>];

/** A message with its values as JSON: a value of another message. The statement's own expressions are the values. */
export const saidIn = (message: string, values: Readonly<Record<string, Sql>>): Sql =>
  sql`json_build_array(${message}::text, json_build_object(${join(Object.entries(values).map(([name, value]) => sql`${name}::text, ${value}`))}))`;

/** A message with its values that a statement yields in place of a text: `finished` makes it one, with the words that a form uses too. */
export const said = (message: string, values: Readonly<Record<string, Sql>>): Sql => sql`(${MARK} || ${saidIn(message, values)}::text)`;

/** The text that a statement yields: whole, or as a message with its values. */
export const finished = (text: string): string => (text.startsWith(MARK) ? sayAll(JSON.parse(text.slice(1)) as Told) : text);

function sayAll([message, values]: Told): string {
  return say(
    message,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        Array.isArray(value) ? sayAll(value as unknown as Told) : (value as Values[string]),
      ]),
    ),
  );
}
