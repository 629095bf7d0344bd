import { mayCall, type Role, type RoleSet } from '../access/roles.ts';
import { showDate, showMoney } from '../ground/fields.ts';
import type { Step } from '../ground/steps.ts';
import type { Invoice } from './invoices.ts';

export type StepInvoice = Pick<Invoice, 'invoiceDate' | 'matchState' | 'paymentReceived' | 'balance' | 'dueDate'>;

/**
 * The steps of an invoice from its entry to its payment. An invoice without lines is not matched, and one that the controls allow to be paid needs no approval.
 * @param differences the deviations that make it an exception, once they are known
 */
export function invoiceSteps({ invoiceDate, matchState, paymentReceived, balance, dueDate }: StepInvoice, differences = 0): Step[] {
  const isPaid = balance <= 0;
  const hasPayment = paymentReceived > 0 || isPaid;
  return [
    { name: 'Entered', state: 'done', note: showDate(invoiceDate) },
    matchState === 'exception' && differences > 0
      ? { ...MATCHED.exception, note: '{count, plural, one {# difference} other {# differences}}', values: { count: differences } }
      : MATCHED[matchState],
    {
      name: 'Approved',
      state:
        matchState === 'approved'
          ? 'done'
          : matchState === 'unmatched' || hasPayment
            ? 'skipped'
            : WAITING.has(matchState)
              ? 'now'
              : 'todo',
      note: matchState === 'exception' || matchState === 'returned' ? 'After the match or a release' : null,
    },
    {
      name: 'Paid',
      state: isPaid ? 'done' : paymentReceived > 0 ? 'part' : 'todo',
      ...(paymentReceived > 0 ? { note: showMoney(paymentReceived) } : { note: 'Due {day}', values: { day: showDate(dueDate) } }),
    },
  ];
}

const WAITING: ReadonlySet<Invoice['matchState']> = new Set(['matched', 'released']);

const MATCHED: Readonly<Record<Invoice['matchState'], Step>> = {
  unmatched: { name: 'Matched', state: 'skipped', note: 'No lines to match' },
  matched: { name: 'Matched', state: 'done', note: 'Matches order and goods receipt' },
  exception: { name: 'Matched', state: 'failed', note: 'Exception' },
  released: { name: 'Matched', state: 'done', note: 'Released' },
  returned: { name: 'Matched', state: 'failed', note: 'Sent back' },
  approved: { name: 'Matched', state: 'done', note: null },
};

/** The possible next steps of an invoice, and the roles that can take each. */
const INVOICE_STEPS = {
  correct: 'invoices',
  sendBack: 'invoiceRelease',
  approve: 'invoiceRelease',
  pay: 'accounting',
} as const satisfies Record<string, RoleSet>;
export type InvoiceStep = keyof typeof INVOICE_STEPS;

/**
 * The next step that a member can take for an invoice, by company and roles. The buyer sends an exception back, which its vendor corrects;
 * approves what is matched or released; and pays what is approved, or has no lines to approve. Null: it waits for others, or is paid.
 */
export function nextInvoiceStep(
  { matchState, balance }: StepInvoice,
  { isBuyers, roles }: { isBuyers: boolean; roles: readonly Role[] },
): InvoiceStep | null {
  const step = balance <= 0 ? null : isBuyers ? OF_BUYER[matchState] : OF_VENDOR[matchState];
  return step !== null && mayCall(INVOICE_STEPS[step], roles) ? step : null;
}

const OF_BUYER: Readonly<Record<Invoice['matchState'], InvoiceStep | null>> = {
  unmatched: 'pay',
  matched: 'approve',
  exception: 'sendBack',
  released: 'approve',
  returned: null,
  approved: 'pay',
};
const OF_VENDOR: Readonly<Record<Invoice['matchState'], InvoiceStep | null>> = {
  unmatched: null,
  matched: null,
  exception: 'correct',
  released: null,
  returned: 'correct',
  approved: null,
};
