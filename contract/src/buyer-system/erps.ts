/** The ERPs that the portal can be connected to, by the `source` of their records. */
export const ERP_NAMES: Readonly<Record<string, string>> = { erpnext: 'ERPNext', odoo: 'Odoo', tryton: 'Tryton' };

/**
 * The places where an ERP stores what the portal sends, and where it states what the portal imports, in the words of its own screens; null
 * if it has none. The table in docs/erp.md says the same, with the calls.
 */
export interface ErpTakes {
  acknowledgement: string | null;
  /** The confirmed date of a line; the last of several. */
  promisedDay: string | null;
  /** Quantities by date, price, substitute product, rejections with their reasons. */
  terms: string | null;
  /** The notice that goods are in transit, and how they are packed. */
  dispatch: string | null;
  /** Receipts that are entered in the portal. */
  receipts: string | null;
  /** The notice that an order is closed short. */
  closing: string | null;
  /** Invoices, their match against order and receipt, and the users who released or approved them. */
  invoices: string | null;
  /** The part of the received quantity that was rejected. */
  rejected: string | null;
  placeOfSupply: string | null;
}

/**
 * No ERP receives receipts, because they move stock in warehouses, quality inspections and accounts that only the ERP's own set-up knows.
 * Goods in transit are not sent either, because ERPs have no document for them except the receipt, nor are invoices, which need the ERP's
 * journals and accounts. The portal never changes an ERP order in quantity, price or item: that is the buyer's amendment, which is imported
 * as one.
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
