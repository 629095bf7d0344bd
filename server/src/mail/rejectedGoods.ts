import { rejectionWords } from '@aapurti/contract/receipts/rejectionWords';

import type { Database } from '../database/database.ts';
import { textsOf } from '../ground/texts.ts';
import { TOLD_MOST } from './messages.ts';
import { byOwner, grouped, tell } from './queue.ts';
import type { ToldReceipt } from './receivedGoods.ts';

/** The most lines of one receipt, or of one kind of difference, that a notification names. */
export const LINES_MOST = 5;

/** Rejected goods of an order line that no receipt of the form reports. */
export interface RejectedGoods {
  ownerId: string;
  /** The number of the goods receipt; null if the buyer's system states only the quantities of its order. */
  receipt: string | null;
  poNumber: string;
  line: number;
  uom: string | null;
  /** The quantity that the vendor has not been told of. */
  rejected: number;
  reason: Parameters<typeof rejectionWords>[0]['reason'];
}

/** Notifies the vendors of goods that files and the buyer's system report as rejected, as the form of a goods receipt does. */
export async function tellRejected(db: Database, goods: readonly RejectedGoods[]): Promise<void> {
  await tell(
    db,
    [...byOwner(goods)].map(([vendorId, own]) => {
      const documents = [
        ...grouped(own, ({ receipt, poNumber }) => JSON.stringify([receipt, receipt === null ? poNumber : null])).values(),
      ];
      const receipts = documents.slice(0, TOLD_MOST).flatMap((lines): ToldReceipt[] => {
        const [first] = lines;
        if (first === undefined) return [];
        const words = lines.slice(0, LINES_MOST).flatMap((line) => rejectionWords(line) ?? []);
        const told = { note: '', rejects: true, differs: false, differences: words, texts: textsOf(words) };
        return [first.receipt === null ? { ...told, number: first.poNumber, isOrder: true } : { ...told, number: first.receipt }];
      });
      return { kind: 'differences', vendorId, content: { count: documents.length, receipts } };
    }),
  );
}
