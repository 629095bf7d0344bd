import * as z from 'zod';

import { ownerChoice, textFilter } from '../ground/operation.ts';
import { sheetCalls } from '../sheets/sheets.ts';
import { say } from '../ground/template.ts';

export const messages = {
  noReceiptLine: (number: string) => say('Line not found in goods receipt {number}.', { number }),
  severalOfReceipt: (number: string, lines: readonly string[]) =>
    say('Several lines of goods receipt {number} match: {lines}. Enter the order and line.', { number, lines }),
} as const;

/**
 * Lines of invoices in a spreadsheet: accepted quantities that are not invoiced yet, or an invoice's lines, as a workbook, and back as
 * invoices.
 */
export const invoiceLineSheet = sheetCalls({
  id: 'invoiceLine',
  summaries: {
    template: 'Download a template for invoice lines, with an example and notes',
    export: 'Export the accepted quantities that are not invoiced yet, or the lines of one invoice, as an .xlsx file for the upload',
    upload: 'Upload invoice lines from an .xlsx file, all rows or none; dryRun=true only checks the file',
  },
  path: '/api/invoiceLine',
  /** A template with `invoiceId` has the lines of that invoice. */
  filters: z.object({ invoiceId: textFilter, userID: ownerChoice }),
  access: 'invoices',
});
