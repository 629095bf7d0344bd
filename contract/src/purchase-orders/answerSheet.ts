import * as z from 'zod';

import { ownerChoice } from '../ground/operation.ts';
import { sheetCalls } from '../sheets/sheets.ts';
import { say } from '../ground/template.ts';

/** The responses that a row of the file can give for a line; `agree` and `decline` respond to the buyer's counter-offer. */
export const SHEET_ANSWERS = ['accept', 'change', 'reject', 'agree', 'decline'] as const;

export const messages = {
  amendedQuantity: (quantity: string) => say('The ordered quantity is now {quantity}. Download the open lines again.', { quantity }),
  amendedPrice: (price: string) => say('The order price is now {price}. Download the open lines again.', { price }),
} as const;

/** Order confirmations in a spreadsheet: the open lines as a workbook, and back with quantities, dates, prices and reasons. */
export const answerSheet = sheetCalls({
  id: 'orderAnswer',
  summaries: {
    template: 'Download a template for confirmations of order lines, with an example and notes',
    export: 'Export the order lines that can be confirmed now as an .xlsx file for the upload',
    upload: 'Upload confirmations of order lines from an .xlsx file, all rows or none; dryRun=true only checks the file',
  },
  path: '/api/orderAnswer',
  filters: z.object({ userID: ownerChoice }),
  access: 'catalogue',
});
