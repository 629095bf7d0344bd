import { QUANTITY } from '@aapurti/contract/numbers';
import sql from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import { recordSheet } from '../audit/audit.ts';
import { countReceipts } from '../purchase-orders/store.ts';
import { dateColumn, decimalColumn, digitsColumn, required, textColumn } from '../sheets/columns.ts';
import type { Intake } from '../sheets/intake.ts';
import { EMBEDDED } from '../erp/embedded.ts';
import { isVendorOfRow, stagedAs, stagedRow, unknownVendors, vendorColumn } from './staged.ts';

/** One row an item that arrived. */
export const receiptColumns = {
  vendorCode: vendorColumn,
  poNumber: required(textColumn({ heading: 'PO Number', example: 'PO/2026-27/0042', note: 'Of an order that is stored.', most: 100 })),
  ean: digitsColumn({ heading: 'EAN Code', example: '8901030516320', note: 'EAN Code or Item Code has to be there.', most: 14 }),
  itemCode: textColumn({ heading: 'Item Code', example: '', note: 'Your own code of the item.', most: 50 }),
  receiptNumber: required(
    textColumn({
      heading: 'Receipt Number',
      example: 'GRN-0042',
      note: 'With order and item it says which receipt it is: uploaded again it is changed.',
      most: 100,
    }),
  ),
  receivedOn: required(dateColumn({ heading: 'Receipt Date', example: '18-11-2026', note: 'A date, or text as DD-MM-YYYY.' })),
  quantity: required(decimalColumn({ heading: 'Quantity', example: 60, note: 'What arrived; 0 takes a receipt back.', range: QUANTITY })),
};

/**
 * Selects each row with the order that it names and that order's lines of its item. The id of a receipt is the same whether a row names its
 * item by EAN, by code or by both, and whatever number the order has by now.
 */
const matched = sql`
  select staged.row, staged.po_number, staged.ean, staged.item_code as given_code, receipt_number, received_on, staged.quantity,
    orders.id as order_id, orders.vendor_id, orders.source, count(line.line) as lines, count(distinct line.item_code) as items,
    array_agg(line.line order by line.line) as places,
    '[' || to_json(orders.id::text) || ',' || to_json(receipt_number) || ',' || to_json(min(line.item_code)) || ']' as external_id
  from staged join vendors on ${isVendorOfRow}
  left join purchase_orders orders on orders.vendor_id = vendors.id and orders.number = staged.po_number
  left join purchase_order_lines line on line.order_id = orders.id and coalesce(staged.item_code, staged.ean) is not null
    and (staged.item_code is null or line.item_code = staged.item_code) and (staged.ean is null or line.ean = staged.ean)
  group by staged.row, staged.po_number, staged.ean, staged.item_code, receipt_number, received_on, staged.quantity, orders.id`;

/** Takes in a sheet of goods receipts; of each item of an order that is named all receipts together are what arrived. */
export function receiptIntake(actor: Actor, fileName: string): Intake<typeof receiptColumns> {
  return {
    columns: receiptColumns,
    staged: stagedAs(receiptColumns),
    stage: ({ value }) => stagedRow(value),
    faults: () => sql`
      with matched as materialized (${matched}),
      checked as (
        select *, case
            when order_id is null then 1
            when source <> ${EMBEDDED} then 2
            when ean is null and given_code is null then 3
            when lines = 0 then 4
            when items > 1 then 5
            when exists (select from goods_receipts typed join receipts on receipts.id = typed.receipt_id
              where typed.order_id = matched.order_id and upper(typed.number) = upper(matched.receipt_number) and cancelled_at is null) then 7
            when row > min(row) filter (where source = ${EMBEDDED} and items = 1) over (partition by external_id) then 6
          end as fault
        from matched)
      ${unknownVendors}
      union all
      select row,
        case when fault <= 2 then 'PO Number' when fault = 4 and given_code is not null then 'Item Code'
          when fault >= 6 then 'Receipt Number' else 'EAN Code' end,
        case fault
          when 1 then 'This vendor has no order ' || po_number || '.'
          when 2 then 'Order ' || po_number || ' came from ' || source || ', which says itself what arrived.'
          when 3 then 'EAN Code or Item Code is required.'
          when 4 then 'Order ' || po_number || ' has no such item.'
          when 5 then 'Order ' || po_number || ' has several items with the EAN ' || ean || ': give the Item Code too.'
          when 7 then receipt_number || ' was entered here already, as a receipt of order ' || po_number || '.'
          else receipt_number || ' with this item stands in row '
            || (select min(row) from matched earlier where earlier.external_id = checked.external_id and items = 1) || ' already.'
        end
      from checked where fault is not null
      order by row`,
    async store(tx) {
      // Held until the end: who counts what arrived of a line has to see all of it, and lines keep their places meanwhile.
      const orders = await tx.rows<{ id: string }>(sql`
        select id::text from purchase_orders where id in (select order_id from (${matched}) matched) order by id for no key update`);
      const counts = await tx.first<{ created: number; updated: number }>(sql`
        with stored as (
          insert into goods_receipts (source, external_id, vendor_id, order_id, line, number, received_on, quantity)
          select ${EMBEDDED}, external_id, matched.vendor_id, matched.order_id,
            case when known.line = any(places) then known.line else places[1] end, receipt_number, matched.received_on, matched.quantity
          from (${matched}) matched left join goods_receipts known using (source, external_id)
          order by row
          on conflict (source, external_id) do update set line = excluded.line, received_on = excluded.received_on, quantity = excluded.quantity
          where (goods_receipts.line, goods_receipts.received_on, goods_receipts.quantity)
            is distinct from (excluded.line, excluded.received_on, excluded.quantity)
          returning xmax = 0 as is_new
        )
        select count(*) filter (where is_new)::int as created, count(*) filter (where not is_new)::int as updated from stored`);
      await countReceipts(
        tx,
        orders.map(({ id }) => id),
      );
      const { created = 0, updated = 0 } = counts ?? {};
      await recordSheet(tx, { actor, ownerId: null, action: 'receipt.import', entity: 'receipt' }, fileName, { created, updated });
      return { created, updated };
    },
  };
}
