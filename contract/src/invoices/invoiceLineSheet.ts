import * as z from 'zod';

import { ownerChoice, textFilter } from '../ground/operation.ts';
import { sheetCalls } from '../sheets/sheets.ts';

export const messages = {
  noReceiptLine: (number: string) => `Receipt ${number} has no such line.`,
  severalOfReceipt: (number: string, lines: string) => `Receipt ${number} has several such lines: ${lines}. State order and line.`,
} as const;

/** Lines of invoices in a spreadsheet: what was accepted and is not invoiced, or an invoice's lines, as a workbook, and back as invoices. */
export const invoiceLineSheet = sheetCalls({
  id: 'invoiceLine',
  rows: 'lines of invoices',
  path: '/api/invoiceLine',
  /** A template with `invoiceId` has the lines of that invoice. */
  filters: z.object({ invoiceId: textFilter, userID: ownerChoice }),
  access: 'invoices',
});
