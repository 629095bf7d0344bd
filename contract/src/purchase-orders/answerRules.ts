import { showDate, showNumber } from '../ground/fields.ts';
import { Decimal } from '../ground/numbers.ts';
import { say } from '../ground/template.ts';

/** The reasons why a line is not accepted as ordered, as text. */
export const REASONS = {
  unavailable: 'Not available',
  discontinued: 'Discontinued',
  wrong_item: 'Wrong item',
  price: 'Price',
  minimum_quantity: 'Minimum quantity',
  pack_size: 'Pack size',
  late: 'Later delivery',
  other: 'Other',
} as const;
export type Reason = keyof typeof REASONS;

type Decision = 'accept' | 'change' | 'reject';

/** A delivery of a part of a line; quantities are in the unit of purchase. */
export interface Promised {
  quantity: Decimal;
  /** `YYYY-MM-DD`. */
  date: string;
}

/** The terms of an order line. */
export interface Ordered {
  line: number;
  quantity: Decimal;
  /** Rupees per unit, before discount and tax. */
  price: Decimal;
  deliverBy: string | null;
}

export interface LineAnswer {
  decision: Decision;
  promises: readonly Promised[];
  rejected: Decimal;
  /** Null means as ordered. */
  price: Decimal | null;
  /** The EAN of another product offered instead of the ordered one. */
  substituteEAN: string | null;
  reason: Reason | null;
  remark: string | null;
}

/** The changes that a vendor may make without approval: days, and percent of the ordered quantity and price. */
export interface Tolerances {
  daysLate: number;
  quantityLess: number;
  quantityMore: number;
  priceMore: number;
}

const promised = ({ promises }: { promises: readonly Pick<Promised, 'quantity'>[] }) =>
  promises.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));

/**
 * The quantity that a settled line leaves out. The confirmed and rejected quantities add up to the ordered one, or the confirmed ones alone
 * exceed it.
 */
export function unpromised(quantity: Decimal, promises: readonly Pick<Promised, 'quantity'>[]): Decimal {
  return Decimal.max(quantity.minus(promised({ promises })), 0);
}

/** Dispatched goods cannot be rejected. @returns the problem as a sentence; null if there is none. */
export function leftProblem(line: number, ordered: Decimal, rejected: Decimal, left: Decimal): string | null {
  if (rejected.lte(0) || left.plus(rejected).lte(ordered)) return null;
  const most = Decimal.max(ordered.minus(left), 0);
  return say('Line {line}: {left} of {ordered} have already been dispatched, so at most {most} can be rejected.', {
    line,
    left: shown(left),
    ordered: shown(ordered),
    most: shown(most),
  });
}

/** The delivery that a plain "accept" confirms: the whole quantity on the order's date; none if the order has no date. */
export function asOrdered({ quantity, deliverBy }: Ordered): Promised[] {
  return deliverBy === null ? [] : [{ quantity, date: deliverBy }];
}

/**
 * The problem with the confirmation of a line, as a sentence; null if it is complete. Confirmed and rejected quantities add up to the
 * ordered one, or the confirmed ones alone exceed it. @param today in India; past dates are rejected.
 */
export function answerProblem(ordered: Ordered, answer: LineAnswer, today: string): string | null {
  const { line, quantity } = ordered;
  const { decision, promises, rejected, reason, remark, price, substituteEAN } = answer;
  const past = promises.find(({ date }) => date < today);
  if (decision === 'accept') {
    return past === undefined
      ? null
      : say('Line {line}: {date} is in the past. Change the line and enter a new delivery date.', { line, date: showDate(past.date) });
  }
  if (reason === null)
    return decision === 'reject'
      ? say('Line {line}: enter the reason for rejecting it.', { line })
      : say('Line {line}: enter the reason for the change.', { line });
  if (reason === 'other' && remark === null) return say('Line {line}: describe the reason.', { line });
  if (decision === 'reject') return null;
  if (promises.length === 0) return say('Line {line}: enter a quantity and date for each delivery.', { line });
  if (promises.some((each) => each.quantity.lte(0))) return say('Line {line}: each quantity must be more than 0.', { line });
  if (past !== undefined) return say('Line {line}: {date} is in the past.', { line, date: showDate(past.date) });
  const whole = promised(answer);
  const rest = quantity.minus(whole).minus(rejected);
  const [all, some] = [shown(quantity), shown(whole)];
  if (rest.gt(0))
    return say('Line {line}: {some} of {all} confirmed; {rest} neither confirmed nor rejected.', { line, some, all, rest: shown(rest) });
  if (rest.lt(0) && rejected.gt(0))
    return say('Line {line}: {some} confirmed and {rejected} rejected exceed the ordered quantity of {all}.', {
      line,
      some,
      rejected: shown(rejected),
      all,
    });
  const isSame =
    (price === null || price.eq(ordered.price)) &&
    substituteEAN === null &&
    whole.eq(quantity) &&
    promises.length === 1 &&
    promises[0]?.date === ordered.deliverBy;
  return isSame ? say('Line {line}: no change entered. Accept the line instead.', { line }) : null;
}

/**
 * True if the buyer must accept a confirmation: it exceeds the tolerances, or offers another product. The rejection of a whole line is
 * final.
 */
export function needsBuyer(ordered: Ordered, answer: LineAnswer, tolerances: Tolerances): boolean {
  if (answer.decision !== 'change') return false;
  if (answer.substituteEAN !== null) return true;
  const percent = (part: Decimal, whole: Decimal) => (whole.eq(0) ? new Decimal(part.eq(0) ? 0 : 101) : part.times(100).div(whole));
  const more = promised(answer).minus(ordered.quantity);
  if (more.gt(0) && percent(more, ordered.quantity).gt(tolerances.quantityMore)) return true;
  if (more.lt(0) && percent(more.neg(), ordered.quantity).gt(tolerances.quantityLess)) return true;
  if (answer.price !== null && percent(answer.price.minus(ordered.price), ordered.price).gt(tolerances.priceMore)) return true;
  const last = answer.promises.reduce((latest, { date }) => (date > latest ? date : latest), '');
  return ordered.deliverBy !== null && daysBetween(ordered.deliverBy, last) > tolerances.daysLate;
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

const shown = (quantity: Decimal) => showNumber(quantity.toFixed());
