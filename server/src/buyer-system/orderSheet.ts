import { LOADED_LINES_MAX, ORDERED, PRICE } from '@aapurti/contract/buyer-sheets';
import { eanProblem, eanRemark, hsnProblem } from '@aapurti/contract/india';
import { Decimal, MONEY, MONEY_MAX, PERCENT } from '@aapurti/contract/numbers';
import { figuresOf, orderInterState } from '@aapurti/contract/orderFigures';
import sql from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import { recordSheet } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { streamRows } from '../database/stream.ts';
import { conflict } from '../refusal.ts';
import type { Workbook } from '../reply.ts';
import { ownedBy } from '../owner.ts';
import { storeOrders } from '../purchase-orders/store.ts';
import { buyerState } from '../env.ts';
import { dateColumn, decimalColumn, digitsColumn, required, type RowOf, textColumn } from '../sheets/columns.ts';
import { downloadSheet } from '../sheets/download.ts';
import type { Findings } from '../sheets/findings.ts';
import type { Intake } from '../sheets/upload.ts';
import type { WrittenRow } from '../sheets/write.ts';
import { EMBEDDED } from '../erp/embedded.ts';
import { type SheetVendor, vendorColumn, vendorFinder } from './sheetVendors.ts';
import { externalIdOf, type GivenLine, itemOf, learnFacts, noFacts, orderFrom } from './typedOrder.ts';

const NUMBER_MAX = 100;

/** One row a line; the rows of one PO number of a vendor are one order. */
export const orderColumns = {
  vendorCode: vendorColumn,
  number: required(
    textColumn({ heading: 'PO Number', example: 'PO/2026-27/0042', note: 'Rows with the same number are one order.', most: NUMBER_MAX }),
  ),
  orderedOn: required(dateColumn({ heading: 'PO Date', example: '01-11-2026', note: 'The same in all rows of an order.' })),
  deliverBy: dateColumn({ heading: 'Deliver By', example: '20-11-2026', note: 'Optional; the same in all rows of an order.' }),
  status: textColumn({
    heading: 'Status',
    example: 'Open',
    note: 'Open where it is empty. Closed and Cancelled orders can not be acknowledged.',
    options: ['Open', 'Closed', 'Cancelled'],
  }),
  deliveryLocation: textColumn({ heading: 'Delivery Location', example: 'Pune DC', note: 'Optional.', width: 28, most: 1000 }),
  ean: digitsColumn({
    heading: 'EAN Code',
    example: '8901030516320',
    note: 'Of one of your items. EAN Code or Item Code has to be there.',
    problem: eanProblem,
    remark: eanRemark,
    most: 14,
  }),
  itemCode: textColumn({ heading: 'Item Code', example: '', note: 'Your own code of the item.', most: 50 }),
  itemName: textColumn({ heading: 'Item Name', example: '', note: "The item's where it is empty.", width: 36, most: 500 }),
  hsnCode: digitsColumn({ heading: 'HSN Code', example: '', note: "The item's where it is empty.", problem: hsnProblem, most: 8 }),
  uom: textColumn({ heading: 'UOM', example: '', note: "The item's where it is empty.", most: 20 }),
  quantity: required(decimalColumn({ heading: 'Quantity', example: 100, note: 'In the unit of purchase.', range: ORDERED })),
  caseQuantity: decimalColumn({ heading: 'Case Quantity', example: 20, note: 'Pieces in a carton. Optional.', range: ORDERED }),
  mrp: decimalColumn({ heading: 'MRP', example: '', note: "The item's where it is empty.", range: MONEY }),
  price: required(
    decimalColumn({ heading: 'Price', example: 420.5, note: 'Of one unit in rupees, without tax. 0 for a free quantity.', range: PRICE }),
  ),
  discountRate: decimalColumn({ heading: 'Discount %', example: '', note: 'Optional.', range: PERCENT, percent: true }),
  taxRate: decimalColumn({
    heading: 'Tax Rate %',
    example: 5,
    note: 'The whole GST rate; it is split by the two states.',
    range: PERCENT,
    percent: true,
  }),
};

type Row = RowOf<typeof orderColumns>;

interface Kept {
  row: number;
  value: Row;
}

/** An order that is being put together from its rows. */
interface Growing {
  row: number;
  head: Row;
  vendor: SheetVendor;
  lines: GivenLine[];
  total: Decimal;
}

/** In rows of one order these say the same. */
const HEAD = ['orderedOn', 'deliverBy', 'status', 'deliveryLocation'] as const;
const STORED_AT_ONCE = 1_000;

/** Takes in a sheet of the buyer's orders. One that is stored already gets the lines that the sheet has. */
export function orderIntake(ctx: Pick<Context, 'settings'>, actor: Actor, fileName: string): Intake<typeof orderColumns, Kept> {
  const buyer = buyerState(ctx.settings);
  return {
    columns: orderColumns,
    open(tx) {
      const vendors = vendorFinder(tx);
      const orders = new Map<string, Growing>();
      const facts = noFacts();
      return {
        keep: (each) => each,
        async store(rows, { errors }) {
          await vendors.learn(rows.map(({ value }) => value.vendorCode));
          await learnFacts(
            tx,
            facts,
            rows.map(({ value }) => value),
          );
          const started: Growing[] = [];
          for (const { row, value } of rows) {
            const vendor = vendors.find(value.vendorCode, row, errors);
            const item = itemOf(value, facts);
            if (item !== null && 'problem' in item) errors.add(row, value.ean === null ? 'Item Code' : 'EAN Code', item.problem);
            if (vendor === null) continue;
            const key = externalIdOf(vendor.id, value.number);
            const known = orders.get(key);
            const order = known ?? { row, head: value, vendor, lines: [], total: new Decimal(0) };
            if (known === undefined) {
              orders.set(key, order);
              started.push(order);
            }
            addLine(order, row, value, errors);
          }
          return countStarted(tx, started, errors);
        },
        async end(counts) {
          const all = [...orders.values()].map(({ head, vendor, lines }) =>
            orderFrom(
              {
                ownerId: vendor.id,
                number: head.number,
                orderedOn: head.orderedOn,
                deliverBy: head.deliverBy,
                status: statusOf(head.status),
                deliveryLocation: head.deliveryLocation,
                lines,
              },
              facts,
              orderInterState(vendor.state, buyer),
            ),
          );
          counts.created = 0;
          counts.updated = 0;
          for (let start = 0; start < all.length; start += STORED_AT_ONCE) {
            const stored = await storeOrders(tx, EMBEDDED, all.slice(start, start + STORED_AT_ONCE), actor);
            const [refusal] = stored.refused.values();
            if (refusal !== undefined) throw conflict(refusal);
            counts.created += stored.created;
            counts.updated += stored.updated;
          }
          await recordSheet(tx, { actor, ownerId: null, action: 'order.import', entity: 'purchaseOrder' }, fileName, counts);
        },
      };
    },
  };
}

function statusOf(word: string | null): 'Open' | 'Closed' | 'Cancelled' {
  return word === 'Closed' || word === 'Cancelled' ? word : 'Open';
}

function addLine(order: Growing, row: number, value: Row, errors: Findings): void {
  for (const field of HEAD) {
    const [first, here] = [order.head[field], value[field]];
    if (first !== here) {
      const { heading } = orderColumns[field];
      errors.add(
        row,
        heading,
        `${heading} should be the same in all rows of ${value.number}: in row ${order.row} it is ${first ?? 'empty'}.`,
      );
    }
  }
  if (order.lines.length >= LOADED_LINES_MAX) {
    errors.add(row, 'PO Number', `${value.number} has more than ${LOADED_LINES_MAX} lines. Please split it.`);
    return;
  }
  const line: GivenLine = value;
  order.lines.push(line);
  const [figures] = figuresOf([line], false);
  order.total = order.total.plus(figures?.total ?? 0);
  if (order.total.gt(MONEY_MAX)) errors.add(row, 'Price', `The order's value is more than ${MONEY_MAX.toFixed()}.`);
}

/** Orders that are new, and those that are there; a number that another system's order has is a fault. */
async function countStarted(db: Database, orders: readonly Growing[], errors: Findings) {
  if (orders.length === 0) return { created: 0, updated: 0 };
  const found = await db.rows<{ owner: string; number: string; source: string; id: string }>(sql`
    select vendor_id::text as owner, number, source, external_id as id from purchase_orders where (vendor_id, number) in (
      select * from unnest(${orders.map(({ vendor }) => vendor.id)}::bigint[], ${orders.map(({ head }) => head.number)}::text[]))`);
  const known = new Map(found.map((each) => [externalIdOf(each.owner, each.number), each]));
  let updated = 0;
  for (const { vendor, head, row } of orders) {
    const key = externalIdOf(vendor.id, head.number);
    const there = known.get(key);
    if (there === undefined) continue;
    updated += 1;
    const another = there.source !== EMBEDDED || there.id !== key;
    if (another) errors.add(row, 'PO Number', `Order ${head.number} of this vendor came from ${there.source}: it is changed there.`);
  }
  return { created: orders.length - updated, updated };
}

/** The orders that were loaded or typed here, one row a line: uploaded again they change nothing. */
export function exportOrders(ctx: Context, actor: Actor, userID: string | null): Promise<Workbook> {
  const rows = streamRows<WrittenRow<typeof orderColumns>>(
    ctx.reports,
    sql`
    select users.vendor_code::text as "vendorCode", purchase_orders.number, ordered_on as "orderedOn", deliver_by as "deliverBy", status,
      delivery_location as "deliveryLocation", line.ean, line.item_code as "itemCode", line.item_name as "itemName", line.hsn_code as "hsnCode",
      line.uom, trim_scale(line.quantity) as quantity, trim_scale(line.case_quantity) as "caseQuantity", line.mrp,
      trim_scale(line.unit_price) as price, nullif(trim_scale(line.discount_rate), 0) as "discountRate",
      trim_scale(line.cgst_rate + line.sgst_rate + line.igst_rate) as "taxRate"
    from purchase_orders
    join users on users.id = purchase_orders.vendor_id
    join purchase_order_lines line on line.order_id = purchase_orders.id
    where purchase_orders.source = ${EMBEDDED} and ${ownedBy(sql`purchase_orders.vendor_id`, actor, userID) ?? sql`true`}
    order by purchase_orders.id, line.line`,
  );
  return downloadSheet('purchase-orders.xlsx', orderColumns, rows, { sheet: 'Purchase orders', reader: actor });
}
