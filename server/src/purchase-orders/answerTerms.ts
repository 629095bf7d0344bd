import { type AnswerState, messages } from '@aapurti/contract/purchase-orders/orderAnswers';
import { acknowledgeCodes, type PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import { conflict } from '../ground/refusal.ts';

/** The terms of a line, as a confirmation stores them. `line` and `head` are table aliases. */
export const termsOf = (line: Sql, head: Sql) => sql`jsonb_build_object('itemCode', ${line}.item_code, 'quantity', ${line}.quantity,
  'mrp', ${line}.mrp, 'price', coalesce(${line}.stated_price, ${line}.unit_price), 'discount', ${line}.discount, 'deliverBy', ${head}.deliver_by)`;

/** Accepts lines without a confirmation as ordered. @throws Refusal 409 if a line awaits a decision. */
export async function acceptRest(
  tx: Database,
  actor: Actor,
  { _id: orderId, poNumber }: Pick<PurchaseOrder, '_id' | 'poNumber'>,
): Promise<void> {
  const waiting = await tx.first<{ line: number; state: AnswerState }>(sql`
    select line, state from order_answers
    where order_id = ${orderId} and is_current and state in ('proposed', 'countered') order by line limit 1`);
  if (waiting !== undefined) {
    throw conflict(
      waiting.state === 'proposed' ? messages.waitsForBuyer(waiting.line, poNumber) : messages.isCountered(waiting.line, poNumber),
      { code: acknowledgeCodes.waits },
    );
  }
  await tx.execute(sql`
    update order_answers set is_current = false where order_id = ${orderId} and is_current and state = 'declined'`);
  await tx.execute(sql`
    insert into order_answers (order_id, line, decision, state, promises, terms, item_name, entered_by)
    select line.order_id, line.line, 'accept', 'accepted',
      case when head.deliver_by is null then '[]'
        else jsonb_build_array(jsonb_build_object('quantity', line.quantity, 'date', head.deliver_by)) end,
      ${termsOf(sql`line`, sql`head`)}, line.item_name, ${actor.id}
    from purchase_order_lines line join purchase_orders head on head.id = line.order_id
    where line.order_id = ${orderId}
      and not exists (select from order_answers answer where answer.order_id = line.order_id and answer.line = line.line and answer.is_current)`);
}

/**
 * Follows an amendment: confirmations stay with unchanged lines and end for changed ones.
 * @returns the orders of ended confirmations.
 */
export async function followLines(db: Database, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  const ended = await db.rows<{ id: string }>(sql`
    with moved as (
      update order_answers answer set line = coalesce(same.line, answer.line), is_current = same.line is not null,
        state = case when same.line is null then 'outdated' else answer.state end,
        ended_at = case when same.line is null then clock_timestamp() end
      from order_answers old
      left join lateral (
        select line.line from purchase_order_lines line join purchase_orders head on head.id = line.order_id
        where line.order_id = old.order_id and ${termsOf(sql`line`, sql`head`)} = old.terms
        order by line.line <> old.line, line.line limit 1) same on true
      where answer.id = old.id and old.order_id = any(${orderIds}::bigint[]) and old.is_current
      returning answer.order_id, answer.state
    )
    select distinct order_id::text as id from moved where state = 'outdated'`);
  return new Set(ended.map(({ id }) => id));
}
