import { expect, test } from 'vitest';

import { Findings, findingsByRow } from './findings.ts';

test('the first 200 are listed by their rows, and all are counted', () => {
  const findings = new Findings();
  for (let row = 300; row > 0; row -= 1) findings.add(row, 'MRP', 'MRP is required.');
  findings.add(5, 'EAN Code', 'No Match Found.');
  expect([findings.total, findings.rows.size, findings.list.length]).toEqual([301, 300, 200]);
  expect(findings.list.slice(3, 6)).toEqual([
    { row: 4, column: 'MRP', message: 'MRP is required.' },
    { row: 5, column: 'MRP', message: 'MRP is required.' },
    { row: 5, column: 'EAN Code', message: 'No Match Found.' },
  ]);
});

test('where all are kept, each row finds its own, however they came', () => {
  const findings = new Findings(true);
  for (let row = 5000; row > 1; row -= 1) findings.add(row, 'MRP', `Row ${row}`);
  for (let row = 2; row <= 5000; row += 1) findings.add(row, '', 'Again: a "b"');
  const ofRow = findingsByRow(findings.pack());
  for (const row of [2, 777, 5000]) {
    expect(ofRow(row)).toEqual([
      { column: 'MRP', message: `Row ${row}` },
      { column: '', message: 'Again: a "b"' },
    ]);
  }
  expect([ofRow(1), ofRow(5001)]).toEqual([[], []]);
});

test('where they are not kept, those of the list are known', () => {
  const findings = new Findings();
  for (let row = 1; row <= 300; row += 1) findings.add(row, 'MRP', 'x');
  const ofRow = findingsByRow(findings.pack());
  expect([ofRow(200), ofRow(201)]).toEqual([[{ column: 'MRP', message: 'x' }], []]);
});

test('endless different messages are counted, and kept as far as there is room', () => {
  const findings = new Findings(true);
  const long = 'x'.repeat(1_000_000);
  for (let row = 1; row <= 50; row += 1) findings.add(row, 'MRP', `${row} ${long}`);
  const { rows, texts } = findings.pack();
  expect(findings.total).toBe(50);
  expect(rows.length).toBeLessThan(40);
  expect(texts.length).toBeLessThan(34_000_000);
});
