import * as z from 'zod';

import { dateFilter, showNumber } from '../ground/fields.ts';
import { oneOf, operationsOf, pdf } from '../ground/operation.ts';
import { sayOnce } from '../ground/template.ts';

const PAPER_KINDS = [
  'order',
  'dispatch-note',
  'package-labels',
  'invoice',
  'debit-memo',
  'credit-memo',
  'payment',
  'statement',
  'self-invoice',
] as const;
export type PaperKind = (typeof PAPER_KINDS)[number];

/** The `id` of a vendor's own statement. */
export const OWN = 'own';

/** The most lines of one statement: 100 pages. */
export const STATEMENT_MAX = 5000;

export const messages = {
  tooLong: sayOnce('A statement can have at most {STATEMENT_MAX} invoices and payments. Narrow the dates.', {
    STATEMENT_MAX: showNumber(STATEMENT_MAX),
  }),
  version: 'Must be a whole number of 1 or more.',
} as const;

export const papers = operationsOf('paper', {
  /**
   * `id` of the record; for a statement the vendor's, or `own`. Dates are a statement's. A dispatch note keeps its printed document after
   * dispatch.
   */
  get: {
    summary:
      "Download a document as a PDF: an order, a dispatch note, its package labels, an invoice, a memo, a payment advice, a vendor's statement or a self-invoice",
    route: 'GET /api/paper/{id}',
    access: 'members',
    query: z.object({
      kind: oneOf(PAPER_KINDS),
      startDate: dateFilter,
      endDate: dateFilter,
      /** The number of an earlier document, for a dispatched note; by default the last. */
      version: z.coerce.number<string | number>(messages.version).int(messages.version).min(1, messages.version).optional(),
    }),
    replies: { 200: pdf },
  },
});

/** The file name of a document, without folders in it. */
export function paperName(kind: PaperKind, number: string): string {
  return `${kind}-${number.replaceAll(/[^\p{L}\p{M}\p{N}._]+/gu, '-')}`.replace(/-$/, '').slice(0, 100) + '.pdf';
}
