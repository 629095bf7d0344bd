import { buffer } from 'node:stream/consumers';

import { Decimal, MONEY } from '@aapurti/contract/ground/numbers';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';

import { dateColumn, decimalColumn, digitsColumn, exportColumn, required, textColumn } from '../columns.ts';
import { readSheet } from '../read.ts';
import { writeSheet, type WrittenRow } from './write.ts';

const words = (heading: string, example: string | number = 'x') => ({ heading, example, note: '' });
const input = {
  ean: required(digitsColumn(words('EAN Code', '8901030516320'))),
  name: textColumn({ ...words('Item Name'), most: 40_000 }),
  mrp: decimalColumn({ ...words('MRP', 1), range: MONEY }),
  date: dateColumn(words('Date', '31-12-2026')),
};
const columns = { ...input, created: exportColumn('Created By', { width: 20 }) };
type Row = WrittenRow<typeof columns>;
const ROW: Row = { ean: '036000291452', name: 'Tea', mrp: new Decimal('37.05'), date: '2026-12-31', created: 'Asha' };

async function* batches(...given: Row[][]): AsyncGenerator<Row[]> {
  yield* given;
}

function write(...rows: Row[]): Promise<Buffer> {
  return buffer(writeSheet(columns, batches(rows), { sheet: 'Products & more' }));
}

/** The rows of an exported file, read with our own reader. */
async function readBack(content: Buffer) {
  const rows: unknown[] = [];
  const reading = await readSheet({ name: 'a.xlsx', content }, input, (batch) => void rows.push(...batch.map(({ value }) => value)));
  return { problem: reading.problem, errors: reading.errors.list, rows };
}

test('an exported file can be uploaded again unchanged', async () => {
  const bare = { ean: '8901030516320', name: null, mrp: null, date: null, created: null };
  const { problem, errors, rows } = await readBack(await write(ROW, bare));
  expect({ problem, errors }).toEqual({ problem: null, errors: [] });
  expect(rows).toEqual([
    { ean: '036000291452', name: 'Tea', mrp: new Decimal('37.05'), date: '2026-12-31' },
    { ean: '8901030516320', name: null, mrp: null, date: null },
  ]);
});

test('every spreadsheet program reads cells of the correct type, and no formulas', async () => {
  const texts = [
    '=1+1',
    "=cmd|' /C calc'!A0",
    '+1',
    '-1',
    '@SUM(A1)',
    ' Tea & "चाय" <🍵> ',
    'two\nlines',
    '_x000D_',
    'a\u0000\u0008b\ud800c\ufffe',
  ];
  const content = await write(ROW, ...texts.map((name) => ({ ...ROW, name })));
  const { sheets } = await readXlsx(content, { readStyles: true });
  const [sheet] = sheets;
  expect([sheets.length, sheet?.name, sheet?.freezePane]).toEqual([1, 'Products & more', { rows: 1 }]);
  expect(sheet?.rows.slice(0, 2)).toEqual([
    ['EAN Code', 'Item Name', 'MRP', 'Date', 'Created By'],
    ['036000291452', 'Tea', 37.05, new Date('2026-12-31'), 'Asha'],
  ]);
  expect(sheet?.rows.slice(2).map((row) => row[1])).toEqual([...texts.slice(0, -1), 'abc']);
  expect([...(sheet?.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([]);
});

test('numbers are written digit by digit, and values that are not numbers or dates stay unchanged', async () => {
  const cases: [Row['mrp'], unknown][] = [
    [37.05, 37.05],
    ['1234567890.10', 1234567890.1],
    [0.1 + 0.2, '0.30000000000000004'],
    ['12345678901234567890', '12345678901234567890'],
    ['n/a', 'n/a'],
    [Number.NaN, 'NaN'],
    [1e20, '100000000000000000000'],
    ['', null],
  ];
  const content = await write(...cases.map(([mrp]) => ({ ...ROW, mrp, date: '31-02-2026' })));
  const rows = (await readXlsx(content)).sheets[0]?.rows.slice(1);
  expect(rows?.map((row) => row[2])).toEqual(cases.map(([, expected]) => expected));
  expect(rows?.[0]?.[3]).toBe('31-02-2026');
});

test('a text longer than a cell is cut off and marked as cut', async () => {
  const { rows } = await readBack(await write({ ...ROW, name: 'x'.repeat(40_000) }));
  expect(rows).toMatchObject([{ name: `${'x'.repeat(32_766)}…` }]);
});

test('without rows, the sheet has only headings', async () => {
  expect((await readXlsx(await buffer(writeSheet(columns, batches(), { sheet: 'Empty' })))).sheets[0]?.rows).toHaveLength(1);
});

describe('an .xlsx file as a stream', () => {
  /** Endless batches, and the number of batches requested so far. */
  function endless() {
    const seen = { asked: 0, ended: false };
    async function* rows(): AsyncGenerator<Row[]> {
      try {
        for (;;) {
          seen.asked += 1;
          // These texts do not compress, so few rows fill the buffer.
          yield Array.from({ length: 500 }, () => ({ ...ROW, name: String(Math.random()) }));
        }
      } finally {
        seen.ended = true;
      }
    }
    return { seen, rows: rows() };
  }

  test('requests only as much as its reader takes', async () => {
    const { seen, rows } = endless();
    const stream = writeSheet(columns, rows, { sheet: 'Products' });
    for await (const _ of stream.iterator({ destroyOnReturn: false })) if (seen.asked > 20) break;
    // The requests stop, however slow the machine is; a source without backpressure would never stop.
    let before = -1;
    const isAtRest = () => before === (before = seen.asked);
    await expect.poll(isAtRest, { interval: 100, timeout: 10_000 }).toBe(true);
    stream.destroy();
    await expect.poll(() => seen.ended).toBe(true);
  });

  test('ends the source if the reader disconnects', async () => {
    const { seen, rows } = endless();
    for await (const _ of writeSheet(columns, rows, { sheet: 'Products' })) if (seen.asked > 5) break;
    await expect.poll(() => seen.ended).toBe(true);
  });

  test('ends the download if the source fails', async () => {
    async function* rows(): AsyncGenerator<Row[]> {
      yield [ROW];
      throw new Error('the database went away');
    }
    await expect(buffer(writeSheet(columns, rows(), { sheet: 'Products' }))).rejects.toThrow('the database went away');
  });

  test('fails before the first byte if the source fails immediately', async () => {
    const failing: AsyncIterable<Row[]> = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('no such table')) }) };
    const stream = writeSheet(columns, failing, { sheet: 'Products' });
    let bytes = 0;
    stream.on('data', (chunk: Buffer) => (bytes += chunk.length));
    await expect(new Promise((_, reject) => stream.on('error', reject))).rejects.toThrow('no such table');
    expect(bytes).toBe(0);
  });

  test('fails if there are more rows than a sheet can hold', async () => {
    async function* rows(): AsyncGenerator<Row[]> {
      const batch = Array.from({ length: 10_000 }, () => ({ ean: '1', name: null, mrp: null, date: null, created: null }));
      for (let left = 105; left > 0; left -= 1) yield batch;
    }
    await expect(buffer(writeSheet(columns, rows(), { sheet: 'Products' }))).rejects.toThrow('more rows than a sheet can hold');
  });
});
