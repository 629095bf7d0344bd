import { PERCENT, WHOLE } from '@aapurti/contract/ground/numbers';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';

import { dateColumn, decimalColumn, digitsColumn, required, textColumn } from './columns.ts';
import { readSheet } from './read.ts';
import { templateOf } from './template.ts';

const columns = {
  ean: required(digitsColumn({ heading: 'EAN Code', example: '036000291452', note: 'From the pack.', width: 18 })),
  scheme: textColumn({ heading: 'Scheme', example: '', note: 'One of yours.', options: ['Buy 10, get 1', 'Diwali "2026"'] }),
  margin: decimalColumn({ heading: 'Margin (%)', example: 12.5, note: 'Of the MRP.', range: PERCENT }),
  inner: decimalColumn({ heading: 'Inner', example: 6, note: 'Pieces.', range: WHOLE }),
  from: dateColumn({ heading: 'Available from', example: '31-12-2026', note: 'A day.' }),
  uom: textColumn({ heading: 'UOM', example: 'PCS', note: 'A unit.', options: ['PCS', 'BAG'] }),
};

async function read(content: Buffer) {
  const rows: unknown[] = [];
  const reading = await readSheet({ name: 'a.xlsx', content }, columns, (batch) => void rows.push(...batch.map(({ value }) => value)));
  return { ...reading, rows };
}

test('a template has headings, one example, notes and rules that other programs can read', async () => {
  const { sheets } = await readXlsx(await templateOf(columns, { sheet: 'Products' }), { readStyles: true });
  const [sheet, lists] = sheets;
  expect(sheet?.rows).toEqual([
    ['EAN Code', 'Scheme', 'Margin (%)', 'Inner', 'Available from', 'UOM'],
    ['036000291452', null, 12.5, 6, new Date('2026-12-31'), 'PCS'],
  ]);
  expect(sheet?.freezePane).toEqual({ rows: 1 });
  expect([sheet?.cells?.get('0,0')?.comment?.text, sheet?.cells?.get('0,2')?.comment?.text]).toEqual([
    'Required. From the pack.',
    'Of the MRP.',
  ]);
  expect(sheet?.cells?.get('1,0')?.comment?.text).toMatch(/example. Replace it/);
  expect(sheet?.cells?.get('1,0')?.style?.numFmt).toBe('@');
  expect(sheet?.dataValidations).toMatchObject([
    { type: 'list', range: 'B2:B1048576', formula1: 'Lists!$A$1:$A$2' },
    { type: 'decimal', range: 'C2:C1048576', formula1: '0', formula2: '100', errorMessage: 'Margin (%) should be a number from 0 to 100.' },
    { type: 'whole', range: 'D2:D1048576' },
    { type: 'date', range: 'E2:E1048576', errorMessage: 'Available from should be a date, for example 31-12-2026.' },
    { type: 'list', range: 'F2:F1048576', formula1: 'Lists!$B$1:$B$2' },
  ]);
  expect([lists?.name, lists?.hidden]).toEqual(['Lists', true]);
  expect(lists?.rows).toEqual([
    ['Buy 10, get 1', 'PCS'],
    ['Diwali "2026"', 'BAG'],
  ]);
});

test('the example row alone is not a record', async () => {
  const reading = await read(await templateOf(columns, { sheet: 'Products' }));
  expect(reading).toMatchObject({ problem: 'The sheet has no rows below its headings except the example of the template.', rows: [] });
});

test('an invalid example is a defect of the column', async () => {
  const wrong = { ...columns, margin: decimalColumn({ heading: 'Margin', example: 'much', note: '', range: PERCENT }) };
  await expect(templateOf(wrong, { sheet: 'x' })).rejects.toThrow('the example of the column Margin is not right');
  const none = { ean: required(digitsColumn({ heading: 'EAN', example: '', note: '' })) };
  await expect(templateOf(none, { sheet: 'x' })).rejects.toThrow('the example of the column EAN is not right');
});
