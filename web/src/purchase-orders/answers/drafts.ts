import { answerProblem, asOrdered, type LineAnswer, type Ordered, type Reason } from '@aapurti/contract/purchase-orders/answerRules';
import { indianDay, isIsoDate } from '@aapurti/contract/ground/fields';
import { Decimal, parseDecimal } from '@aapurti/contract/ground/numbers';
import { type AnsweredLine, messages } from '@aapurti/contract/purchase-orders/orderAnswers';
import { say } from '@aapurti/contract/ground/template';

import type { GridProblem } from '../../grid/columns.ts';

/** A delivery as entered. */
export interface Delivery {
  quantity: string;
  date: string;
}

/** The entered values of a line: a confirmation by the vendor, a decision by the buyer. */
export interface Draft {
  line: number;
  decision: '' | 'accept' | 'change' | 'reject' | 'agree' | 'decline' | 'counter';
  /** Deliveries of a change or a counter-offer; other decisions use the order's. */
  deliveries: readonly Delivery[];
  rejected: string;
  price: string;
  substituteEAN: string;
  reason: string;
  remark: string;
}

/** The terms of a line, and the party that replies. */
export interface AskedLine extends Pick<AnsweredLine, 'line' | 'quantity' | 'price'> {
  deliverBy: string | null;
  /** The buyer makes counter-offers, the vendor changes. */
  isBuyer: boolean;
}

export const nothingTyped = (line: number): Draft => ({
  line,
  decision: '',
  deliveries: [],
  rejected: '',
  price: '',
  substituteEAN: '',
  reason: '',
  remark: '',
});

/** The possible answers to a line: `counter` if the buyer has made an offer, `no` if it is pending or goods have arrived. */
export function mayAnswer({ answer, receivedQuantity }: AnsweredLine): 'yes' | 'counter' | 'no' {
  if (answer?.state === 'countered') return 'counter';
  return answer?.state === 'proposed' || receivedQuantity > 0 ? 'no' : 'yes';
}

/** Open: it has no confirmation, or the buyer has rejected it. */
export function isOpen({ answer }: AnsweredLine, acknowledged: boolean): boolean {
  return answer === null ? !acknowledged : answer.state === 'declined';
}

const figure = (text: string) => parseDecimal(text) ?? new Decimal(0);

/** The deliveries that a line's rows show. */
export function shownDeliveries({ decision, deliveries }: Draft, { quantity, deliverBy }: AskedLine): readonly Delivery[] {
  if (decision === 'accept') return [{ quantity: String(quantity), date: deliverBy ?? '' }];
  if (decision === 'reject') return [{ quantity: '0', date: '' }];
  return deliveries.length > 0 ? deliveries : [{ quantity: '', date: '' }];
}

/** The ordered quantity that remains after the deliveries up to one; negative if they exceed it. */
export function restAfter(draft: Draft, asked: AskedLine, part: number): Decimal {
  const upTo = shownDeliveries(draft, asked).slice(0, part + 1);
  return upTo.reduce((rest, { quantity }) => rest.minus(figure(quantity)), new Decimal(asked.quantity));
}

/** The line as a change, or as the buyer's counter-offer, with the order's terms until others are entered. */
function changed(draft: Draft, asked: AskedLine): Draft {
  const decision = asked.isBuyer ? 'counter' : 'change';
  if (draft.deliveries.length > 0) return { ...draft, decision };
  return { ...draft, decision, deliveries: [{ quantity: asked.isBuyer ? '' : String(asked.quantity), date: asked.deliverBy ?? '' }] };
}

/**
 * A change without a difference is the acceptance of the line; a change to zero is its rejection. Other input stays: a partly typed figure,
 * such as the 0 of 0.5, is not a decision yet.
 */
function settled(draft: Draft, asked: AskedLine): Draft {
  const [only] = draft.deliveries;
  if (draft.decision !== 'change' || only === undefined || draft.deliveries.length > 1) return draft;
  if (draft.price !== '' || draft.substituteEAN !== '') return draft;
  const quantity = parseDecimal(only.quantity);
  if (quantity?.eq(0)) return { ...draft, decision: 'reject' };
  const isSame = quantity?.eq(asked.quantity) === true && only.date === (asked.deliverBy ?? '');
  return isSame ? { ...draft, decision: 'accept', deliveries: [], rejected: '' } : draft;
}

export function choose(draft: Draft, asked: AskedLine, decision: Draft['decision']): Draft {
  if (decision === 'change' || decision === 'counter') return changed({ ...draft, decision: '', deliveries: [] }, asked);
  return { ...draft, decision, deliveries: [], rejected: '', price: '', substituteEAN: '' };
}

/** Sets the quantity of a delivery. A remainder that is rejected or comes later follows it; if none remains, nothing comes later. */
export function setQuantity(draft: Draft, asked: AskedLine, part: number, quantity: string): Draft {
  const next = changed(draft, asked);
  const typed = next.deliveries.map((each, index) => (index === part ? { ...each, quantity } : each));
  const rest = restAfter({ ...next, deliveries: typed }, asked, part);
  const isLast = part === typed.length - 1 || rest.lte(0);
  const deliveries = isLast
    ? typed.slice(0, part + 1)
    : typed.map((each, index) => (part === typed.length - 2 && index > part ? { ...each, quantity: rest.toFixed() } : each));
  const rejected = next.rejected !== '' && isLast ? (rest.gt(0) ? rest.toFixed() : '') : next.rejected;
  return settled({ ...next, deliveries, rejected }, asked);
}

export function setDate(draft: Draft, asked: AskedLine, part: number, date: string): Draft {
  const next = changed(draft, asked);
  return settled({ ...next, deliveries: next.deliveries.map((each, index) => (index === part ? { ...each, date } : each)) }, asked);
}

/** Sets the price or the substitute; '' means as ordered. */
export function setTerm(draft: Draft, asked: AskedLine, term: Pick<Draft, 'price'> | Pick<Draft, 'substituteEAN'>): Draft {
  return settled({ ...changed(draft, asked), ...term }, asked);
}

export type Rest = '' | 'later' | 'reject';

/** The choice for the remainder of a delivery. */
export function restOf({ deliveries, rejected }: Draft, part: number): Rest {
  if (part < deliveries.length - 1) return 'later';
  return rejected === '' ? '' : 'reject';
}

/** Sets the remainder after a delivery: it comes in a further delivery, or is rejected. */
export function setRest(draft: Draft, asked: AskedLine, part: number, rest: Rest): Draft {
  const kept = { ...draft, deliveries: draft.deliveries.slice(0, part + 1), rejected: '' };
  const left = restAfter(draft, asked, part);
  if (rest === '' || left.lte(0)) return kept;
  if (rest === 'reject') return { ...kept, rejected: left.toFixed() };
  return { ...kept, deliveries: [...kept.deliveries, { quantity: left.toFixed(), date: '' }] };
}

/** The sums of a line in units: the total confirmed quantity, and the parts that come later or are rejected. */
export function unitsOf(draft: Draft, asked: AskedLine) {
  const [first, ...later] = shownDeliveries(draft, asked).map(({ quantity }) => figure(quantity));
  const laterUnits = later.reduce((sum, quantity) => sum.plus(quantity), new Decimal(0));
  const confirmed = (first ?? new Decimal(0)).plus(laterUnits);
  return { confirmed, later: laterUnits, rejected: draft.decision === 'reject' ? new Decimal(asked.quantity) : figure(draft.rejected) };
}

export const priceOf = ({ price }: Draft, asked: AskedLine) => parseDecimal(price) ?? new Decimal(asked.price);

/** The problem with an entered answer and its cell; null if it may be sent. */
export function draftProblem(asked: AskedLine, draft: Draft): GridProblem | null {
  const { decision } = draft;
  if (decision === '' || decision === 'agree' || decision === 'decline') return null;
  const ordered: Ordered = {
    line: asked.line,
    quantity: new Decimal(asked.quantity),
    price: new Decimal(asked.price),
    deliverBy: asked.deliverBy,
  };
  const deliveries = sentDeliveries(draft);
  const faulty = decision === 'change' || decision === 'counter' ? faultOf(draft, deliveries) : null;
  if (faulty !== null) return { ...faulty, message: say('Line {index}: {message}', { index: asked.line, message: faulty.message }) };
  if (decision === 'counter') {
    return deliveries.length === 0 && draft.price === ''
      ? { column: 'quantity', part: 0, message: say('Line {line}: enter a price, or quantities with dates.', { line: asked.line }) }
      : null;
  }
  const answer: LineAnswer = {
    decision,
    promises: decision === 'accept' ? asOrdered(ordered) : deliveries.map(({ quantity, date }) => ({ quantity: figure(quantity), date })),
    rejected: figure(draft.rejected),
    price: parseDecimal(draft.price),
    substituteEAN: draft.substituteEAN === '' ? null : draft.substituteEAN,
    reason: draft.reason === '' ? null : (draft.reason as Reason),
    remark: draft.remark.trim() === '' ? null : draft.remark,
  };
  const today = indianDay(new Date());
  const message = answerProblem(ordered, answer, today);
  return message === null ? null : { ...cellOf(ordered, answer, today), message };
}

/** The cell for a message of `answerProblem`, by the same order of checks. */
function cellOf({ quantity }: Ordered, answer: LineAnswer, today: string): Pick<GridProblem, 'column' | 'part'> {
  const { decision, promises, reason, remark } = answer;
  const past = promises.findIndex(({ date }) => date < today);
  if (decision === 'accept') return { column: 'date', part: 0 };
  if (reason === null) return { column: 'reason', part: 0 };
  if (reason === 'other' && remark === null) return { column: 'remark', part: 0 };
  const none = promises.findIndex((each) => each.quantity.lte(0));
  if (promises.length === 0 || none !== -1) return { column: 'quantity', part: Math.max(none, 0) };
  if (past !== -1) return { column: 'date', part: past };
  const whole = promises.reduce((sum, each) => sum.plus(each.quantity), answer.rejected);
  const last = promises.length - 1;
  return whole.lt(quantity) ? { column: 'rest', part: last } : { column: 'quantity', part: last };
}

/** A blank row of a counter-offer is not a delivery, because the offer may concern only a price. */
function sentDeliveries({ decision, deliveries }: Draft): readonly Delivery[] {
  return decision === 'counter' && deliveries.length === 1 ? deliveries.filter(({ quantity }) => quantity !== '') : deliveries;
}

function faultOf({ rejected, price, substituteEAN }: Draft, deliveries: readonly Delivery[]): GridProblem | null {
  const isFigure = (text: string) => parseDecimal(text) !== null;
  for (const [part, { quantity, date }] of deliveries.entries()) {
    if (!isFigure(quantity)) return { column: 'quantity', part, message: messages.quantity };
    if (date === '') return { column: 'date', part, message: 'Enter the delivery date.' };
    if (!isIsoDate(date)) return { column: 'date', part, message: messages.date };
  }
  if (rejected !== '' && !isFigure(rejected)) return { column: 'rest', part: 0, message: messages.quantity };
  if (price !== '' && !isFigure(price)) return { column: 'price', part: 0, message: messages.price };
  return substituteEAN === '' || /^\d{8,14}$/.test(substituteEAN) ? null : { column: 'substitute', part: 0, message: messages.ean };
}

/** True for decisions with a remark; another decision's remark, which no cell shows, is not sent. */
export const hasRemark = ({ decision }: Draft) => decision !== '' && decision !== 'accept' && decision !== 'agree';

/** A line in the form of the calls. */
export function sentLine(draft: Draft) {
  const { line, decision, rejected, price, substituteEAN, reason, remark } = draft;
  const terms = { promises: sentDeliveries(draft), price };
  if (decision === 'change') return { line, decision, ...terms, rejectedQuantity: rejected, substituteEAN, reason, remark };
  if (decision === 'counter') return { line, decision, ...terms, remark };
  return decision === 'reject' ? { line, decision, reason, remark } : { line, decision, remark: hasRemark(draft) ? remark : '' };
}
