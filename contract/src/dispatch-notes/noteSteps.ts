import { mayCall, type RoleSet } from '../access/roles.ts';
import {
  invoicedStep,
  invoicesOf,
  type Link,
  type NextOfInvoice,
  nextOfInvoices,
  passedOver,
  type Reader,
  receiptOf,
} from '../comments/linkedSteps.ts';
import { showDate } from '../ground/fields.ts';
import type { Step } from '../ground/steps.ts';
import type { Receipt } from '../receipts/receipts.ts';
import type { DispatchGoods } from './dispatchGoods.ts';
import { type DispatchState, daysBetween } from './dispatchRules.ts';
import { MOVEMENTS } from './movements.ts';

export type StepNote = Pick<DispatchGoods, 'issuer' | 'kind' | 'state' | 'expectedOn' | 'leftAt' | 'arrivedOn'> & {
  lines: readonly unknown[];
};
/** True for goods of orders, which are received and invoiced; other goods only arrive. */
const isDelivery = ({ kind }: StepNote) => MOVEMENTS[kind].goods === 'order';

const REACHED: Readonly<Record<DispatchState, number>> = { draft: 1, ready: 2, left: 3, arrived: 4, closed: 4, cancelled: 1 };

/** The steps of a dispatch note from its goods to their invoice. Steps that its cancellation has made impossible are skipped. */
export function noteSteps(note: StepNote, linked: readonly Link[]): Step[] {
  const { state, leftAt, arrivedOn, expectedOn } = note;
  const isCancelled = state === 'cancelled';
  const reached = note.lines.length === 0 ? 0 : isCancelled && leftAt !== null ? REACHED.left : REACHED[state ?? 'draft'];
  const receipt = receiptOf(linked);
  const done = (step: number) => (reached >= step ? 'done' : reached + 1 === step && !isCancelled ? 'now' : 'todo');
  const arrived = done(4);
  const all: Step[] = [
    { name: 'Goods entered', state: done(1), note: null },
    { name: 'Ready', state: done(2), note: null },
    { name: 'Dispatched', state: done(3), note: leftAt === null ? null : showDate(leftAt) },
    {
      name: 'Arrived',
      state: arrived,
      ...(arrivedOn !== null
        ? { note: showDate(arrivedOn) }
        : arrived === 'now' && expectedOn !== null
          ? { note: 'Expected on {day}', values: { day: showDate(expectedOn) } }
          : { note: null }),
    },
    {
      name: 'Received',
      state: receipt === undefined ? (reached === 4 ? 'now' : 'todo') : receipt.state === 'rejected' ? 'part' : 'done',
      note: receipt === undefined ? null : receipt.state === 'rejected' ? 'Partly rejected' : receipt.number,
    },
    invoicedStep(linked, receipt !== undefined),
  ];
  const steps = isDelivery(note) ? all : all.slice(0, 4);
  if (!isCancelled) return passedOver(steps);
  return steps.map((step, place) =>
    step.state !== 'todo'
      ? step
      : place === reached
        ? { name: step.name, state: 'failed', note: 'Cancelled' }
        : { name: step.name, state: 'skipped', note: null },
  );
}

/** The possible next steps of a dispatch note, and the roles that may take each. */
export const NOTE_STEPS = {
  goods: 'dispatch',
  ready: 'dispatch',
  leave: 'dispatch',
  receive: 'receiving',
  invoice: 'invoices',
  close: 'dispatch',
} as const satisfies Record<string, RoleSet>;
export type NoteStep = keyof typeof NOTE_STEPS;

/** The steps of the party that issued the note. */
const OF_ISSUER: ReadonlySet<NoteStep> = new Set(['goods', 'ready', 'leave', 'close']);
const OF_VENDOR: readonly NoteStep[] = ['goods', 'ready', 'leave', 'invoice', 'close'];
const OF_BUYER: readonly NoteStep[] = ['goods', 'ready', 'leave', 'receive', 'close'];

/**
 * The next step that a member can take for a dispatch note: the first of the member's company that its roles allow, and after those its
 * invoice's. Null if it waits for others.
 */
export function nextNoteStep(note: StepNote, linked: readonly Link[], reader: Reader): { step: NoteStep } | NextOfInvoice | null {
  const { state } = note;
  const isReceived = receiptOf(linked) !== undefined;
  const possible: Readonly<Record<NoteStep, boolean>> = {
    goods: note.lines.length === 0 && !isReceived && (state === null || state === 'draft'),
    ready: state === 'draft' && note.lines.length > 0,
    leave: state === 'ready',
    receive: isDelivery(note) && (state === 'left' || state === 'arrived') && !isReceived,
    invoice: isDelivery(note) && isReceived && invoicesOf(linked).length === 0 && state !== 'cancelled',
    close: state === 'arrived' && (isReceived || !isDelivery(note)),
  };
  const isOwn = reader.isBuyers === (note.issuer === 'buyer');
  const step = (reader.isBuyers ? OF_BUYER : OF_VENDOR).find(
    (each) => possible[each] && (isOwn || !OF_ISSUER.has(each)) && mayCall(NOTE_STEPS[each], reader.roles),
  );
  return step === undefined ? nextOfInvoices(linked, reader) : { step };
}

/** The quantities of a note's line, with its receipt's counts; null while nothing is received. */
export interface NoteFigures {
  no: number;
  itemName: string;
  uom: string | null;
  sent: number;
  received: number | null;
  rejected: number | null;
  /** Received minus dispatched, in the order's unit and in rupees including tax. */
  units: number;
  amount: number;
}

type SentLine = Pick<
  DispatchGoods['lines'][number],
  'no' | 'itemName' | 'uom' | 'orderId' | 'line' | 'quantity' | 'taxable' | 'CGSTRate' | 'SGSTRate' | 'IGSTRate' | 'cessRate'
>;
type ArrivedLine = Pick<Receipt['lines'][number], 'orderId' | 'line' | 'quantity' | 'rejected'>;

const LEAST = 0.0005;

/** The price of one unit including tax. */
function priceOf({ taxable, quantity, CGSTRate, SGSTRate, IGSTRate, cessRate }: SentLine): number {
  const rate = [CGSTRate, SGSTRate, IGSTRate, cessRate].reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return quantity === 0 ? 0 : (taxable / quantity) * (1 + rate / 100);
}

/**
 * The lines of a note next to the received quantities. Batches of one order line share the received quantity: each takes its own quantity
 * in turn, and the last one the remainder, so that no quantity counts twice.
 */
export function noteFigures(lines: readonly SentLine[], arrived: readonly ArrivedLine[] | null): NoteFigures[] {
  const keyOf = ({ orderId, line }: { orderId: string | null; line: number | null }) => `${orderId} ${line}`;
  const left = new Map<string, { received: number; rejected: number }>();
  for (const line of arrived ?? []) {
    const { received, rejected } = left.get(keyOf(line)) ?? { received: 0, rejected: 0 };
    left.set(keyOf(line), { received: received + line.quantity, rejected: rejected + line.rejected });
  }
  return lines.map((line, place) => {
    const { no, itemName, uom, quantity: sent } = line;
    if (arrived === null) return { no, itemName, uom, sent, received: null, rejected: null, units: 0, amount: 0 };
    const rest = left.get(keyOf(line)) ?? { received: 0, rejected: 0 };
    const isLast = !lines.slice(place + 1).some((later) => keyOf(later) === keyOf(line));
    const received = isLast ? rest.received : Math.min(rest.received, sent);
    const rejected = isLast ? rest.rejected : Math.min(rest.rejected, received);
    left.set(keyOf(line), { received: rest.received - received, rejected: rest.rejected - rejected });
    const units = Number((received - sent).toFixed(3));
    return {
      no,
      itemName,
      uom,
      sent,
      received: Number(received.toFixed(3)),
      rejected: Number(rejected.toFixed(3)),
      units,
      amount: Number((units * priceOf(line)).toFixed(2)),
    };
  });
}

/** A problem of a dispatch note, with its difference in the order's unit and in rupees including tax. */
export type NoteProblem =
  | { kind: 'empty' | 'partB' }
  | { kind: 'exception' | 'returned'; invoice: { _id: string; invoiceNumber: string } }
  | { kind: 'late'; days: number }
  | { kind: 'eway'; until: string }
  | { kind: 'short' | 'over' | 'rejected'; line: number; itemName: string; uom: string | null; units: number; amount: number };

type ProblemNote = Omit<StepNote, 'lines'> &
  Pick<DispatchGoods, 'eWayBillNumber' | 'ewayValidUntil' | 'partBChanged'> & { lines: readonly SentLine[] };

/** The problems of a dispatch note, those that block goods or money first. `today` is the date in India, `now` a time. */
export function noteProblems(
  note: ProblemNote,
  linked: readonly Link[],
  arrived: readonly ArrivedLine[] | null,
  { today, now }: { today: string; now: string },
): NoteProblem[] {
  const { state, expectedOn, eWayBillNumber, ewayValidUntil, partBChanged } = note;
  if (state === 'cancelled') return [];
  const isMoving = state === 'ready' || state === 'left';
  const figures = noteFigures(note.lines, arrived);
  const prices = new Map(note.lines.map((line) => [line.no, priceOf(line)]));
  const about = ({ no: line, itemName, uom }: NoteFigures) => ({ line, itemName, uom });
  return [
    ...linked.flatMap(({ documentKind, state: matched, documentId, number }): NoteProblem[] =>
      documentKind === 'invoice' && (matched === 'exception' || matched === 'returned')
        ? [{ kind: matched, invoice: { _id: documentId, invoiceNumber: number } }]
        : [],
    ),
    ...(isMoving && eWayBillNumber !== null && ewayValidUntil !== null && ewayValidUntil < now
      ? [{ kind: 'eway' as const, until: ewayValidUntil }]
      : []),
    ...figures.flatMap((line): NoteProblem[] =>
      Math.abs(line.units) > LEAST
        ? [{ kind: line.units < 0 ? 'short' : 'over', ...about(line), units: line.units, amount: line.amount }]
        : [],
    ),
    ...figures.flatMap((line): NoteProblem[] =>
      line.rejected !== null && line.rejected > LEAST
        ? [
            {
              kind: 'rejected',
              ...about(line),
              units: -line.rejected,
              amount: -Number((line.rejected * (prices.get(line.no) ?? 0)).toFixed(2)),
            },
          ]
        : [],
    ),
    ...(state === 'left' && expectedOn !== null && expectedOn < today && receiptOf(linked) === undefined
      ? [{ kind: 'late' as const, days: daysBetween(expectedOn, today) }]
      : []),
    ...(isMoving && eWayBillNumber !== null && partBChanged ? [{ kind: 'partB' as const }] : []),
    ...(note.lines.length === 0 ? [{ kind: 'empty' as const }] : []),
  ];
}
