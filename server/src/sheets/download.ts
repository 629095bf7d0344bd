import { Readable } from 'node:stream';

import { busy } from '../refusal.ts';
import { uploadRoom } from '../http/multipart.ts';
import { Workbook } from '../reply.ts';
import { writeSheet, type WrittenColumns, type WrittenRow } from './write.ts';

/** Each has a connection of the database for as long as its reader takes. */
const AT_ONCE = 3;
/** Of one user: nobody keeps all others from theirs. */
const OF_ONE = 2;
/** Who reads each that is on its way. */
const readers: string[] = [];

/** How long a reader may keep an export waiting, in milliseconds: each time, and altogether, so that none trickles on for hours. */
const WAIT_MAX = 30_000;
const WAITS_MAX = 600_000;

/**
 * An export as an answer. It is written as it is read, so that its size costs no memory, and ends when its reader goes away, or stops
 * reading. Past a few at once, or two of one user: 503.
 */
export async function downloadSheet<C extends WrittenColumns>(
  name: string,
  columns: C,
  rows: AsyncIterable<readonly WrittenRow<C>[]>,
  { sheet, reader }: { sheet: string; reader: { readonly id: string } },
): Promise<Workbook> {
  if (readers.length >= AT_ONCE || readers.filter((id) => id === reader.id).length >= OF_ONE) throw busy(5);
  readers.push(reader.id);
  const content = impatient(writeSheet(columns, rows, { sheet }));
  content.once('close', () => {
    readers.splice(readers.indexOf(reader.id), 1);
  });
  // What fails before the first byte is an answer with words, not half a file.
  await new Promise<void>((resolve, reject) => {
    content.once('readable', resolve);
    content.once('error', reject);
  });
  return new Workbook(name, content);
}

/** Each marked workbook is in memory until its reader has it. */
const UNREAD = uploadRoom(256 * 1024 * 1024);
const PIECE = 64 * 1024;

/** A workbook that is complete, as an answer that goes within the same time. 503 while too much waits for other readers. */
export function handOut(name: string, workbook: Buffer, room = UNREAD): Workbook {
  room.take(workbook.length);
  function* pieces() {
    for (let at = 0; at < workbook.length; at += PIECE) yield workbook.subarray(at, at + PIECE);
  }
  const content = impatient(Readable.from(pieces()));
  content.once('close', () => room.give(workbook.length));
  return new Workbook(name, content);
}

/** The same stream, but it fails on a reader that keeps it waiting. */
function impatient(source: Readable): Readable {
  async function* pieces(): AsyncGenerator<Buffer> {
    let left = WAITS_MAX;
    for await (const piece of source as AsyncIterable<Buffer>) {
      const start = Date.now();
      const timer = setTimeout(() => stream.destroy(new Error('A workbook was not read on.')), Math.min(WAIT_MAX, left));
      try {
        yield piece;
      } finally {
        clearTimeout(timer);
      }
      left = Math.max(0, left - (Date.now() - start));
    }
  }
  const stream = Readable.from(pieces(), { objectMode: false });
  return stream;
}
