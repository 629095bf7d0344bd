import { REASONS, type Reason } from './answerRules.ts';
import { showDate, showMoney, showNumber } from '../ground/fields.ts';
import { asTyped, say, type Words } from '../ground/template.ts';
import type { OrderAnswers } from './orderAnswers.ts';

type Answer = NonNullable<OrderAnswers['lines'][number]['answer']>;

/** The confirmation of a line in the form of the audit log; `open` for a line without one. */
export interface LoggedAnswer {
  confirmation: Answer['state'] | 'open';
  promises: Answer['promises'];
  price: number | null;
  rejected: number;
  substituteEAN: string | null;
  reason: Reason | null;
  remark: string | null;
  buyerRemark: string | null;
}

/** The names of a line confirmation's statuses. */
export const ANSWER_WORDS = {
  open: 'Open',
  accepted: 'Accepted',
  agreed: 'Agreed',
  rejected: 'Rejected',
  proposed: 'Waiting for the buyer',
  countered: 'Counter-offer from the buyer',
  declined: 'Proposal rejected',
  withdrawn: 'Withdrawn',
  replaced: 'Confirmed again',
  outdated: 'Order changed',
} as const satisfies Readonly<Record<LoggedAnswer['confirmation'], string>>;

/** A confirmation for the audit log. */
export function loggedAnswer(answer: Answer | null | undefined): LoggedAnswer {
  return {
    confirmation: answer?.state ?? 'open',
    promises: answer?.promises ?? [],
    price: answer?.price ?? null,
    rejected: answer == null || answer.decision === 'reject' ? 0 : answer.rejectedQuantity,
    substituteEAN: answer?.substituteEAN ?? null,
    reason: answer?.reason ?? null,
    remark: answer?.remark ?? null,
    buyerRemark: answer?.buyerRemark ?? null,
  };
}

/** True for a log value that is a confirmation; older entries contain a sentence. */
export const isLoggedAnswer = (value: unknown): value is LoggedAnswer =>
  typeof value === 'object' && value !== null && 'confirmation' in value && 'promises' in value;

/** The facts of a confirmation; remarks stay as typed. */
export function answerFacts({
  confirmation,
  promises,
  price,
  rejected,
  substituteEAN,
  reason,
  remark,
  buyerRemark,
}: LoggedAnswer): Words[] {
  return [
    ANSWER_WORDS[confirmation],
    ...promises.map(({ quantity, date }) => say('{count} on {day}', { count: showNumber(quantity), day: showDate(date) })),
    ...(rejected > 0 ? [say('{count} rejected', { count: showNumber(rejected) })] : []),
    ...(price === null ? [] : [say('at {price}', { price: showMoney(price) })]),
    ...(substituteEAN === null ? [] : [say('replaced by EAN {ean}', { ean: substituteEAN })]),
    ...(reason === null ? [] : [REASONS[reason]]),
    ...[remark, buyerRemark].flatMap((text) => (text === null || text === '' ? [] : [asTyped(text)])),
  ];
}
