import { Readable } from 'node:stream';

import type { Sql } from 'sql-template-tag';

import { type Actor, companyOf } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import { streamRows } from '../database/stream.ts';
import { busy } from '../ground/refusal.ts';
import { uploadRoom } from '../http/multipart.ts';
import { Workbook } from '../ground/reply.ts';
import { writeSheet, type WrittenColumns, type WrittenRow } from './xlsx/write.ts';

/** The most simultaneous exports: each holds a database connection until it is read. */
const AT_ONCE = 3;
/** The most downloads of one company; a single key leaves one to the company's users. */
const OF_COMPANY = 2;
const OF_KEYS = 1;
/** The reader of each export. */
const readers: Reader[] = [];

type Reader = Pick<Actor, 'vendorId' | 'key'>;

/** The pause in milliseconds that a reader may make: each time, and in total. */
const WAIT_MAX = 30_000;
const WAITS_MAX = 600_000;

/**
 * An export as a response, written while it is read. It ends when its reader disconnects or stalls.
 * @throws Refusal 503 if there are too many.
 */
export async function downloadSheet<C extends WrittenColumns>(
  name: string,
  columns: C,
  rows: AsyncIterable<readonly WrittenRow<C>[]>,
  { sheet, reader }: { sheet: string; reader: Reader },
): Promise<Workbook> {
  const own = readers.filter((each) => companyOf(each) === companyOf(reader));
  const keys = own.filter((each) => each.key !== undefined);
  if (readers.length >= AT_ONCE || own.length >= OF_COMPANY || (reader.key !== undefined && keys.length >= OF_KEYS)) throw busy(5);
  readers.push(reader);
  let count = 0;
  async function* counted() {
    for await (const batch of rows) {
      count += batch.length;
      yield batch;
    }
  }
  const content = impatient(writeSheet(columns, counted(), { sheet }));
  content.once('close', () => {
    readers.splice(readers.indexOf(reader), 1);
  });
  // A failure before the first byte gives an error message instead of a partial file.
  await new Promise<void>((resolve, reject) => {
    content.once('readable', resolve);
    content.once('error', reject);
  });
  return new Workbook(name, content, { rows: () => count });
}

/** An export of all rows of a query, whose columns have the names of the sheet's fields. */
export function exportRows(
  { reports }: { reports: Database },
  reader: Reader,
  { name, sheet, columns }: { name: string; sheet: string; columns: WrittenColumns },
  query: Sql,
): Promise<Workbook> {
  return downloadSheet(name, columns, streamRows<WrittenRow<WrittenColumns>>(reports, query), { sheet, reader });
}

/** Marked workbooks stay in memory until they are read. */
const UNREAD = uploadRoom(256 * 1024 * 1024, 128 * 1024 * 1024);
const PIECE = 64 * 1024;

/**
 * A complete workbook as a response, with the same time limits.
 * @throws Refusal 503 while too many are unread, or its company has half of them.
 */
export function handOut(name: string, workbook: Buffer, reader: Reader, room = UNREAD): Workbook {
  const who = [companyOf(reader)];
  room.take(workbook.length, who);
  function* pieces() {
    for (let at = 0; at < workbook.length; at += PIECE) yield workbook.subarray(at, at + PIECE);
  }
  const content = impatient(Readable.from(pieces()));
  content.once('close', () => room.give(workbook.length, who));
  return new Workbook(name, content);
}

/** The same stream, but it fails if the reader pauses too long. */
function impatient(source: Readable): Readable {
  async function* pieces(): AsyncGenerator<Buffer> {
    let left = WAITS_MAX;
    for await (const piece of source as AsyncIterable<Buffer>) {
      const start = Date.now();
      const timer = setTimeout(() => stream.destroy(new Error('The client stopped reading the .xlsx file.')), Math.min(WAIT_MAX, left));
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
