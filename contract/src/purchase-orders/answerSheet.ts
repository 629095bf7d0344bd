import * as z from 'zod';

import { ownerChoice } from '../ground/operation.ts';
import { sheetCalls } from '../sheets/sheets.ts';
import { say } from '../ground/template.ts';

/** The answers that a row of the sheet gives to a line; `agree` and `decline` answer the buyer's offer. */
export const SHEET_ANSWERS = ['accept', 'change', 'reject', 'agree', 'decline'] as const;

export const messages = {
  amendedQuantity: (quantity: string) => say('The ordered quantity is now {quantity}. Download the open lines again.', { quantity }),
  amendedPrice: (price: string) => say('The order price is now {price}. Download the open lines again.', { price }),
} as const;

/** Answers to orders in a spreadsheet: the open lines as a workbook, and back with quantities, days, prices and reasons. */
export const answerSheet = sheetCalls({
  id: 'orderAnswer',
  rows: 'confirmations of order lines',
  path: '/api/orderAnswer',
  filters: z.object({ userID: ownerChoice }),
  access: 'catalogue',
});
