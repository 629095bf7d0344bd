import sql, { type Sql } from 'sql-template-tag';

import { type LineOf, lineMap } from '../database/columns.ts';

/** The lines of purchase orders, beside the `order_id` of each. */
export const orderLineTable = lineMap('purchase_order_lines', {
  line: 'integer',
  externalId: 'text?',
  itemCode: 'text',
  itemName: 'text',
  ean: 'text?',
  secondEan: 'text?',
  hsnCode: 'text?',
  skuCode: 'text?',
  uom: 'text?',
  quantity: 'numeric',
  caseQuantity: 'numeric?',
  receivedQuantity: 'numeric',
  rejectedQuantity: 'numeric',
  mrp: 'numeric?',
  unitPrice: 'numeric',
  discountRate: 'numeric',
  discount: 'numeric',
  taxable: 'numeric',
  cgstRate: 'numeric?',
  sgstRate: 'numeric?',
  igstRate: 'numeric?',
  cessRate: 'numeric?',
  cgst: 'numeric',
  sgst: 'numeric',
  igst: 'numeric',
  cess: 'numeric',
  total: 'numeric',
});

/** A line of an order, with amounts as texts. */
export type StoredOrderLine = LineOf<typeof orderLineTable, string>;

/** CGST, SGST and IGST of a line together, in percent; null where the order states none. `line` is the alias of the table. */
export const taxRateOf = (line: Sql): Sql => sql`(case when num_nonnulls(${line}.cgst_rate, ${line}.sgst_rate, ${line}.igst_rate) > 0
  then trim_scale(coalesce(${line}.cgst_rate, 0) + coalesce(${line}.sgst_rate, 0) + coalesce(${line}.igst_rate, 0)) end)`;
