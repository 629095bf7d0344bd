import { showDate, showMoney } from '../ground/fields.ts';
import type { Step } from '../ground/steps.ts';
import type { Payment } from './payments.ts';

export type StepPayment = Pick<Payment, 'paymentDate' | 'amount' | 'onAccount' | 'isReversed' | 'reversalOf'>;

/** The steps of a payment from its entry to the invoices that it settles. A reversal settles nothing. */
export function paymentSteps({ paymentDate, amount, onAccount, isReversed, reversalOf }: StepPayment): Step[] {
  const recorded: Step = { name: 'Recorded', state: 'done', note: showDate(paymentDate) };
  if (reversalOf !== null) return [recorded, { name: 'Settles invoices', state: 'skipped', note: 'Reversal' }];
  if (isReversed) return [recorded, { name: 'Settles invoices', state: 'failed', note: 'Reversed' }];
  const settled = Number((amount - onAccount).toFixed(2));
  return [
    recorded,
    {
      name: 'Settles invoices',
      state: onAccount <= 0 ? 'done' : settled > 0 ? 'part' : 'now',
      ...(onAccount <= 0 ? { note: showMoney(amount) } : { note: '{amount} on account', values: { amount: showMoney(onAccount) } }),
    },
  ];
}

export type PaymentProblem = { kind: 'reversed' | 'reversal' } | { kind: 'onAccount'; amount: number };

/** The problems of a payment: it is reversed, or a part of it settles no invoice. */
export function paymentProblems({ onAccount, isReversed, reversalOf }: StepPayment): PaymentProblem[] {
  if (isReversed) return [{ kind: 'reversed' }];
  if (reversalOf !== null) return [{ kind: 'reversal' }];
  return onAccount > 0 ? [{ kind: 'onAccount', amount: onAccount }] : [];
}
