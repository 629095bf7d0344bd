import { busy } from '../http/errors.ts';
import { Workbook } from '../http/reply.ts';
import { writeSheet, type WrittenColumns, type WrittenRow } from './write.ts';

/** Each has a connection of the database for as long as its reader takes. */
const AT_ONCE = 3;
let running = 0;

/**
 * An export as an answer. It is written as it is read, so that its size costs no memory, and ends when its reader goes away.
 * Past a few at once: 503.
 */
export async function downloadSheet<C extends WrittenColumns>(
  name: string,
  columns: C,
  rows: AsyncIterable<readonly WrittenRow<C>[]>,
  { sheet }: { sheet: string },
): Promise<Workbook> {
  if (running >= AT_ONCE) throw busy(5);
  running += 1;
  const content = writeSheet(columns, rows, { sheet });
  content.once('close', () => {
    running -= 1;
  });
  // What fails before the first byte is an answer with words, not half a file.
  await new Promise<void>((resolve, reject) => {
    content.once('readable', resolve);
    content.once('error', reject);
  });
  return new Workbook(name, content);
}
