import { QUANTITY } from '@aapurti/contract/numbers';
import { ORDERED } from '@aapurti/contract/buyer-sheets';
import sql from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import { recordSheet } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { streamRows } from '../database/stream.ts';
import type { Workbook } from '../reply.ts';
import { ownedBy } from '../owner.ts';
import { type KnownReturn, storeReturns } from '../payments/store.ts';
import { dateColumn, decimalColumn, required, type RowOf, textColumn } from '../sheets/columns.ts';
import { downloadSheet } from '../sheets/download.ts';
import { firstRows, type Intake } from '../sheets/upload.ts';
import type { WrittenRow } from '../sheets/write.ts';
import { EMBEDDED } from '../erp/embedded.ts';
import { vendorColumn, vendorFinder } from './sheetVendors.ts';
import { versionOf } from './typedOrder.ts';

/** One row an item. */
export const returnColumns = {
  vendorCode: vendorColumn,
  returnNumber: required(
    textColumn({
      heading: 'Return Number',
      example: 'RTN-0007',
      note: 'With the item it says which return it is: uploaded again it is changed.',
      most: 100,
    }),
  ),
  poNumber: textColumn({ heading: 'PO Number', example: 'PO/2026-27/0042', note: 'Optional.', most: 100 }),
  poDate: dateColumn({ heading: 'PO Date', example: '01-11-2026', note: 'Optional.' }),
  invoiceNumber: textColumn({ heading: 'Invoice Number', example: '0001042', note: "The vendor's. Optional.", most: 64 }),
  invoiceDate: dateColumn({ heading: 'Invoice Date', example: '10-11-2026', note: 'Optional.' }),
  itemName: required(
    textColumn({ heading: 'Product Name', example: 'Basmati Rice 5 kg', note: 'What is sent back.', width: 36, most: 500 }),
  ),
  receivedQuantity: required(decimalColumn({ heading: 'Quantity Purchased', example: 100, note: 'What arrived.', range: QUANTITY })),
  returnedQuantity: required(decimalColumn({ heading: 'Quantity Returned', example: 4, note: 'What goes back, above 0.', range: ORDERED })),
  remarks: textColumn({ heading: 'Remarks', example: 'Torn bags', note: 'Optional.', width: 36, most: 1000 }),
};

interface Kept {
  row: number;
  value: RowOf<typeof returnColumns>;
}

/** Takes in a sheet of what the buyer sends back. What is stored already is changed. */
export function returnIntake(actor: Actor, fileName: string): Intake<typeof returnColumns, Kept> {
  return {
    columns: returnColumns,
    open(tx) {
      const vendors = vendorFinder(tx);
      const firstRow = firstRows();
      return {
        keep(each, errors, remarks) {
          const { vendorCode, returnNumber, itemName, receivedQuantity, returnedQuantity } = each.value;
          const first = firstRow(JSON.stringify([Number(vendorCode), returnNumber, itemName]), each.row);
          if (first !== null) errors.add(each.row, 'Return Number', `${returnNumber} with this product stands in row ${first} already.`);
          if (returnedQuantity.gt(receivedQuantity)) remarks.add(each.row, 'Quantity Returned', 'More goes back than arrived.');
          return first === null ? each : null;
        },
        async store(rows, { errors }) {
          await vendors.learn(rows.map(({ value }) => value.vendorCode));
          const returns = rows.flatMap(({ row, value }): KnownReturn[] => {
            const vendor = vendors.find(value.vendorCode, row, errors);
            if (vendor === null) return [];
            const { vendorCode: _, returnNumber, receivedQuantity, returnedQuantity, ...rest } = value;
            const content = { ...rest, receivedQuantity: receivedQuantity.toFixed(), returnedQuantity: returnedQuantity.toFixed() };
            const externalId = `${vendor.id}/${returnNumber}/${versionOf(value.itemName)}`;
            return [{ ...content, externalId, ownerId: vendor.id, supplier: '', version: versionOf(content), raw: { returnNumber } }];
          });
          const { created, updated } = await storeReturns(tx, EMBEDDED, returns);
          return { created, updated };
        },
        end: (counts) =>
          recordSheet(tx, { actor, ownerId: null, action: 'purchaseReturn.import', entity: 'purchaseReturn' }, fileName, counts),
      };
    },
  };
}

/** The returns that were loaded here: uploaded again they change nothing. */
export function exportLoadedReturns(ctx: Context, actor: Actor, userID: string | null): Promise<Workbook> {
  const rows = streamRows<WrittenRow<typeof returnColumns>>(
    ctx.reports,
    sql`
    select users.vendor_code::text as "vendorCode", raw ->> 'returnNumber' as "returnNumber", po_number as "poNumber", po_date as "poDate",
      invoice_number as "invoiceNumber", invoice_date as "invoiceDate", item_name as "itemName",
      trim_scale(received_quantity) as "receivedQuantity", trim_scale(returned_quantity) as "returnedQuantity", remarks
    from purchase_returns join users on users.id = purchase_returns.vendor_id
    where source = ${EMBEDDED} and ${ownedBy(sql`vendor_id`, actor, userID) ?? sql`true`} order by purchase_returns.id`,
  );
  return downloadSheet('purchase-returns.xlsx', returnColumns, rows, { sheet: 'Purchase returns', reader: actor });
}
