import { indianDay } from '@aapurti/contract/ground/fields';
import { QUANTITY } from '@aapurti/contract/ground/numbers';
import {
  messages,
  RECEIPT_NUMBER_MAX,
  receiptCodes,
  receivedDayProblem,
  receivedProblem,
  type Rejection,
  REJECTIONS,
} from '@aapurti/contract/receipts/receipts';
import { rowCodes } from '@aapurti/contract/sheets/rowMessages';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { codeIn, dayIn, finished, said } from '../database/said.ts';
import { otherSiteWords } from '../access/ownSites.ts';
import { lock } from '../purchase-orders/lock.ts';
import { acceptedOf, beyondMost } from '../purchase-orders/overDelivery.ts';
import { countReceipts } from '../purchase-orders/received.ts';
import { type RejectedGoods, tellRejected } from '../mail/rejectedGoods.ts';
import { codeColumn, dateColumn, decimalColumn, digitsColumn, required, textColumn } from '../sheets/columns.ts';
import type { Intake } from '../sheets/intake.ts';
import { orderNamed } from '../database/codes.ts';
import { EMBEDDED } from '../erp/embedded.ts';
import { receiptLineTable } from '../receipts/lines.ts';
import { returnRejected } from '../receipts/returns.ts';
import { isVendorOfRow, unknownVendors, vendorColumn } from './staged.ts';

/** One row per received item. */
export const receiptColumns = {
  vendorCode: vendorColumn,
  poNumber: required(codeColumn({ heading: 'PO Number', example: 'PO/2026-27/0042', note: 'The number of an existing order.', most: 100 })),
  ean: digitsColumn({ heading: 'EAN Code', example: '8901030516320', note: 'EAN Code or Item Code is required.', most: 14 }),
  itemCode: codeColumn({ heading: 'Item Code', example: '', note: 'Your own item code.', most: 50 }),
  receiptNumber: required(
    codeColumn({
      heading: 'Receipt Number',
      example: 'GRN-0042',
      note: 'Identifies the goods receipt together with order and item. Uploading it again updates the receipt.',
      most: RECEIPT_NUMBER_MAX,
    }),
  ),
  receivedOn: required(dateColumn({ heading: 'Receipt Date', example: '18-11-2026', note: 'A date, or text in the form DD-MM-YYYY.' })),
  quantity: required(
    decimalColumn({
      heading: 'Quantity',
      example: 60,
      note: 'The received quantity; 0 reverses a goods receipt.',
      range: QUANTITY,
      words: { required: messages.quantity, invalid: messages.quantity },
    }),
  ),
  accepted: decimalColumn({
    heading: 'Accepted',
    example: 58,
    note: 'Optional. Accepted and Rejected must add up to Quantity.',
    range: QUANTITY,
    words: { invalid: messages.rejected },
  }),
  rejected: decimalColumn({
    heading: 'Rejected',
    example: 2,
    note: 'Optional. If blank, Quantity less Accepted.',
    range: QUANTITY,
    words: { invalid: messages.rejected },
  }),
  reason: textColumn({
    heading: 'Reason',
    example: REJECTIONS.damaged,
    note: 'The reason for the rejection.',
    options: Object.values(REJECTIONS),
  }),
  remark: textColumn({ heading: 'Remark', example: '', note: 'Required if the reason is "other reason".', most: 500 }),
  batch: codeColumn({ heading: 'Batch', example: 'B-7', note: 'Optional.', most: 50 }),
};

/** The rejected quantity of a row; null if the cell is blank. */
const rejectedOfRow = sql`coalesce(staged.rejected, staged.quantity - staged.accepted)`;

/**
 * Selects each row with its order and that order's lines of its item. The id of a receipt is the same whether a row names its item by EAN,
 * by code or by both, and does not depend on the order's current number.
 */
const matched = sql`
  select staged.row, staged.po_number, staged.ean, staged.item_code as given_code, receipt_number, received_on, staged.quantity,
    staged.accepted, ${rejectedOfRow} as rejected, staged.reason, staged.remark, staged.batch,
    orders.id as order_id, orders.vendor_id, orders.source, orders.site_id, orders.status, orders.ordered_on, count(line.line) as lines, count(distinct line.item_code) as items,
    array_agg(line.line order by line.line) as places,
    '[' || to_json(orders.id::text) || ',' || to_json(code_key(receipt_number)) || ',' || to_json(min(line.item_code)) || ']' as external_id
  from staged join vendors on ${isVendorOfRow}
  left join purchase_orders orders on orders.id = ${orderNamed(sql`vendors.id`, sql`staged.po_number`)}
  left join purchase_order_lines line on line.order_id = orders.id and coalesce(staged.item_code, staged.ean) is not null
    and (staged.item_code is null or code_key(line.item_code) = code_key(staged.item_code))
    and (staged.ean is null or gtin_key(staged.ean) in (gtin_key(line.ean), gtin_key(line.second_ean)))
  group by staged.row, staged.po_number, staged.ean, staged.item_code, receipt_number, received_on, staged.quantity,
    staged.accepted, staged.rejected, staged.reason, staged.remark, staged.batch, orders.id`;

const { names } = receiptLineTable;
/** The fields of a stored receipt that an uploaded row changes. */
const CHANGED = ['line', 'receivedOn', 'quantity', 'rejected', 'reason', 'remark', 'batch'] as const;

const WAS_ENTERED = sql`
  exists (select from receipt_lines typed join receipts on receipts.id = typed.receipt_id
    where typed.order_id = matched.order_id and code_key(typed.number) = code_key(matched.receipt_number) and cancelled_at is null)`;
const ENTERED = said(
  '{receipt_number} was already entered in the portal as a receipt of order {po_number}. Cancel it there first, or remove the row.',
  {
    receipt_number: sql`receipt_number`,
    po_number: sql`po_number`,
  },
  receiptCodes.numberInUse,
);

const codeOf = (words: string | null): Rejection | null =>
  (Object.entries(REJECTIONS).find(([, each]) => each === words)?.[0] as Rejection | undefined) ?? null;

/** Imports a sheet of goods receipts. The received quantity of an item is the sum of all its receipts for the order. */
export function receiptIntake(ctx: Pick<Context, 'clock'>, actor: Actor): Intake<typeof receiptColumns> {
  const today = indianDay(ctx.clock());
  return {
    columns: receiptColumns,
    stage({ row, value }, errors) {
      const { quantity, accepted, rejected, receivedOn } = value;
      const future = receivedDayProblem(receivedOn, [], today);
      if (future !== null) errors.add(row, receiptColumns.receivedOn.heading, future, receiptCodes.day);
      const left = rejected ?? (accepted === null ? null : quantity.minus(accepted));
      // A blank cell keeps the stored value, which only the database knows.
      const line = { quantity: quantity.toNumber(), reason: codeOf(value.reason), remark: value.remark };
      const problem = left === null ? null : receivedProblem({ ...line, rejected: left.toNumber() });
      if (problem !== null) errors.add(row, receiptColumns[problem.field].heading, problem.message, receiptCodes.rejected);
      return undefined;
    },
    faults: () => sql`
      with matched as (
        select *, ${otherSiteWords(actor, 'receiving', sql`po_number`, sql`site_id`)} as other_site from (${matched}) matched),
      checked as (
        select *, case
            when order_id is null then 1
            when source <> ${EMBEDDED} then 2
            when other_site is not null then 13
            when ean is null and given_code is null then 3
            when lines = 0 then 4
            when items > 1 then 5
            when ${WAS_ENTERED} then 7
            when accepted > quantity then 8
            when accepted + rejected <> quantity then 10
            when rejected is null and reason is not null and not exists (
              select from receipt_lines known
              where known.source = matched.source and known.external_id = matched.external_id and known.rejected > 0) then 11
            when status = 'Cancelled' and quantity > 0 then 14
            when received_on < ordered_on then 15
            when row > min(row) filter (where source = ${EMBEDDED} and items = 1) over (partition by external_id) then 6
          end as fault
        from matched)
      ${unknownVendors}
      union all
      select row,
        case when fault in (1, 2, 13, 14) then 'PO Number' when fault = 15 then 'Receipt Date' when fault = 4 and given_code is not null then 'Item Code'
          when fault in (8, 10) then 'Accepted' when fault = 11 then 'Reason'
          when fault >= 6 then 'Receipt Number' else 'EAN Code' end,
        case fault
          when 1 then ${said('This vendor has no order {po_number}.', { po_number: sql`po_number` }, receiptCodes.order)}
          when 2 then ${said(messages.fromErp('{order}', '{erp}'), { order: sql`po_number`, erp: sql`source` }, receiptCodes.ofErp)}
          when 13 then other_site
          when 3 then ${said('EAN Code or Item Code is required.', {}, receiptCodes.noLine)}
          when 4 then ${said('Item not found in order {po_number}.', { po_number: sql`po_number` }, receiptCodes.noLine)}
          when 5 then ${said('Order {po_number} has several items with the EAN {ean}. Enter the Item Code too.', { po_number: sql`po_number`, ean: sql`ean` }, receiptCodes.several)}
          when 7 then ${ENTERED}
          when 8 then ${said('{accepted} accepted of {quantity} received.', { accepted: sql`trim_scale(accepted)::text`, quantity: sql`trim_scale(quantity)::text` }, receiptCodes.rejected)}
          when 10 then ${said(
            'Accepted ({accepted}) and rejected ({rejected}) must add up to {quantity}.',
            {
              accepted: sql`trim_scale(accepted)::text`,
              rejected: sql`trim_scale(rejected)::text`,
              quantity: sql`trim_scale(quantity)::text`,
            },
            receiptCodes.rejected,
          )}
          when 11 then ${said(messages.noneRejected, {}, receiptCodes.rejected)}
          when 14 then ${said(messages.orderCancelled('{order}'), { order: sql`po_number` }, receiptCodes.orderCancelled)}
          when 15 then ${said(messages.beforeOrder('{order}', '{day}'), { order: sql`po_number`, day: dayIn(sql`ordered_on`) }, receiptCodes.day)}
          else ${said(
            '{receipt_number} with this item is already in row {first}.',
            {
              receipt_number: sql`receipt_number`,
              first: sql`(select min(row) from matched earlier where earlier.external_id = checked.external_id and items = 1)`,
            },
            rowCodes.twice,
          )}
        end
      from checked where fault is not null
      order by row`,
    async store(tx, { errors }) {
      // The locks last until the end: counting the received quantities needs all receipts of a line, and lines must not move meanwhile.
      const orders = await lock(tx, 'purchase_orders', sql`id in (select order_id from (${matched}) matched)`);
      // Another user who held an order may have entered these since the check.
      const entered = await tx.rows<{ row: number; message: string }>(sql`
        select row, ${ENTERED} as message from (${matched}) matched where ${WAS_ENTERED} order by row`);
      for (const { row, message } of entered) errors.add(row, 'Receipt Number', finished(message), codeIn(message));
      const { rejected, ...counts } = await tx.one<{ created: number; updated: number; rejected: RejectedGoods[] }>(sql`
        with stored as (
          insert into receipt_lines (source, external_id, vendor_id, order_id, line, number, received_on, quantity, rejected, reason, remark, batch)
          select ${EMBEDDED}, external_id, matched.vendor_id, matched.order_id,
            case when known.line = any(places) then known.line else places[1] end, receipt_number, matched.received_on, matched.quantity,
            given.rejected, case when given.rejected > 0 then coalesce(reasons.code, known.reason) end,
            coalesce(matched.remark, known.remark), coalesce(matched.batch, known.batch)
          from (${matched}) matched left join receipt_lines known using (source, external_id)
          left join jsonb_each_text(${JSON.stringify(REJECTIONS)}::jsonb) reasons(code, words) on words = matched.reason
          -- A row that says nothing of it keeps what is known.
          cross join lateral (select coalesce(matched.rejected, least(coalesce(known.rejected, 0), matched.quantity)) as rejected) given
          order by row
          on conflict (source, external_id) do update set (${names(CHANGED)}) = row (${names(CHANGED, 'excluded')})
          where (${names(CHANGED, 'receipt_lines')}) is distinct from (${names(CHANGED, 'excluded')})
          returning *, xmax = 0 as is_new
        ), refused as (
          -- The receipts as they were before the upload.
          select stored.vendor_id::text as "ownerId", stored.number as receipt, orders.number as "poNumber", stored.line, ordered.uom,
            (stored.rejected - coalesce(known.rejected, 0))::float8 as rejected, stored.reason
          from stored left join receipt_lines known using (source, external_id) join purchase_orders orders on orders.id = stored.order_id
            join purchase_order_lines ordered on ordered.order_id = stored.order_id and ordered.line = stored.line
          where stored.rejected > coalesce(known.rejected, 0) order by stored.number, orders.number, stored.line
        )
        select count(*) filter (where is_new)::int as created, count(*) filter (where not is_new)::int as updated,
          (select coalesce(json_agg(refused), '[]') from refused) as rejected from stored`);
      await returnRejected(tx, sql`source = ${EMBEDDED} and order_id = any(${orders}::bigint[])`);
      await tellRejected(tx, rejected);
      const before = await acceptedOf(tx, orders);
      await countReceipts(tx, orders);
      const rows = await tx.rows<{ row: number; key: string }>(sql`
        select min(matched.row) as row, ordered.order_id || '/' || ordered.item_code as key
        from (${matched}) matched join purchase_order_lines ordered on ordered.order_id = matched.order_id and ordered.line = any(places) group by 2`);
      const rowOf = new Map(rows.map(({ key, row }) => [key, row]));
      for (const { orderId, itemCode, poNumber, line, accepted, most } of await beyondMost(tx, sql`select unnest(${orders}::bigint[])`)) {
        const key = `${orderId}/${itemCode}`;
        const known = before.get(key) ?? 0;
        const open = Number(Math.max(0, most - known).toFixed(3));
        const row = rowOf.get(key);
        if (row !== undefined && accepted > known) {
          errors.add(
            row,
            receiptColumns.quantity.heading,
            messages.beyond(poNumber, line, open, Number((accepted - known).toFixed(3))),
            receiptCodes.beyond,
          );
        }
      }
      return counts;
    },
  };
}
