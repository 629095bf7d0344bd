import * as z from 'zod';

import { optionalText, named, showMoney } from '../ground/fields.ts';
import { MONEY_MAX, requiredNumber } from '../ground/numbers.ts';
import { operationsOf, ownerChoice, pageQuery } from '../ground/operation.ts';
import { say } from '../ground/template.ts';

/** The statuses of a month's statement. A changed one no longer has the closing balance that the vendor replied to. */
export const STATEMENT_STATES = {
  waiting: 'Awaiting response',
  agreed: 'Agreed',
  differs: 'Differs',
  changed: 'Changed since the response',
} as const;
export type StatementState = keyof typeof STATEMENT_STATES;

/** The number of closed months in a vendor's list. */
export const STATEMENT_MONTHS = 12;

export const messages = {
  agreed: 'Statement agreed.',
  differs: 'Response sent. The buyer is notified.',
  answer: 'Must be agreed or differs.',
  month: 'Must be a month, for example 2026-04.',
  closing: 'Enter the closing balance that the statement shows.',
  remark: (closing: string) => say('Describe the difference from the closing balance of {closing}.', { closing }),
  open: 'This month has not ended yet. Respond to its statement after the last day of the month.',
  changed: (closing: string) => say('The closing balance is now {closing}. Check the statement and respond again.', { closing }),
} as const;

/** Names of the reasons for rejecting a reply, for programs. */
export const statementCodes = { remark: 'reason_needed', open: 'statement_open', changed: 'statement_changed' } as const;

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;
const ANY_AMOUNT = { places: 2, least: MONEY_MAX.negated().toNumber(), most: MONEY_MAX };

const statement = named('Statement', {
  vendorId: z.string(),
  vendorCode: z.number(),
  vendorName: z.string(),
  month: z.string(),
  /** The first and the last day. */
  from: z.string(),
  to: z.string(),
  opening: z.number(),
  closing: z.number(),
  state: z.enum(Object.keys(STATEMENT_STATES) as [StatementState, ...StatementState[]]),
  /** The closing balance that the vendor replied to; null before its reply. */
  answeredClosing: z.number().nullable(),
  remark: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: z.string().nullable(),
});
export type Statement = z.infer<typeof statement>;

export const statements = operationsOf('statement', {
  list: {
    summary: `List the statements of closed months with the vendor's replies: the last ${STATEMENT_MONTHS} of one vendor, or one month of all vendors for the buyer, differing ones first; without a page at most 1,000`,
    route: 'GET /api/account/statements',
    access: 'members',
    query: z.object({
      ...pageQuery,
      userID: ownerChoice,
      /** The default for all vendors is the last month that has ended. */
      month: z.string().regex(MONTH, messages.month).optional(),
    }),
    replies: { 200: z.array(statement) },
  },
  answer: {
    summary:
      'Agree to the statement of a closed month, or dispute it. The call names the closing balance that was shown; 409 with the current statement if that has changed',
    route: 'PUT /api/account/statements/{month}/answer',
    access: 'statements',
    params: z.object({ month: z.string() }),
    body: z
      .object({
        closing: requiredNumber(ANY_AMOUNT, { required: messages.closing, invalid: messages.closing }),
        answer: z.enum(['agreed', 'differs'], messages.answer),
        remark: optionalText(500),
      })
      .superRefine(({ answer, remark, closing }, context) => {
        if (answer !== 'differs' || remark !== null) return;
        const message = messages.remark(showMoney(closing.toFixed(2)));
        context.addIssue({ code: 'custom', path: ['remark'], message, params: { code: statementCodes.remark } });
      }),
    replies: { 200: z.object({ message: z.string(), data: statement }) },
  },
});

/** True for a month of the calendar. */
export function isMonth(text: string): boolean {
  return MONTH.test(text);
}
