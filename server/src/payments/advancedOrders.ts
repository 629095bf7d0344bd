import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { showDate } from '@aapurti/contract/ground/fields';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';

/** An order that a number can refer to. */
export interface NumberedOrder {
  id: string;
  number: string;
  day: string;
}

/** Orders by the names of `nameOf`. */
export type NamedOrders = ReadonlyMap<string, readonly NumberedOrder[]>;

const nameOf = (owner: string, number: string) => `${owner} ${codeKey(number)}`;

/** The orders that advances of a sheet or of the buyer's system name, by vendor and number. */
export async function ordersAdvanced(db: Database, named: readonly (readonly [owner: string, number: string])[]): Promise<NamedOrders> {
  const found = new Map<string, NumberedOrder[]>();
  if (named.length === 0) return found;
  const rows = await db.rows<NumberedOrder & { owner: string } & Record<string, unknown>>(sql`
    select purchase_orders.id::text, vendor_id::text as owner, number, ordered_on as day
    from (
        select distinct * from unnest(
          ${named.map(([owner]) => owner)}::bigint[], ${named.map(([, number]) => codeKey(number))}::text[]) given(owner, code)) given
      join purchase_orders on vendor_id = owner and code_key(number) = code order by purchase_orders.id`);
  for (const { owner, ...order } of rows)
    found.set(nameOf(owner, order.number), [...(found.get(nameOf(owner, order.number)) ?? []), order]);
  return found;
}

/**
 * The order that a number refers to: the only one, or among several the one of the previous payment or with exactly this spelling.
 * @returns null if the vendor has none; the candidates if several match.
 */
export function orderMeant(
  orders: NamedOrders,
  owner: string,
  number: string | null,
  before: string | null = null,
): NumberedOrder | null | NumberedOrder[] {
  if (number === null) return null;
  const found = orders.get(nameOf(owner, number)) ?? [];
  const [only, ...others] = found;
  if (only === undefined || others.length === 0) return only ?? null;
  return found.find(({ id }) => id === before) ?? found.find((order) => order.number === number) ?? [...found];
}

/** The orders as named in a message. */
export const namesOf = (orders: readonly NumberedOrder[]) =>
  orders.map(({ number, day }) => say('{number} of {day}', { number, day: showDate(day) }));
