import { type Delivery, messages, receivedProblem, type Rejection } from '@aapurti/contract/receipts/receipts';

/** The typed values of a line that arrives. */
export interface ReceivedDraft {
  orderId: string;
  poNumber: string;
  line: number;
  itemName: string;
  uom: string;
  ordered: number;
  received: number;
  expected: number;
  /** A dispatch note says that it was sent. */
  isSent: boolean;
  quantity: string;
  rejected: string;
  reason: Rejection | '';
  remark: string;
  batch: string;
}

/** All that is expected has arrived, until something else is typed. */
export function draftsOf(delivery: Delivery | undefined): ReceivedDraft[] {
  return (delivery?.lines ?? []).map(({ orderId, poNumber, line, itemName, uom, ordered, received, expected, batch }) => ({
    orderId,
    poNumber,
    line,
    itemName,
    ordered,
    received,
    expected,
    isSent: delivery?.noteId != null,
    uom: uom ?? '',
    quantity: expected > 0 ? String(expected) : '',
    rejected: '',
    reason: '',
    remark: '',
    batch: batch ?? '',
  }));
}

/** The value of the form's field. */
export function linesOf(value: unknown): ReceivedDraft[] {
  return Array.isArray(value) ? (value as ReceivedDraft[]) : [];
}

/** The reason, which is asked for while something is rejected. */
const reasonOf = ({ rejected, reason }: ReceivedDraft) => (rejected === '' || Number(rejected) === 0 || reason === '' ? null : reason);

/** Lines of which nothing arrived are left out. */
export function sentLines(drafts: readonly ReceivedDraft[]) {
  return drafts
    .filter(({ quantity, rejected }) => quantity !== '' || rejected !== '')
    .map((draft) => {
      const { orderId, line, quantity, rejected, remark, batch } = draft;
      return { orderId, line, quantity, rejected, remark, batch, reason: reasonOf(draft) };
    });
}

/** The problem with a line, named as the server counts lines: only those that are sent. */
export function draftProblem(drafts: readonly ReceivedDraft[], draft: ReceivedDraft): string | null {
  if (draft.quantity === '' && draft.rejected === '') return null;
  const place = drafts.filter(({ quantity, rejected }) => quantity !== '' || rejected !== '').indexOf(draft) + 1;
  const [quantity, rejected] = [Number(draft.quantity), draft.rejected === '' ? 0 : Number(draft.rejected)];
  if (!Number.isFinite(quantity) || !Number.isFinite(rejected)) return null;
  const problem = receivedProblem({ quantity, rejected, reason: reasonOf(draft), remark: draft.remark.trim() || null });
  return problem === null ? null : messages.ofLine(place, problem.message);
}
