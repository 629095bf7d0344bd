import { Decimal, parseDecimal } from '@aapurti/contract/ground/numbers';
import { type Delivery, messages, receivedProblem, type Rejection } from '@aapurti/contract/receipts/receipts';

import type { GridProblem } from '../grid/columns.ts';

/** The typed values of a line to receive. */
export interface ReceivedDraft {
  /** The position in the delivery, from 1: an order line can arrive in several batches. */
  number: number;
  orderId: string;
  poNumber: string;
  line: number;
  itemName: string;
  uom: string;
  ordered: number;
  received: number;
  expected: number;
  /** The order value of one unit, including GST. */
  unitValue: number | null;
  /** True if a dispatch note lists the line. */
  isSent: boolean;
  quantity: string;
  rejected: string;
  reason: Rejection | '';
  remark: string;
  batch: string;
}

/** The lines of a delivery as fully received, until the user types other quantities. */
export function draftsOf(delivery: Delivery | undefined): ReceivedDraft[] {
  return (delivery?.lines ?? []).map(
    ({ orderId, poNumber, line, itemName, uom, ordered, received, expected, unitValue, batch }, index) => ({
      number: index + 1,
      orderId,
      poNumber,
      line,
      itemName,
      ordered,
      received,
      expected,
      unitValue,
      isSent: delivery?.noteId != null,
      uom: uom ?? '',
      quantity: expected > 0 ? String(expected) : '',
      rejected: '',
      reason: '',
      remark: '',
      batch: batch ?? '',
    }),
  );
}

/** The typed figure; 0 for any other text. */
export const figureOf = (typed: string) => parseDecimal(typed) ?? new Decimal(0);

export const isRejected = ({ rejected }: ReceivedDraft) => rejected !== '' && Number(rejected) !== 0;

/** The value of a quantity of a line; 0 for an order without a value. */
export const valueOf = ({ unitValue }: ReceivedDraft, quantity: Decimal) => quantity.times(unitValue ?? 0).toDecimalPlaces(2);

export const accepted = (line: ReceivedDraft) => figureOf(line.quantity).minus(figureOf(line.rejected));
export const difference = ({ quantity, expected }: ReceivedDraft) => figureOf(quantity).minus(expected);

/** The reason, required only if a quantity is rejected. */
const reasonOf = (draft: ReceivedDraft) => (isRejected(draft) && draft.reason !== '' ? draft.reason : null);

const isSent = ({ quantity, rejected }: ReceivedDraft) => quantity !== '' || rejected !== '';

/** Leaves out lines without a received quantity, and remarks about rejections that were withdrawn. */
export function sentLines(drafts: readonly ReceivedDraft[]) {
  return drafts.filter(isSent).map((draft) => {
    const { orderId, line, quantity, rejected, remark, batch } = draft;
    return { orderId, line, quantity, rejected, remark: isRejected(draft) ? remark : '', batch, reason: reasonOf(draft) };
  });
}

/** The problem with a line and its cell; null if there is none or nothing was received. */
export function draftProblem(draft: ReceivedDraft): GridProblem | null {
  if (!isSent(draft)) return null;
  const at = (column: string, message: string) => ({ column, part: 0, message: messages.ofLine(draft.number, message) });
  const quantity = parseDecimal(draft.quantity);
  if (quantity === null || quantity.lte(0)) return at('quantity', messages.quantity);
  if (draft.rejected !== '' && parseDecimal(draft.rejected) === null) return at('rejected', messages.rejected);
  const rejected = figureOf(draft.rejected).toNumber();
  const line = { quantity: quantity.toNumber(), rejected, reason: reasonOf(draft), remark: draft.remark.trim() || null };
  const problem = receivedProblem(line);
  return problem === null ? null : at(problem.field, problem.message);
}
