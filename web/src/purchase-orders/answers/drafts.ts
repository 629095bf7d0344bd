import { answerProblem, asOrdered, type LineAnswer, type Ordered, type Reason } from '@aapurti/contract/purchase-orders/answerRules';
import { indianDay, isIsoDate } from '@aapurti/contract/ground/fields';
import { Decimal, parseDecimal } from '@aapurti/contract/ground/numbers';
import { type AnsweredLine, messages, type OrderAnswers } from '@aapurti/contract/purchase-orders/orderAnswers';

/** A delivery as typed. */
export interface Delivery {
  /** Identifies it while others are added and removed. */
  key: string;
  quantity: string;
  date: string;
}

/** The typed values of a line: an answer by the vendor, a decision by the buyer. */
export interface Draft {
  decision: '' | 'accept' | 'change' | 'reject' | 'agree' | 'decline' | 'counter';
  deliveries: Delivery[];
  rejected: string;
  price: string;
  substituteEAN: string;
  reason: string;
  remark: string;
}

export function delivery(quantity = '', date = ''): Delivery {
  return { key: crypto.randomUUID(), quantity, date };
}

export const nothingTyped: Draft = {
  decision: '',
  deliveries: [],
  rejected: '',
  price: '',
  substituteEAN: '',
  reason: '',
  remark: '',
};

export const draftName = (line: number) => `line${line}`;

export function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && 'decision' in value;
}

/** The answers that a line may get: `counter` where the buyer has made an offer, `no` where it waits or goods have arrived. */
export function mayAnswer({ answer, receivedQuantity }: AnsweredLine): 'yes' | 'counter' | 'no' {
  if (answer?.state === 'countered') return 'counter';
  return answer?.state === 'proposed' || receivedQuantity > 0 ? 'no' : 'yes';
}

/** Open: nobody has answered it, or the buyer has declined the answer. */
export function isOpen({ answer }: AnsweredLine, acknowledged: boolean): boolean {
  return answer === null ? !acknowledged : answer.state === 'declined';
}

/** The problem with a typed answer; null where it may be sent. */
export function draftProblem(line: AnsweredLine, draft: Draft, { deliverBy }: Pick<OrderAnswers, 'deliverBy'>): string | null {
  if (['', 'agree', 'decline'].includes(draft.decision)) return null;
  const ordered: Ordered = { line: line.line, quantity: new Decimal(line.quantity), price: new Decimal(line.price), deliverBy };
  const named = `Line ${line.line}: `;
  const faulty = draft.decision === 'change' || draft.decision === 'counter' ? faultOf(draft) : null;
  if (faulty !== null) return named + faulty;
  if (draft.decision === 'counter') {
    return draft.deliveries.length === 0 && draft.price === '' ? `Line ${line.line}: enter a price, or quantities with dates.` : null;
  }
  const decision = draft.decision as LineAnswer['decision'];
  const answer: LineAnswer = {
    decision,
    promises: decision === 'accept' ? asOrdered(ordered) : promisesOf(draft),
    rejected: new Decimal(draft.rejected || 0),
    price: draft.price === '' ? null : new Decimal(draft.price),
    substituteEAN: draft.substituteEAN === '' ? null : draft.substituteEAN,
    reason: draft.reason === '' ? null : (draft.reason as Reason),
    remark: draft.remark.trim() === '' ? null : draft.remark,
  };
  return answerProblem(ordered, answer, indianDay(new Date()));
}

function faultOf({ deliveries, rejected, price, substituteEAN }: Draft): string | null {
  const isFigure = (text: string) => parseDecimal(text) !== null;
  if (deliveries.some(({ quantity }) => !isFigure(quantity))) return messages.quantity;
  if (deliveries.some(({ date }) => !isIsoDate(date))) return messages.date;
  if (rejected !== '' && !isFigure(rejected)) return messages.quantity;
  if (price !== '' && !isFigure(price)) return messages.price;
  return substituteEAN === '' || /^\d{8,14}$/.test(substituteEAN) ? null : messages.ean;
}

const promisesOf = ({ deliveries }: Draft) => deliveries.map(({ quantity, date }) => ({ quantity: new Decimal(quantity), date }));

/** A line as the calls take it. */
export function sentLine(line: number, draft: Draft) {
  const { decision, deliveries, rejected, price, substituteEAN, reason, remark } = draft;
  const terms = {
    promises: deliveries.map(({ quantity, date }) => ({ quantity, date })),
    price,
  };
  if (decision === 'change') return { line, decision, ...terms, rejectedQuantity: rejected, substituteEAN, reason, remark };
  if (decision === 'counter') return { line, decision, ...terms, remark };
  return decision === 'reject' ? { line, decision, reason, remark } : { line, decision, remark };
}
