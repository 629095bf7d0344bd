import type { products } from '@aapurti/contract/products';
import type { QueryOf } from '@aapurti/contract/operation';
import sql from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import type { Context } from '../context.ts';
import { allRows } from '../database/list.ts';
import { streamRows } from '../database/stream.ts';
import type { Workbook } from '../reply.ts';
import { exportColumn } from '../sheets/columns.ts';
import { downloadSheet } from '../sheets/download.ts';
import type { WrittenRow } from '../sheets/write.ts';
import { listOf } from './products.ts';
import { productColumns } from './sheet.ts';

const { ean, availableOn, shelfLifeDays, mrp, margin, scheme, remarks, transferPrice, quantity, percentage } = productColumns;

/**
 * The columns of the screen in its order, and then what an upload needs beside them: an export that is uploaded again changes
 * nothing.
 */
const exported = {
  approval: exportColumn('Price Approval'),
  ean,
  hsnCode: exportColumn('HSN Code', { width: 12 }),
  availableOn,
  createdOn: exportColumn('Created Date', { format: 'date' }),
  brandName: exportColumn('Brand Name', { width: 20 }),
  skuCode: exportColumn('Mftr Article No/SKU Code', { width: 26 }),
  category: exportColumn('Product Category', { width: 20 }),
  name: exportColumn('Product Name', { width: 44 }),
  uom: exportColumn('UOM', { width: 8 }),
  uomConversion: exportColumn('UOM Conversion', { format: 'number' }),
  shelfLifeDays,
  mrp,
  margin,
  netPtr: exportColumn('Net PTR', { format: 'amount' }),
  scheme,
  remarks,
  transferPrice,
  quantity,
  percentage,
};

/** Of all vendors together. */
const exportedOfAll = { vendorCode: exportColumn('Vendor Code'), vendorName: exportColumn('Vendor Name', { width: 32 }), ...exported };

const columns = sql`
  case when products.price_approved then 'Approved' else 'Not approved' end as approval, products.ean, products.hsn_code as "hsnCode",
  products.available_on as "availableOn", (products.created_at at time zone 'Asia/Kolkata')::date as "createdOn",
  products.brand_name as "brandName", products.sku_code as "skuCode", products.category, products.name, products.uom,
  trim_scale(products.uom_conversion) as "uomConversion", products.shelf_life_days as "shelfLifeDays", products.mrp, products.margin,
  products.net_ptr as "netPtr", schemes.name as scheme, products.remarks, products.transfer_price as "transferPrice",
  trim_scale(products.quantity) as quantity, trim_scale(products.percentage) as percentage,
  vendors.code as "vendorCode", vendors.legal_name as "vendorName"`;

/** All products that the list has under these filters, on all its pages and in its order. */
export function exportProducts(ctx: Context, actor: Actor, query: QueryOf<typeof products.export>): Promise<Workbook> {
  const list = listOf(actor, query);
  const rows = streamRows<WrittenRow<typeof exportedOfAll>>(
    ctx.reports,
    allRows({ ...list, select: columns, join: sql`${list.join ?? sql``} join vendors on vendors.id = products.vendor_id` }),
  );
  return downloadSheet('products.xlsx', actor.isAdmin ? exportedOfAll : exported, rows, { sheet: 'Products', reader: actor });
}
