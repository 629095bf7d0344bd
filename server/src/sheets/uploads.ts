import type { SheetDone, SheetRefusal } from '@aapurti/contract/sheets';

import type { Settings } from '../env.ts';
import { invalid } from '../refusal.ts';
import type { Upload } from '../http/multipart.ts';
import { boundedQueue } from '../process/queue.ts';
import type { SheetFile } from './file.ts';
import type { Job } from './job.ts';
import { openThread } from './thread.ts';

/** A sheet as it was sent. Once `signal` says that the caller has gone away, nothing is stored any more. */
type Sent = Pick<Job, 'sheet' | 'actor' | 'owner' | 'csvAllowed'> & { file: Upload | undefined; signal: AbortSignal };

/**
 * What takes in sheets, in a thread with a connection of its own: of all that there is to do for one, the thread that answers everybody
 * else does nothing.
 */
export interface Uploads {
  /** Reads it and stores it through its domain, all or nothing: one faulty row, or `dryRun`, and nothing is changed. */
  take(sent: Sent & { dryRun: boolean; done?: string }): Promise<SheetDone | SheetRefusal>;
  /** The workbook with its faults marked, or why it cannot be read at all. Stores nothing. */
  mark(sent: Sent): Promise<Buffer | SheetRefusal>;
  /** Ends a thread that waits for work. */
  close(): Promise<void>;
}

/** Of the memory of the thread that takes in the buyer's own sheets: 200,000 lines of orders are put together in it. */
const BUYERS_MB = 384;

/**
 * @param world.itemSource as whose the buyer's items are stored.
 */
export function openUploads(world: { url: string; settings: Settings; clock: () => Date; itemSource: () => string }): Uploads {
  const { url, settings } = world;
  const vendors = openThread({ url, settings });
  const buyers = openThread({ url, settings }, { memoryMB: BUYERS_MB });
  /** One file at a time keeps the memory below its bound; a large one takes seconds. At most four of one user, so that nobody fills the queue. */
  const inTurn = boundedQueue(1, 20, 4);

  function run({ sheet, actor, owner, csvAllowed, file: given, signal }: Sent, { todo, done }: Pick<Job, 'todo' | 'done'>) {
    const { name, content } = checkedFile(given, csvAllowed);
    return inTurn(
      async () => {
        const [thread, other] = owner === null ? [buyers, vendors] : [vendors, buyers];
        await other.close();
        const [now, itemSource] = [world.clock().getTime(), world.itemSource()];
        return thread.run({ sheet, actor, owner, csvAllowed, file: { name, content }, todo, done, now, itemSource }, signal);
      },
      { who: actor.id, signal },
    );
  }

  return {
    async take({ dryRun, done, ...sent }) {
      const outcome = await run(sent, { todo: dryRun ? 'check' : 'store', done });
      if (Buffer.isBuffer(outcome)) throw new Error('a sheet that is taken in gives no workbook');
      return outcome;
    },
    async mark(sent) {
      const outcome = await run(sent, { todo: 'mark', done: undefined });
      if ('created' in outcome) throw new Error('a sheet that is marked stores nothing');
      return outcome;
    },
    close: async () => {
      await vendors.close();
      await buyers.close();
    },
  };
}

function checkedFile(file: Upload | undefined, csvAllowed: boolean): SheetFile {
  if (file === undefined) throw invalid({ file: `Choose ${csvAllowed ? 'a .csv or' : 'an'} .xlsx file.` });
  if (file.tooLarge) throw invalid({ file: 'The file is larger than 50 MB. Please split it.' }, 413);
  return file;
}
