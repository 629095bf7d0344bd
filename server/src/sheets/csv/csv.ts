import { say } from '@aapurti/contract/ground/template';
import { pipeline, Readable } from 'node:stream';
import { type CsvError, parse, type Parser } from 'csv-parse';
import {
  BATCH,
  BROKEN,
  type Caps,
  type Cell,
  cellAddress,
  LAST_ROW,
  type RawRow,
  Selection,
  SheetProblem,
  tooLongCell,
  tooManyColumns,
  tooManyRows,
} from '../cells.ts';
import { type Placed, textOf } from '../places.ts';

/** The most characters of a record, which ends a quotation mark that is never closed. */
const RECORD_MAX = 1024 * 1024;

/** The rows of a UTF-8 text file with commas, semicolons, tabs or bars between values. @throws SheetProblem */
export async function* readCsv(file: Buffer, caps: Caps, selection = new Selection()): AsyncGenerator<RawRow[]> {
  const texts = decodeUtf8(Readable.from(pieces(file)));
  const first = await texts.next();
  if (first.done === true) return;
  // A first line that names the separator, as a spreadsheet program writes it.
  const said = /^\s*sep=([,;\t|])[ \t]*(?:\r?\n|\r)/i.exec(first.value);
  const start = first.value.slice(said?.[0].length ?? 0);
  const delimiter = said?.[1] ?? separatorOf(start);
  selection.isSemicolonFile = delimiter === ';';
  selection.isCommaFile = delimiter === ',';
  const records = parse({ delimiter, relax_column_count: true, relax_quotes: true, max_record_size: RECORD_MAX });
  const finished = countRecords(records);
  // An error of the source destroys the parser with it, and the iteration below throws it.
  pipeline(Readable.from(boundValues(chain(start, texts), delimiter, finished)), records, () => {});
  let batch: RawRow[] = [];
  let row = said === null ? 0 : 1;
  let filled = 0;
  for await (const record of explained(records, finished)) {
    row += 1;
    if (row > LAST_ROW) throw tooManyRows(caps);
    const cells = record.map((text) => (text === '' ? null : text));
    while (cells.at(-1) === null) cells.pop();
    if (cells.length === 0) continue;
    filled += 1;
    if (filled > caps.rows + 1) throw tooManyRows(caps);
    if (cells.length > caps.columns) throw tooManyColumns(caps, cellAddress(cells.length, row));
    const long = cells.findIndex((text) => text !== null && text.length > caps.characters);
    if (long >= 0) throw tooLongCell(caps, say('Cell {column}', { column: cellAddress(long + 1, row) }));
    batch.push({ row, cells, width: record.length });
    if (batch.length >= BATCH) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}

function* pieces(content: Buffer): Generator<Buffer> {
  const size = 64 * 1024;
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

async function* chain(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/**
 * Counts the records in place of the parser, which then takes each for its first. Otherwise the parser builds an error with a stack for
 * every record of another length, which takes thirty times as long as the record.
 */
function countRecords(parser: Parser): () => number {
  let count = 0;
  Object.defineProperty(parser.info, 'records', {
    get: () => 0,
    set() {
      count += 1;
    },
  });
  return () => count;
}

const VALUES_MAX = 4_000_000;

/**
 * Limits the separators since the last complete record. RECORD_MAX does not count them, and an array of tens of millions of values would
 * end the server, not only the thread.
 */
async function* boundValues(texts: AsyncIterable<string>, separator: string, records: () => number): AsyncGenerator<string> {
  let finished = 0;
  let values = 0;
  for await (const text of texts) {
    const now = records();
    if (now > finished) values = 0;
    finished = now;
    values += text.split(separator).length;
    if (values > VALUES_MAX) throw new SheetProblem('A row has millions of columns. Please delete everything outside the table.');
    yield text;
  }
}

const ENCODING = 'The file is not in UTF-8. In Excel, save it as "CSV UTF-8 (Comma delimited)" or upload the .xlsx file.';

/** Rejects other encodings, for example those of Excel's "CSV" and "Unicode Text". */
async function* decodeUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (error) {
      throw new SheetProblem(ENCODING, { cause: error });
    }
  };
  for await (const chunk of bytes) {
    const text = decode(chunk);
    if (text.includes('\0')) throw new SheetProblem(chunk.includes('\0\0') ? 'This is not a text file or an .xlsx file.' : ENCODING);
    yield text;
  }
  yield decode();
}

/**
 * The most frequent separator outside quotes in the first line that has one, because a title may precede the table; a comma if no line has
 * any.
 */
export function separatorOf(start: string): string {
  const line = /^.*[,;\t|].*$/m.exec(start.replaceAll(/"[^"\n]*"/g, ''))?.[0] ?? '';
  const count = (separator: string) => line.split(separator).length;
  return [',', ';', '\t', '|'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

async function* explained(records: AsyncIterable<string[]>, finished: () => number): AsyncGenerator<string[]> {
  const iterator = records[Symbol.asyncIterator]();
  for (;;) {
    const next = await iterator.next().catch((error: unknown) => {
      throw error instanceof SheetProblem ? error : new SheetProblem(explain(error, finished() + 1), { cause: error });
    });
    if (next.done === true) return;
    yield next.value;
  }
}

function explain(error: unknown, row: number): string {
  const { code, lines } = error as CsvError & { lines?: number };
  if (code === 'CSV_MAX_RECORD_SIZE')
    return say('Row {row} contains more than 1 MB of text, or a quotation mark in it is not closed.', { row });
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return lines === undefined
      ? 'A quotation mark is never closed.'
      : say('A quotation mark near line {lines} is never closed.', { lines });
  if (code === 'CSV_INVALID_CLOSING_QUOTE')
    return lines === undefined
      ? 'A quotation mark is in the middle of a value. Please double it.'
      : say('A quotation mark near line {lines} is in the middle of a value. Please double it.', { lines });
  return BROKEN;
}

/** A value that its own commas may have split: 1,200 without quotation marks becomes the two values 1 and 200. */
export interface Split {
  readonly heading: string;
  readonly value: string;
  /** The row's cells if it is one value: later cells move to the left. */
  readonly cells: readonly Cell[];
  /** True if nobody writes the second part as a separate number, for example the 050 of 1,050. */
  readonly isSure: boolean;
}

/** The values of a text line that may be parts of one value under a number column, the longest for a column first. */
export function splitsOf({ cells }: RawRow, placed: readonly Placed[]): Split[] {
  const isNumeric = ({ column: { format } }: Placed) => format === 'number' || format === 'amount';
  const numeric = new Set(placed.filter(isNumeric).map(({ place }) => place));
  const found: Split[] = [];
  for (const each of placed.toSorted((one, other) => one.place - other.place)) {
    const { column, place } = each;
    if (place < 0 || !isNumeric(each) || !/^\D*\d{1,3}$/.test(textOf(cells[place]))) continue;
    const parts = [textOf(cells[place])];
    for (let at = place + 1; /^\d{2,3}(?:\.\d+)?$/.test(textOf(cells[at])); at += 1) parts.push(textOf(cells[at]));
    for (let end = parts.length - 1; end > 0; end -= 1) {
      if (!/^\d{3}(?:\.\d+)?$/.test(parts[end] ?? '')) continue;
      const value = parts.slice(0, end + 1).join(',');
      const last = parts[end] ?? '';
      const isSure = /^0\d\d\./.test(last) || (last.startsWith('0') && numeric.has(place + end));
      found.push({ heading: column.heading, value, cells: [...cells.slice(0, place), value, ...cells.slice(place + end + 1)], isSure });
    }
  }
  return found;
}
