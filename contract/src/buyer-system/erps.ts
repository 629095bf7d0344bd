/** The ERPs that the portal can be connected to, by the `source` of their records. */
export const ERP_NAMES: Readonly<Record<string, string>> = { erpnext: 'ERPNext', odoo: 'Odoo', tryton: 'Tryton' };

/**
 * The places where an ERP keeps what it is told, and where it states what is taken over, in the words of its own screens. Null: it has no
 * place for it. The table of docs/erp.md says the same, with the calls.
 */
export interface ErpTakes {
  acknowledgement: string | null;
  /** The promised day of a line; the last of several. */
  promisedDay: string | null;
  /** Quantities by day, price, another product, rejections with their reasons. */
  terms: string | null;
  /** The news that goods are on their way, and how they are packed. */
  dispatch: string | null;
  /** Receipts that are entered in the portal. */
  receipts: string | null;
  /** The news that an order is closed short. */
  closing: string | null;
  /** Invoices, how they compare with order and receipt, and who released or approved them. */
  invoices: string | null;
  /** The part of the received quantity that was rejected. */
  rejected: string | null;
  placeOfSupply: string | null;
}

/**
 * No ERP is sent receipts: they move stock in warehouses, quality inspections and accounts that only the ERP's own set-up knows. Nor goods
 * on their way, for which they have no document but that of the receipt, nor invoices, which need the ERP's journals and accounts. No ERP's
 * order is changed in quantity, price or item: that is the buyer's amendment, which comes back as one.
 */
export const ERP_TAKES = {
  erpnext: {
    acknowledgement: 'Order Confirmation No and Order Confirmation Date',
    promisedDay: 'Expected Delivery Date of the line',
    terms: 'Comment on the order',
    dispatch: null,
    receipts: null,
    closing: null,
    invoices: null,
    rejected: 'Rejected Quantity of the Purchase Receipts',
    placeOfSupply: 'Place of Supply of the order, with India Compliance',
  },
  odoo: {
    acknowledgement: 'Acknowledged, and Vendor Reference if it is blank',
    promisedDay: 'Expected Arrival of the line',
    terms: 'Note on the order',
    dispatch: null,
    receipts: null,
    closing: null,
    invoices: null,
    rejected: null,
    placeOfSupply: 'Place of supply of the order’s first bill',
  },
  tryton: {
    acknowledgement: 'Reference, if it is blank',
    promisedDay: 'Planned Date of the line’s draft moves',
    terms: 'Note on the order',
    dispatch: null,
    receipts: null,
    closing: null,
    invoices: null,
    rejected: null,
    placeOfSupply: null,
  },
} as const satisfies Record<string, ErpTakes>;
