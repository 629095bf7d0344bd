import { mayCall } from '../access/roles.ts';
import {
  invoicedStep,
  invoicesOf,
  type Link,
  type NextOfInvoice,
  nextOfInvoices,
  paidStep,
  passedOver,
  type Reader,
} from '../comments/linkedSteps.ts';
import { showDate } from '../ground/fields.ts';
import type { Step } from '../ground/steps.ts';
import type { Receipt } from './receipts.ts';

export type StepReceipt = Pick<Receipt, 'receivedOn' | 'DCNumber' | 'isCancelled' | 'quantity' | 'rejected'>;

/** The steps of a goods receipt from its dispatch note to the payment. A cancelled receipt ends there. */
export function receiptSteps(receipt: StepReceipt, linked: readonly Link[]): Step[] {
  const { receivedOn, DCNumber, isCancelled, quantity, rejected } = receipt;
  const dispatched: Step =
    DCNumber === null
      ? { name: 'Dispatched', state: 'skipped', note: 'Without a dispatch note' }
      : { name: 'Dispatched', state: 'done', note: DCNumber };
  if (isCancelled) {
    return [
      dispatched,
      { name: 'Received', state: 'failed', note: 'Cancelled' },
      { name: 'Invoiced', state: 'skipped', note: null },
      { name: 'Paid', state: 'skipped', note: null },
    ];
  }
  return passedOver([
    dispatched,
    rejected > 0
      ? { name: 'Received', state: 'part', note: rejected >= quantity ? 'Everything rejected' : 'Partly rejected' }
      : { name: 'Received', state: 'done', note: showDate(receivedOn) },
    invoicedStep(linked, rejected < quantity),
    paidStep(linked),
  ]);
}

/**
 * The next step that a member can take for a goods receipt: creating the first invoice, and then that invoice's steps. Null if it waits for
 * others.
 */
export function nextReceiptStep(receipt: StepReceipt, linked: readonly Link[], reader: Reader): { step: 'invoice' } | NextOfInvoice | null {
  const { isCancelled, quantity, rejected } = receipt;
  if (isCancelled) return null;
  if (!reader.isBuyers && rejected < quantity && invoicesOf(linked).length === 0 && mayCall('invoices', reader.roles))
    return { step: 'invoice' };
  return nextOfInvoices(linked, reader);
}

/**
 * A problem of a goods receipt: the difference in the order's unit, and in rupees including tax if the order states the value of a unit.
 */
export interface ReceiptProblem {
  kind: 'short' | 'over' | 'rejected';
  poNumber: string;
  line: number;
  itemName: string | null;
  uom: string | null;
  units: number;
  amount: number;
  reason: Receipt['lines'][number]['reason'];
  remark: string | null;
}

/** The lines that differ from the dispatched quantity, and those with rejected goods. */
export function receiptProblems({
  lines,
  differences,
  isCancelled,
}: Pick<Receipt, 'lines' | 'differences' | 'isCancelled'>): ReceiptProblem[] {
  if (isCancelled) return [];
  const known = new Map(lines.map((line) => [`${line.poNumber} ${line.line}`, line]));
  const worth = (units: number, price: number | null | undefined) => Number((units * (price ?? 0)).toFixed(2));
  return [
    ...differences.map(({ poNumber, line, uom, sent, received, unitValue }): ReceiptProblem => {
      const units = Number((received - sent).toFixed(3));
      const itemName = known.get(`${poNumber} ${line}`)?.itemName ?? null;
      const kind = units < 0 ? 'short' : 'over';
      return { kind, poNumber, line, itemName, uom, units, amount: worth(units, unitValue), reason: null, remark: null };
    }),
    ...lines.flatMap(({ poNumber, line, itemName, uom, rejected, reason, remark, unitValue }): ReceiptProblem[] =>
      rejected > 0
        ? [{ kind: 'rejected', poNumber, line, itemName, uom, units: -rejected, amount: worth(-rejected, unitValue), reason, remark }]
        : [],
    ),
  ];
}
