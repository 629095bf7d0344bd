import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { say, type Values } from '@aapurti/contract/ground/template';
import sql, { empty, join, type Sql } from 'sql-template-tag';

/** The mark before a message with values, which distinguishes it from the text of a row. */
const MARK = '\u0002';

type Told = readonly [message: string, values: Readonly<Record<string, Values[string] | Told | Rupees | Day>>, code?: string];
interface Rupees {
  readonly rupees: string;
}
interface Day {
  readonly day: string;
}

/** An amount as a value in a message; `finished` formats it like every other amount of the portal. */
export const rupeesIn = (amount: Sql): Sql => sql`json_build_object('rupees', ${amount}::text)`;

/** A date as a value in a message; `finished` formats it like every other date of the portal. */
export const dayIn = (day: Sql): Sql => sql`json_build_object('day', (${day})::date::text)`;

/** A message with its values as JSON, used as a value in another message. The values are expressions of the statement itself. */
export function saidIn(message: string, values: Readonly<Record<string, Sql>>, code?: string): Sql {
  const filled = Object.entries(values).map(([name, value]) => sql`${name}::text, ${value}`);
  const named = code === undefined ? empty : sql`, ${code}::text`;
  return sql`json_build_array(${message}::text, json_build_object(${filled.length === 0 ? empty : join(filled)})${named})`;
}

/**
 * A message with its values that a statement returns instead of a text. `finished` formats it with the same texts that a form uses.
 * @param code the name of the rule, for programs.
 */
export const said = (message: string, values: Readonly<Record<string, Sql>>, code?: string): Sql =>
  sql`(${MARK} || ${saidIn(message, values, code)}::text)`;

/** The code that a statement returns with a message; undefined if it has none. */
export const codeIn = (text: string): string | undefined => (text.startsWith(MARK) ? (JSON.parse(text.slice(1)) as Told)[2] : undefined);

/** The text that a statement returns, either complete or as a message with its values. */
export const finished = (text: string): string => (text.startsWith(MARK) ? sayAll(JSON.parse(text.slice(1)) as Told) : text);

function sayAll([message, values]: Told): string {
  return say(
    message,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        isTold(value) ? sayAll(value) : isRupees(value) ? showMoney(value.rupees) : isDay(value) ? showDate(value.day) : value,
      ]),
    ),
  );
}

const isTold = (value: unknown): value is Told => Array.isArray(value);
const isDay = (value: unknown): value is Day => typeof value === 'object' && value !== null && 'day' in value;
const isRupees = (value: unknown): value is Rupees => typeof value === 'object' && value !== null && 'rupees' in value;
