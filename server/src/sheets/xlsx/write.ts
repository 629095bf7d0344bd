import { Readable } from 'node:stream';

import { LAST_ROW } from '../cells.ts';
import type { WrittenColumn } from '../columns.ts';
import { packZip, type Part } from './pack.ts';
import { type CellValue, headingRow, rowWriter, sheetStart } from './sheetXml.ts';
import { sheetPath, skeleton } from './skeleton.ts';

export type WrittenColumns = Readonly<Record<string, WrittenColumn>>;

export type WrittenRow<C extends WrittenColumns> = { readonly [Field in keyof C]: CellValue };

/** The characters of XML that are passed on at a time. */
const PIECE = 64 * 1024;

/**
 * A workbook of one sheet, written as it is read, with one batch of rows in memory. The first batch is awaited before the first byte, so
 * that a query that fails immediately gives an error instead of a partial file. A source that fails later destroys the stream with its
 * error, and a destroyed stream ends the source (calls its `return`).
 */
export function writeSheet<C extends WrittenColumns>(
  columns: C,
  rows: AsyncIterable<readonly WrittenRow<C>[]>,
  { sheet }: { sheet: string },
): Readable {
  return Readable.from(packZip(parts(columns, rows, sheet)), { objectMode: false });
}

async function* parts<C extends WrittenColumns>(
  columns: C,
  rows: AsyncIterable<readonly WrittenRow<C>[]>,
  name: string,
): AsyncGenerator<Part> {
  const source = rows[Symbol.asyncIterator]();
  try {
    const first = await source.next();
    yield* skeleton([{ name }]);
    yield { path: sheetPath(1), content: sheetXml(columns, source, first) };
  } finally {
    await source.return?.();
  }
}

async function* sheetXml<C extends WrittenColumns>(
  columns: C,
  source: AsyncIterator<readonly WrittenRow<C>[]>,
  first: IteratorResult<readonly WrittenRow<C>[]>,
): AsyncGenerator<string> {
  const fields = Object.keys(columns);
  const written = Object.values(columns);
  const writeRow = rowWriter(written);
  let xml = sheetStart(written) + headingRow(written);
  let row = 1;
  for (let batch = first; batch.done !== true; batch = await source.next()) {
    for (const values of batch.value) {
      row += 1;
      if (row > LAST_ROW) throw new Error('more rows than a sheet can hold');
      xml += writeRow(
        row,
        fields.map((field) => values[field]),
      );
      if (xml.length < PIECE) continue;
      yield xml;
      xml = '';
    }
  }
  yield `${xml}</sheetData></worksheet>`;
}
