import { columnMap } from '../database/columns.ts';

/** The columns that a form fills. What the sheet shows of them is in sheet.ts. */
export const invoiceTable = columnMap('invoices', {
  PONumber: ['po_number', 'text'],
  PODate: ['po_date', 'date'],
  invoiceNumber: ['number', 'text'],
  invoiceDate: ['invoice_date', 'date'],
  invoiceValue: ['value', 'numeric'],
  CGSTValue: ['cgst', 'numeric'],
  SGSTValue: ['sgst', 'numeric'],
  IGSTValue: ['igst', 'numeric'],
});
