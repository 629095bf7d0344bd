import { expect, test } from 'vitest';

import { Findings } from './findings.ts';

test('the first 200 errors are listed by row, and all are counted', () => {
  const findings = new Findings();
  for (let row = 300; row > 0; row -= 1) findings.add(row, 'MRP', 'MRP is required.');
  findings.add(5, 'EAN Code', 'No Match Found.');
  expect([findings.total, findings.rows.length, findings.list.length]).toEqual([301, 300, 200]);
  expect(findings.list.slice(3, 6)).toEqual([
    { row: 4, column: 'MRP', message: 'MRP is required.' },
    { row: 5, column: 'MRP', message: 'MRP is required.' },
    { row: 5, column: 'EAN Code', message: 'No Match Found.' },
  ]);
});

test('each row gets its own errors, in whatever order they are found', () => {
  const findings = new Findings();
  for (let row = 5000; row > 1; row -= 1) findings.add(row, 'MRP', `Row ${row}`);
  for (let row = 2; row <= 5000; row += 1) findings.add(row, '', 'Again: a "b"');
  for (const row of [2, 777, 5000]) {
    expect(findings.ofRow(row)).toEqual([
      { column: 'MRP', message: `Row ${row}` },
      { column: '', message: 'Again: a "b"' },
    ]);
  }
  expect([findings.ofRow(1), findings.ofRow(5001)]).toEqual([[], []]);
});

test('any number of different messages are counted, and kept up to a limit', () => {
  const findings = new Findings();
  const long = 'x'.repeat(1_000_000);
  for (let row = 1; row <= 50; row += 1) findings.add(row, 'MRP', `${row} ${long}`);
  const kept = findings.rows.flatMap((row) => findings.ofRow(row));
  expect([findings.total, findings.rows.length]).toEqual([50, 50]);
  expect(kept.length).toBeLessThan(40);
});
