import { QUANTITY, Decimal } from '@aapurti/contract/numbers';
import sql from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import { recordSheet } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import { countReceipts } from '../purchase-orders/store.ts';
import { dateColumn, decimalColumn, digitsColumn, required, type RowOf, textColumn } from '../sheets/columns.ts';
import type { Findings } from '../sheets/findings.ts';
import { firstRows, type Intake } from '../sheets/upload.ts';
import { EMBEDDED } from '../erp/embedded.ts';
import { type SheetVendor, vendorColumn, vendorFinder } from './sheetVendors.ts';
import { externalIdOf } from './typedOrder.ts';

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

type Row = RowOf<typeof receiptColumns>;

interface Kept {
  row: number;
  value: Row;
}

/** A line of a stored order, with what has arrived of it as the sheet goes on. */
interface Line {
  orderId: string;
  ownerId: string;
  number: string;
  source: string;
  line: number;
  ean: string | null;
  itemCode: string;
  quantity: string;
  arrived: Decimal;
}

/** Takes in a sheet of goods receipts; of each line that is named all receipts together are what arrived. */
export function receiptIntake(actor: Actor, fileName: string): Intake<typeof receiptColumns, Kept> {
  return {
    columns: receiptColumns,
    open(tx) {
      const vendors = vendorFinder(tx);
      const firstRow = firstRows();
      const orders = new Map<string, Line[]>();
      const touched = new Set<string>();
      return {
        keep: (each) => each,
        async store(rows, { errors }) {
          await vendors.learn(rows.map(({ value }) => value.vendorCode));
          const found = rows.flatMap(({ row, value }) => {
            const vendor = vendors.find(value.vendorCode, row, errors);
            return vendor === null ? [] : [{ row, value, vendor }];
          });
          await learnOrders(tx, orders, found);
          const ready = found.flatMap(({ row, value, vendor }) => {
            const lines = linesOf(value, orders.get(externalIdOf(vendor.id, value.poNumber)) ?? [], row, errors);
            const [line] = lines;
            if (line === undefined) return [];
            const externalId = receiptId(line, value);
            const first = firstRow(externalId, row);
            if (first === null) return [{ value, lines, externalId }];
            errors.add(row, 'Receipt Number', `${value.receiptNumber} with this item stands in row ${first} already.`);
            return [];
          });
          const known = await knownReceipts(tx, ready);
          const stored = ready.flatMap(({ value, lines, externalId }) => {
            const before = known.get(externalId);
            const line =
              lines.find((each) => each.line === before?.line) ??
              lines.find((each) => each.arrived.lt(each.quantity)) ??
              lines[lines.length - 1];
            if (line === undefined) return [];
            line.arrived = line.arrived.plus(value.quantity).minus(before?.line === line.line ? before.quantity : 0);
            touched.add(line.orderId);
            const { receiptNumber: number, receivedOn, quantity } = value;
            const { orderId, ownerId } = line;
            return [{ externalId, orderId, ownerId, line: line.line, number, receivedOn, quantity: quantity.toFixed() }];
          });
          return storeReceipts(tx, stored);
        },
        async end(counts) {
          await countReceipts(tx, [...touched]);
          await recordSheet(tx, { actor, ownerId: null, action: 'receipt.import', entity: 'receipt' }, fileName, counts);
        },
      };
    },
  };
}

/** The same whether a row names its item by EAN, by code, or, as an export does, by both, and whatever the order's number is by now. */
function receiptId({ orderId, itemCode }: Line, { receiptNumber }: Row): string {
  return JSON.stringify([orderId, receiptNumber, itemCode]);
}

async function learnOrders(db: Database, orders: Map<string, Line[]>, rows: readonly { value: Row; vendor: SheetVendor }[]): Promise<void> {
  const open = new Map<string, { owner: string; number: string }>();
  for (const { value, vendor } of rows) {
    const key = externalIdOf(vendor.id, value.poNumber);
    if (!orders.has(key)) open.set(key, { owner: vendor.id, number: value.poNumber });
  }
  if (open.size === 0) return;
  for (const key of open.keys()) orders.set(key, []);
  const named = [...open.values()];
  const asked = sql`(vendor_id, number) in (
    select * from unnest(${named.map(({ owner }) => owner)}::bigint[], ${named.map(({ number }) => number)}::text[]))`;
  // Held until the end: who counts what arrived of a line has to see all of it, and lines keep their places meanwhile.
  await db.execute(sql`select from purchase_orders where ${asked} order by id for no key update`);
  const lines = await db.rows<Omit<Line, 'arrived'> & { received: string }>(sql`
    select purchase_orders.id::text as "orderId", vendor_id::text as "ownerId", number, source, line.line, line.ean, line.item_code as "itemCode",
      line.quantity, coalesce((select sum(goods_receipts.quantity) from goods_receipts
        where goods_receipts.order_id = purchase_orders.id and goods_receipts.line = line.line), 0) as received
    from purchase_orders join purchase_order_lines line on line.order_id = purchase_orders.id
    where ${asked} order by purchase_orders.id, line.line`);
  for (const { received, ...line } of lines) {
    orders.get(externalIdOf(line.ownerId, line.number))?.push({ ...line, arrived: new Decimal(received) });
  }
}

/** The lines of the order that a row may mean, all of one item; none where it says nothing that can be used. */
function linesOf(value: Row, lines: readonly Line[], row: number, errors: Findings): Line[] {
  const { poNumber, ean, itemCode } = value;
  const [any] = lines;
  if (any === undefined) {
    errors.add(row, 'PO Number', `This vendor has no order ${poNumber}.`);
    return [];
  }
  if (any.source !== EMBEDDED) {
    errors.add(row, 'PO Number', `Order ${poNumber} came from ${any.source}, which says itself what arrived.`);
    return [];
  }
  const found = lines.filter((line) =>
    itemCode === null ? line.ean === ean : line.itemCode === itemCode && (ean === null || line.ean === ean),
  );
  if (ean === null && itemCode === null) errors.add(row, 'EAN Code', 'EAN Code or Item Code is required.');
  else if (found.length === 0) errors.add(row, itemCode === null ? 'EAN Code' : 'Item Code', `Order ${poNumber} has no such item.`);
  else if (new Set(found.map((line) => line.itemCode)).size > 1)
    errors.add(row, 'EAN Code', `Order ${poNumber} has several items with the EAN ${ean}: give the Item Code too.`);
  else return found;
  return [];
}

async function knownReceipts(db: Database, rows: readonly { externalId: string }[]) {
  const known = await db.rows<{ id: string; line: number; quantity: string }>(sql`
    select external_id as id, line, quantity from goods_receipts
    where source = ${EMBEDDED} and external_id = any(${rows.map(({ externalId }) => externalId)}::text[])`);
  return new Map(known.map((each) => [each.id, each]));
}

async function storeReceipts(db: Database, receipts: readonly object[]): Promise<{ created: number; updated: number }> {
  if (receipts.length === 0) return { created: 0, updated: 0 };
  const row = await db.first<{ created: number; updated: number }>(sql`
    with stored as (
      insert into goods_receipts (source, external_id, vendor_id, order_id, line, number, received_on, quantity)
      select ${EMBEDDED}, "externalId", "ownerId", "orderId", line, number, "receivedOn", quantity
      from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb) as handed(
        "externalId" text, "ownerId" bigint, "orderId" bigint, line int, number text, "receivedOn" date, quantity numeric)
      on conflict (source, external_id) do update set line = excluded.line, received_on = excluded.received_on, quantity = excluded.quantity
      where (goods_receipts.line, goods_receipts.received_on, goods_receipts.quantity)
        is distinct from (excluded.line, excluded.received_on, excluded.quantity)
      returning xmax = 0 as is_new
    )
    select count(*) filter (where is_new)::int as created, count(*) filter (where not is_new)::int as updated from stored`);
  return { created: row?.created ?? 0, updated: row?.updated ?? 0 };
}
