import { mayCall, type Role, type RoleSet } from '../access/roles.ts';
import { stateOfParts, type Step } from '../ground/steps.ts';
import type { LinkedDocument } from './linkedDocuments.ts';

export type Link = Pick<LinkedDocument, 'documentKind' | 'documentId' | 'number' | 'state'>;
/** The caller of a step: the party and the roles. */
export interface Reader {
  isBuyers: boolean;
  roles: readonly Role[];
}

/** The receipt that counts, ignoring cancelled ones. */
export const receiptOf = (linked: readonly Link[]) =>
  linked.find(({ documentKind, state }) => documentKind === 'receipt' && state !== 'cancelled');
export const invoicesOf = (linked: readonly Link[]) => linked.filter(({ documentKind }) => documentKind === 'invoice');
const isStopped = ({ state }: Link) => state === 'exception' || state === 'returned';

/** The step of a chain's invoices; `isDue` means that the first one can be created now. */
export function invoicedStep(linked: readonly Link[], isDue: boolean): Step {
  const invoices = invoicesOf(linked);
  const stopped = invoices.find(isStopped);
  const [first] = invoices;
  if (stopped !== undefined) {
    return {
      name: 'Invoiced',
      state: 'failed',
      note: stopped.state === 'returned' ? '{invoiceNumber} was sent back' : '{invoiceNumber} is an exception',
      values: { invoiceNumber: stopped.number },
    };
  }
  if (first === undefined) return { name: 'Invoiced', state: isDue ? 'now' : 'todo', note: null };
  return invoices.length === 1
    ? { name: 'Invoiced', state: 'done', note: first.number }
    : { name: 'Invoiced', state: 'done', note: '{count, plural, one {# invoice} other {# invoices}}', values: { count: invoices.length } };
}

/** The step of their payment. */
export function paidStep(linked: readonly Link[]): Step {
  const invoices = invoicesOf(linked);
  const paid = invoices.filter(({ state }) => state === 'paid').length;
  return { name: 'Paid', state: stateOfParts(paid, invoices.length), note: null };
}

/** A step that is open before a completed one was skipped. */
export function passedOver(steps: readonly Step[]): Step[] {
  const isOpen = ({ state }: Step) => state === 'todo' || state === 'now';
  return steps.map((step, place) =>
    isOpen(step) && steps.slice(place + 1).some((later) => !isOpen(later)) ? { ...step, state: 'skipped' } : step,
  );
}

/** The possible next steps of an invoice in a chain, and the roles that may take each. */
export const LINKED_STEPS = {
  correct: 'invoices',
  review: 'invoiceRelease',
  approve: 'invoiceRelease',
  pay: 'accounting',
} as const satisfies Record<string, RoleSet>;
type LinkedStep = keyof typeof LINKED_STEPS;
export interface NextOfInvoice {
  step: LinkedStep;
  invoice: Link;
}

const TAKEN: Readonly<Record<LinkedStep, readonly string[]>> = {
  correct: ['exception', 'returned'],
  review: ['exception'],
  approve: ['matched', 'released'],
  pay: ['approved', 'unmatched'],
};

/** The most urgent next step that a member can take for the invoices of a chain; null if it waits for others, or nothing is left. */
export function nextOfInvoices(linked: readonly Link[], { isBuyers, roles }: Reader): NextOfInvoice | null {
  for (const step of isBuyers ? (['review', 'approve', 'pay'] as const) : (['correct'] as const)) {
    const invoice = invoicesOf(linked).find(({ state }) => TAKEN[step].includes(state ?? ''));
    if (invoice !== undefined && mayCall(LINKED_STEPS[step], roles)) return { step, invoice };
  }
  return null;
}
