import { indianDay } from '@aapurti/contract/ground/fields';
import { commonCodes } from '@aapurti/contract/ground/operation';
import { rowCodes } from '@aapurti/contract/sheets/rowMessages';
import { invoiceCodes, invoiceDayProblem } from '@aapurti/contract/invoices/invoices';
import { ORDERED, QUANTITY } from '@aapurti/contract/ground/numbers';
import sql from 'sql-template-tag';

import { said } from '../database/said.ts';
import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import type { Workbook } from '../ground/reply.ts';
import { ownedBy } from '../access/owner.ts';
import { otherSiteWords, sitesFor } from '../access/ownSites.ts';
import { type KnownReturn, storeReturns } from '../payments/store.ts';
import { codeColumn, dateColumn, decimalColumn, required, textColumn } from '../sheets/columns.ts';
import { exportRows } from '../sheets/download.ts';
import { inParts, type Intake, keyedRows } from '../sheets/intake.ts';
import { orderNamed } from '../database/codes.ts';
import { EMBEDDED } from '../erp/embedded.ts';
import { isVendorOfRow, storeParts, unknownVendors, vendorColumn } from './staged.ts';
import { versionOf } from './typedOrder.ts';

/** One row per item. */
export const returnColumns = {
  vendorCode: vendorColumn,
  returnNumber: required(
    codeColumn({
      heading: 'Return Number',
      example: 'RTN-0007',
      note: 'Identifies the return together with the item. Uploading it again updates the return.',
      most: 100,
    }),
  ),
  poNumber: codeColumn({ heading: 'PO Number', example: 'PO/2026-27/0042', note: 'Optional.', most: 100 }),
  poDate: dateColumn({ heading: 'PO Date', example: '01-11-2026', note: 'Optional.' }),
  invoiceNumber: codeColumn({ heading: 'Invoice Number', example: '0001042', note: "The vendor's invoice number. Optional.", most: 64 }),
  invoiceDate: dateColumn({ heading: 'Invoice Date', example: '10-11-2026', note: 'Optional.' }),
  itemName: required(
    textColumn({ heading: 'Product Name', example: 'Basmati Rice 5 kg', note: 'The product that is sent back.', width: 36, most: 500 }),
  ),
  receivedQuantity: required(
    decimalColumn({ heading: 'Quantity Purchased', example: 100, note: 'The received quantity.', range: QUANTITY }),
  ),
  returnedQuantity: required(
    decimalColumn({ heading: 'Quantity Returned', example: 4, note: 'The returned quantity, above 0.', range: ORDERED }),
  ),
  remarks: textColumn({ heading: 'Remarks', example: 'Torn bags', note: 'Optional.', width: 36, most: 1000 }),
};

const externalId = sql`vendors.id || '/' || code_key(return_number) || '/' || item`;

/** Returns whose order belongs to a site that the caller may not change, in the sheet or as stored. */
function siteFaults(actor: Actor) {
  if (sitesFor(actor, 'receiving') === null) return sql``;
  return sql`
    union all
    select row, 'PO Number', case when id is null then ${said('Enter the PO Number of an order for one of your sites.', {}, commonCodes.notAllowed)}
      else ${otherSiteWords(actor, 'receiving', sql`number`, sql`site_id`)} end
    from (
      select staged.row, named.id, named.number, named.site_id
      from staged join vendors on ${isVendorOfRow}
      left join purchase_returns stored on stored.source = ${EMBEDDED} and stored.external_id = ${externalId}
      cross join lateral (values (staged.po_number), (case when stored.id is null then staged.po_number else stored.po_number end)) asked(number)
      left join purchase_orders named on named.id = ${orderNamed(sql`vendors.id`, sql`asked.number`)}
      group by staged.row, named.id) orders
    where id is null or ${otherSiteWords(actor, 'receiving', sql`number`, sql`site_id`)} is not null`;
}

/** Imports a sheet of purchase returns. Stored returns are changed. */
export function returnIntake(ctx: Pick<Context, 'clock'>, actor: Actor): Intake<typeof returnColumns> {
  const today = indianDay(ctx.clock());
  return {
    columns: returnColumns,
    // `item` replaces the item's name in the id of the return.
    fields: { item: ['item', 'text'], version: ['version', 'text'] },
    stage({ row, value }, errors, remarks) {
      const future = invoiceDayProblem(value.invoiceDate, today);
      if (future !== null) errors.add(row, returnColumns.invoiceDate.heading, future, invoiceCodes.future);
      const { itemName, receivedQuantity, returnedQuantity } = value;
      if (returnedQuantity.gt(receivedQuantity))
        remarks.add(row, 'Quantity Returned', 'The returned quantity exceeds the received quantity.');
      const figures = { receivedQuantity: receivedQuantity.toFixed(), returnedQuantity: returnedQuantity.toFixed() };
      // The fields that identify a return do not count as its content.
      const content = { ...value, ...figures, vendorCode: undefined, returnNumber: undefined };
      return { item: versionOf(itemName), version: versionOf(content) };
    },
    faults: () => sql`
      ${unknownVendors}
      union all
      select row, 'Return Number', ${said('{return_number} with this product is already in row {first}.', { return_number: sql`return_number`, first: sql`first` }, rowCodes.twice)}
      from (${keyedRows(sql`vendor_code::int, code_key(return_number), item_name`)}) keyed where first < row
      ${siteFaults(actor)}
      order by row`,
    async store(tx) {
      const returns = sql`
        select row, ${externalId} as "externalId", version, vendors.id::text as "ownerId", '' as supplier,
          po_number as "poNumber", po_date as "poDate", invoice_number as "invoiceNumber", invoice_date as "invoiceDate",
          item_name as "itemName", received_quantity::text as "receivedQuantity", returned_quantity::text as "returnedQuantity", remarks,
          jsonb_build_object('returnNumber', return_number) as raw
        from staged join vendors on ${isVendorOfRow}`;
      return storeParts(inParts<KnownReturn & { row: number }>(tx, returns), (part) => storeReturns(tx, EMBEDDED, part));
    },
  };
}

/** The returns that were uploaded. */
export function exportLoadedReturns(ctx: Context, actor: Actor, userID: string | null): Promise<Workbook> {
  const selected = sql`
    select vendors.code::text as "vendorCode", raw ->> 'returnNumber' as "returnNumber", po_number as "poNumber", po_date as "poDate",
      invoice_number as "invoiceNumber", invoice_date as "invoiceDate", item_name as "itemName",
      trim_scale(received_quantity) as "receivedQuantity", trim_scale(returned_quantity) as "returnedQuantity", remarks
    from purchase_returns join vendors on vendors.id = purchase_returns.vendor_id
    where source = ${EMBEDDED} and ${ownedBy(sql`vendor_id`, actor, userID) ?? sql`true`} order by purchase_returns.id`;
  return exportRows(ctx, actor, { name: 'purchase-returns.xlsx', sheet: 'Purchase returns', columns: returnColumns }, selected);
}
