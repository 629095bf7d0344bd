import { showDate, showNumber } from '../ground/fields.ts';
import { Decimal } from '../ground/numbers.ts';
import { say } from '../ground/template.ts';

/** The status of a note with lines. The number of a cancelled note is not used again. */
export const DISPATCH_STATES = ['draft', 'ready', 'left', 'arrived', 'closed', 'cancelled'] as const;
export type DispatchState = (typeof DISPATCH_STATES)[number];

export const STATE_WORDS: Readonly<Record<DispatchState, string>> = {
  draft: 'Draft',
  ready: 'Ready',
  left: 'In transit',
  arrived: 'Arrived',
  closed: 'Closed',
  cancelled: 'Cancelled',
};

export const MOVES = {
  ready: { from: ['draft'], to: 'ready' },
  draft: { from: ['ready'], to: 'draft' },
  leave: { from: ['ready'], to: 'left' },
  arrive: { from: ['left'], to: 'arrived' },
  close: { from: ['arrived'], to: 'closed' },
  cancel: { from: ['draft', 'ready', 'left'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly DispatchState[]; to: DispatchState }>;
export type DispatchMove = keyof typeof MOVES;

export function mayMove(state: DispatchState, move: DispatchMove): boolean {
  return (MOVES[move].from as readonly DispatchState[]).includes(state);
}

/** An order's line as a note may dispatch it. Quantities are in the order's unit. */
export interface OpenQuantity {
  ordered: Decimal;
  /** The quantity that the vendor's settled confirmation does not deliver. */
  rejected: Decimal;
  /** The total of quantities on other notes that are ready or dispatched, and quantities received without a note. */
  before: Decimal;
  /** The percentage that may be dispatched above the order. */
  tolerance: Decimal;
}

/** The quantity that may still be dispatched, including the tolerance; never below zero. */
function mostToSend({ ordered, rejected, before, tolerance }: OpenQuantity): Decimal {
  const most = Decimal.max(ordered.minus(rejected), 0).times(tolerance.plus(100)).div(100).toDecimalPlaces(3, Decimal.ROUND_DOWN);
  return Decimal.max(most.minus(before), 0);
}

/**
 * The tolerance belongs to the order line, over all its notes together: twenty deliveries within the tolerance each must not exceed it
 * together.
 * @param here the quantity of the line on this note, over all its batches.
 */
export function quantityProblem(no: number, here: Decimal, open: OpenQuantity): string | null {
  const most = mostToSend(open);
  if (here.lte(most)) return null;
  const before = showNumber(open.before.toString());
  const what = most.isZero()
    ? 'Remove it.'
    : say('At most {most} more can be sent{tolerance, select, 0 {} other { with the tolerance of {tolerance}%}}.', {
        most: showNumber(most.toString()),
        tolerance: showNumber(open.tolerance.toString()),
      });
  const ordered = showNumber(open.ordered.toString());
  if (open.rejected.isZero())
    return say('Line {no}: {here} dispatched here{before, select, 0 {} other { and {before} before}}, {ordered} ordered. {what}', {
      no,
      here: showNumber(here.toString()),
      before,
      ordered,
      what,
    });
  const rejected = showNumber(open.rejected.toString());
  return say(
    'Line {no}: {here} dispatched here{before, select, 0 {} other { and {before} before}}, {ordered} ordered and {rejected} of them rejected. {what}',
    {
      no,
      here: showNumber(here.toString()),
      before,
      ordered,
      rejected,
      what,
    },
  );
}

/** An order's line as the buyer may return it. */
interface RejectedQuantity {
  arrived: Decimal;
  /** Rejected at its receipts. */
  rejected: Decimal;
  /** Returned by other notes that are ready or dispatched. */
  before: Decimal;
}

/**
 * Accepted goods belong to the buyer, so at most the quantity that receipts have rejected can be returned.
 * @param here the quantity that this note returns.
 */
export function returnProblem(no: number, here: Decimal, { arrived, rejected, before }: RejectedQuantity): string | null {
  const most = Decimal.max(rejected.minus(before), 0);
  if (here.lte(most)) return null;
  const [back, got, declined] = [here, arrived, rejected].map((quantity) => showNumber(quantity.toString()));
  const earlier = showNumber(before.toString());
  const what = most.isZero() ? 'Remove it.' : say('At most {most} more can be returned.', { most: showNumber(most.toString()) });
  return say(
    'Line {no}: {back} returned here{earlier, select, 0 {} other { and {earlier} before}}, {declined} rejected of {got} received. {what}',
    {
      no,
      back,
      earlier,
      declined,
      got,
      what,
    },
  );
}

export interface Batch {
  batch: string | null;
  madeOn: string | null;
  bestBefore: string | null;
}

/** `days` is the minimum shelf life of the category on arrival; null if none is set. */
export interface ShelfLife {
  category: string | null;
  days: number | null;
}

const DAY_MS = 86_400_000;

/** Days from one day of the calendar to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** The problems with a batch's dates, by which the screen finds their cell. */
export const batchMessages = {
  expired: '{what}: expired on arrival (best before {bestBefore}, arrives on {arrival}).',
  order: '{what}: best-before date {bestBefore} is not after the manufacturing date.',
  missing:
    '{what}: enter the best-before date. {known, select, yes {{category}} other {These goods}} must have at least {days} days left on arrival.',
  short:
    '{what}: {left} days left on arrival ({arrival}). {known, select, yes {{category}} other {These goods}} must have at least {days}.',
  madeLate: '{what}: manufactured on {madeOn}, after arrival.',
} as const;

/** The problem with the dates of a line's batch: they contradict each other, or the remaining shelf life on arrival is too short. */
export function batchProblem(
  no: number,
  { batch, madeOn, bestBefore }: Batch,
  { category, days }: ShelfLife,
  arrival: string,
): string | null {
  const what = batch === null ? say('Line {no}', { no }) : say('Line {no}, batch {batch}', { no, batch });
  if (madeOn !== null && bestBefore !== null && bestBefore <= madeOn)
    return say(batchMessages.order, { what, bestBefore: showDate(bestBefore) });
  if (madeOn !== null && madeOn > arrival) return say(batchMessages.madeLate, { what, madeOn: showDate(madeOn) });
  if (bestBefore !== null && bestBefore < arrival)
    return say(batchMessages.expired, {
      what,
      bestBefore: showDate(bestBefore),
      arrival: showDate(arrival),
    });
  if (days === null || days === 0) return null;
  // A category has the name that the buyer gives it.
  const goods = category === null ? { known: 'no' } : { known: 'yes', category };
  if (bestBefore === null) return say(batchMessages.missing, { what, ...goods, days });
  const left = daysBetween(arrival, bestBefore);
  return left < days
    ? say(batchMessages.short, {
        what,
        left,
        arrival: showDate(arrival),
        ...goods,
        days,
      })
    : null;
}

/** The check digit of GS1 for the 17 digits before it. */
function ssccCheck(digits: string): string {
  const sum = Array.from(digits, Number).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** True for a Serial Shipping Container Code: 18 digits with the check digit of GS1. */
export function isSscc(text: string): boolean {
  return /^\d{18}$/.test(text) && ssccCheck(text.slice(0, -1)) === text.at(-1);
}

/** The SSCC of the next serial number; null after the last. The end of the company's prefix is not known. */
export function nextSscc(sscc: string): string | null {
  const digits = String(BigInt(sscc.slice(0, -1)) + BigInt(1)).padStart(17, '0');
  return digits.length > 17 ? null : digits + ssccCheck(digits);
}
