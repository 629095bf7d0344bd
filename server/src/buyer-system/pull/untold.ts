import { REASONS, type Reason } from '@aapurti/contract/purchase-orders/answerRules';
import { showDate, showNumber } from '@aapurti/contract/ground/fields';
import { inEnglish } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import type { Database } from '../../database/database.ts';
import type { SettledAnswer } from '../../erp/port.ts';

interface Row extends Record<string, unknown> {
  id: string;
  externalId: string | null;
  line: number;
  itemName: string;
  decision: 'accept' | 'change' | 'reject';
  promises: { quantity: number; date: string }[];
  rejected: number;
  price: string | null;
  substitute: string | null;
  reason: Reason | null;
  remark: string | null;
  /** The ERP has an earlier confirmation of this line. */
  corrects: boolean;
}

/**
 * The settled confirmations of an order that the ERP does not have yet. `days` and `note` are empty if everything is accepted as ordered.
 */
export async function untoldAnswer(
  db: Database,
  orderId: string,
): Promise<(Pick<SettledAnswer, 'days' | 'note'> & { ids: readonly string[] }) | null> {
  const rows = await db.rows<Row>(sql`
    select answer.id::text, line.external_id as "externalId", answer.line, answer.item_name as "itemName", decision, promises, rejected,
      trim_scale(answer.unit_price)::text as price, substitute_ean as substitute, reason, remark,
      exists (select from order_answers earlier where earlier.order_id = answer.order_id and earlier.line = answer.line
        and earlier.id < answer.id and earlier.told_at is not null and earlier.decision <> 'accept') as corrects
    from order_answers answer join purchase_orders head on head.id = answer.order_id
    join purchase_order_lines line on line.order_id = answer.order_id and line.line = answer.line
    where answer.order_id = ${orderId} and is_current and told_at is null and state in ('accepted', 'agreed', 'rejected') and head.status = 'Open'
    order by answer.line`);
  const last = rows.at(-1);
  if (last === undefined) return null;
  const other = rows.filter(({ decision, remark, corrects }) => decision !== 'accept' || remark !== null || corrects);
  const newest = rows.reduce((latest, { id }) => (BigInt(id) > BigInt(latest) ? id : latest), last.id);
  return {
    ids: rows.map(({ id }) => id),
    days: other.flatMap(({ externalId, promises, decision, corrects }) => {
      const on = promises
        .map(({ date }) => date)
        .sort()
        .at(-1);
      return externalId === null || on === undefined || (decision === 'accept' && !corrects) ? [] : [{ line: externalId, on }];
    }),
    note: other.length === 0 ? null : { key: `Vendor portal, order confirmation ${newest}:`, sentences: other.map(sentenceOf) },
  };
}

export async function markTold(db: Database, ids: readonly string[]): Promise<void> {
  await db.execute(sql`update order_answers set told_at = clock_timestamp() where id = any(${ids}::bigint[]) and told_at is null`);
}

/** The sentence is always English, because ERP users read it. */
function sentenceOf({ line, itemName, decision, promises, rejected, price, substitute, reason, remark }: Row): string {
  const quantities = promises
    .toSorted((one, other) => one.date.localeCompare(other.date))
    .map(({ quantity, date }) => inEnglish('{quantity} on {date}', { quantity: showNumber(quantity), date: showDate(date) }));
  return [
    inEnglish(DECISIONS[decision], { line, itemName, quantities, count: quantities.length }),
    ...(decision !== 'reject' && rejected > 0 ? [inEnglish('Rejected: {count}.', { count: showNumber(rejected) })] : []),
    ...(price === null ? [] : [inEnglish('Price: Rs {price}.', { price })]),
    ...(substitute === null ? [] : [inEnglish('Substitute product: EAN {substitute}.', { substitute })]),
    ...(reason === null ? [] : [inEnglish('Reason: {reason}.', { reason: REASONS[reason] })]),
    ...(remark === null ? [] : [inEnglish('Remark: {remark}', { remark: remark.replaceAll(/\s+/g, ' ') })]),
  ].join(' ');
}

const DECISIONS = {
  accept: 'Line {line}, {itemName}: confirmed as ordered{count, plural, =0 {} other {, {quantities}}}.',
  change: 'Line {line}, {itemName}: confirmed {quantities}.',
  reject: 'Line {line}, {itemName}: rejected.',
} as const;
