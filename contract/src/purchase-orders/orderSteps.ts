import { mayCall, type Role, type RoleSet } from '../access/roles.ts';
import { showDate, showMoney } from '../ground/fields.ts';
import { stateOfParts, type Step } from '../ground/steps.ts';
import type { MatchState } from '../invoices/invoices.ts';
import type { OrderLinks } from './orderLinks.ts';
import type { PurchaseOrder } from './orders.ts';

export type StepOrder = Pick<PurchaseOrder, 'status' | 'poDate' | 'awaits' | 'acknowledgedOn'>;
export type StepLinks = {
  lines: readonly Pick<
    OrderLinks['lines'][number],
    'ordered' | 'promised' | 'sent' | 'received' | 'rejected' | 'invoiced' | 'credited' | 'accepted'
  >[];
  invoices: readonly (Pick<OrderLinks['invoices'][number], '_id' | 'invoiceNumber' | 'balance'> & { matchState: MatchState })[];
  totals: Pick<OrderLinks['totals'], 'invoiced' | 'toInvoice' | 'paid'>;
};

/** Quantities have three decimals, so less than half of the last one is rounding. */
export const LEAST = 0.0005;
const reaches = (quantity: number, goal: number) => quantity > goal - LEAST;

const isApproved = ({ matchState }: { matchState: MatchState }) => matchState === 'approved';
const isException = ({ matchState }: { matchState: MatchState }) => matchState === 'exception' || matchState === 'returned';

/** True for an order that is neither closed nor cancelled. */
export const isLive = ({ status }: { status: string }) => status === 'Open' || status === 'Acknowledged';

/** The dispatched quantity; goods delivered without a dispatch note were dispatched too. */
export const goneOf = ({ sent, received }: { sent: number; received: number }) => Math.max(sent, received);

/**
 * A line's agreed quantity: the confirmed one, or the ordered quantity of a line without a confirmation if the order is not acknowledged.
 */
export const agreedIn =
  ({ acknowledgedOn }: Pick<StepOrder, 'acknowledgedOn'>) =>
  <Line extends Pick<StepLinks['lines'][number], 'ordered' | 'promised'>>(line: Line): Line => ({
    ...line,
    promised: line.promised === 0 && acknowledgedOn === null ? line.ordered : line.promised,
  });

/** The steps of an order from its date to its payment. Steps that its end has made impossible are skipped. */
export function orderSteps(order: StepOrder, { lines, invoices, totals }: StepLinks): Step[] {
  const agreed = lines.map(agreedIn(order)).filter(({ promised }) => promised > 0);
  const sent = agreed.filter((line) => reaches(goneOf(line), line.promised)).length;
  const begun = agreed.filter((line) => goneOf(line) > 0).length;
  const received = agreed.filter((line) => reaches(line.received, line.promised)).length;
  const arrived = agreed.filter((line) => line.received > 0).length;
  // Invoices without lines may have billed everything.
  const isBilled = invoices.length > 0 && totals.toInvoice <= 0;
  const billed = agreed.filter(
    ({ accepted, invoiced, credited }) => accepted > 0 && (isBilled || reaches(invoiced - credited, accepted)),
  ).length;
  const stopped = invoices.find(isException);
  const approved = invoices.filter(isApproved).length;
  const ofLines = (count: number) => ({
    note: '{count} of {all, plural, one {# line} other {# lines}}',
    values: { count, all: agreed.length },
  });
  const steps: Step[] = [
    { name: 'Ordered', state: 'done', note: showDate(order.poDate) },
    confirmed(order, begun > 0),
    {
      name: 'Dispatched',
      state: begun > sent && sent === 0 ? 'part' : stateOfParts(sent, agreed.length),
      ...(begun === 0 ? NO_NOTE : ofLines(sent)),
    },
    {
      name: 'Received',
      state: arrived > received && received === 0 ? 'part' : stateOfParts(received, agreed.length),
      ...(arrived === 0 ? NO_NOTE : ofLines(received)),
    },
    {
      name: 'Invoiced',
      state: stopped !== undefined ? 'failed' : invoices.length > 0 && billed === 0 ? 'part' : stateOfParts(billed, agreed.length),
      ...(stopped !== undefined ? stoppedNote(stopped) : { note: invoices.length === 0 ? null : showMoney(totals.invoiced) }),
    },
    {
      name: 'Approved',
      state: stateOfParts(approved, invoices.length),
      ...(invoices.length === 0
        ? NO_NOTE
        : { note: '{count} of {all, plural, one {# invoice} other {# invoices}}', values: { count: approved, all: invoices.length } }),
    },
    {
      name: 'Paid',
      state: totals.paid <= 0 ? 'todo' : totals.paid >= totals.invoiced && invoices.every(({ balance }) => balance <= 0) ? 'done' : 'part',
      note: totals.paid <= 0 ? null : showMoney(totals.paid),
    },
  ];
  return steps.map((step, place) => {
    if (step.state !== 'todo') return step;
    const isPassed = steps.slice(place + 1).some(({ state }) => state !== 'todo');
    if (isPassed) return { ...step, state: 'skipped' };
    // Accepted goods can still be invoiced and paid after the end of an order.
    const endsWith = order.status === 'Cancelled' || place < 4 || arrived === 0;
    return !isLive(order) && endsWith ? { name: step.name, state: 'skipped', note: null } : step;
  });
}

function confirmed({ status, awaits, acknowledgedOn }: StepOrder, begun: boolean): Step {
  const name = 'Confirmed';
  if (awaits === 'buyer') return { name, state: 'part', note: 'Proposal awaiting decision' };
  if (awaits === 'vendor') return { name, state: 'part', note: 'Counter-offer waiting for your reply' };
  if (acknowledgedOn !== null) return { name, state: 'done', note: showDate(acknowledgedOn) };
  if (status !== 'Open') return { name, state: 'todo', note: null };
  return { name, state: begun ? 'skipped' : 'now', note: 'Not confirmed yet' };
}

const NO_NOTE = { note: null };

const stoppedNote = ({ invoiceNumber, matchState }: StepLinks['invoices'][number]) => ({
  note: matchState === 'returned' ? '{invoiceNumber} was sent back' : '{invoiceNumber} is an exception',
  values: { invoiceNumber },
});

/** The possible next steps of an order, and the roles that can take each. */
export const ORDER_STEPS = {
  decide: 'orderAnswers',
  respond: 'catalogue',
  confirm: 'catalogue',
  correct: 'invoices',
  review: 'invoiceRelease',
  receive: 'receiving',
  approve: 'invoiceRelease',
  pay: 'accounting',
  invoice: 'invoices',
  dispatch: 'dispatch',
} as const satisfies Record<string, RoleSet>;
type OrderStep = keyof typeof ORDER_STEPS;

export interface NextStep {
  step: OrderStep;
  /** The invoice that the step concerns. */
  invoice?: { _id: string; invoiceNumber: string };
}

/** The steps of each party, the most urgent first. */
const OF_VENDOR: readonly OrderStep[] = ['respond', 'correct', 'confirm', 'invoice', 'dispatch'];
const OF_BUYER: readonly OrderStep[] = ['decide', 'receive', 'review', 'approve', 'pay'];

/**
 * The next step that a member can take for an order: the most urgent one that the member's company and roles allow. Null if it waits for
 * others, or nothing is left.
 */
export function nextOrderStep(
  order: StepOrder,
  { lines, invoices, totals }: StepLinks,
  { isBuyers, roles }: { isBuyers: boolean; roles: readonly Role[] },
): NextStep | null {
  const live = isLive(order);
  const about = (found: StepLinks['invoices'][number] | undefined) =>
    found === undefined ? null : { invoice: { _id: found._id, invoiceNumber: found.invoiceNumber } };
  const possible: Readonly<Record<OrderStep, Omit<NextStep, 'step'> | null>> = {
    decide: live && order.awaits === 'buyer' ? {} : null,
    respond: live && order.awaits === 'vendor' ? {} : null,
    confirm: order.status === 'Open' && order.awaits === null ? {} : null,
    correct: about(invoices.find(isException)),
    review: about(invoices.find(({ matchState }) => matchState === 'exception')),
    approve: about(invoices.find(({ matchState, balance }) => (matchState === 'matched' || matchState === 'released') && balance > 0)),
    pay: about(invoices.find((invoice) => isApproved(invoice) && invoice.balance > 0)),
    receive: live && lines.some(({ sent, received }) => sent > received + LEAST) ? {} : null,
    invoice: totals.toInvoice > 0 ? {} : null,
    dispatch: live && lines.map(agreedIn(order)).some((line) => line.promised > goneOf(line) + LEAST) ? {} : null,
  };
  for (const step of isBuyers ? OF_BUYER : OF_VENDOR) {
    const found = possible[step];
    if (found !== null && mayCall(ORDER_STEPS[step], roles)) return { step, ...found };
  }
  return null;
}
