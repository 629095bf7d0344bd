import type { products } from '@aapurti/contract/products/products';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { allRows } from '../database/list.ts';
import type { Workbook } from '../ground/reply.ts';
import { exportColumn } from '../sheets/columns.ts';
import { exportRows } from '../sheets/download.ts';
import { productColumns, productTable } from './columns.ts';
import { listOf } from './products.ts';

const { EANCode, dateOfAvailability, shelfLifeDays, MRP, margin, scheme, remarks, transferPrice, quantity, percentage } = productColumns;

/** The columns of the screen in their order, then the others that an upload reads, so that uploading an export changes nothing. */
const exported = {
  approval: exportColumn('Price Approval'),
  EANCode,
  HSNCode: exportColumn('HSN Code', { width: 12 }),
  dateOfAvailability,
  createdOn: exportColumn('Created Date', { format: 'date' }),
  brandName: exportColumn('Brand Name', { width: 20 }),
  SKUCode: exportColumn('Mftr Article No/SKU Code', { width: 26 }),
  productCategory: exportColumn('Product Category', { width: 20 }),
  productName: exportColumn('Product Name', { width: 44 }),
  UOM: exportColumn('UOM', { width: 8 }),
  uomConversion: exportColumn('UOM Conversion', { format: 'number' }),
  shelfLifeDays,
  MRP,
  margin,
  netPTR: exportColumn('Net PTR', { format: 'amount' }),
  scheme,
  remarks,
  transferPrice,
  quantity,
  percentage,
};

const exportedOfAll = { vendorCode: exportColumn('Vendor Code'), vendorName: exportColumn('Vendor Name', { width: 32 }), ...exported };

const selected = sql`
  ${productTable.exported}, case when products.price_approved then 'Approved' else 'Not approved' end as approval,
  (products.created_at at time zone 'Asia/Kolkata')::date as "createdOn", schemes.name as scheme,
  vendors.code as "vendorCode", vendors.legal_name as "vendorName"`;

/** All products that match the list's filters, on all pages, in the list's order. */
export async function exportProducts(ctx: Context, actor: Actor, query: QueryOf<typeof products.export>): Promise<Workbook> {
  const list = await listOf(ctx.db, actor, query);
  const rows = allRows({ ...list, select: selected, join: sql`${list.join ?? sql``} join vendors on vendors.id = products.vendor_id` });
  return exportRows(ctx, actor, { name: 'products.xlsx', sheet: 'Products', columns: actor.isAdmin ? exportedOfAll : exported }, rows);
}
