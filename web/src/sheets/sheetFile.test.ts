import { SHEET_BYTES_MAX } from '@aapurti/contract/sheets/sheets';
import { expect, test } from 'vitest';

import { faultsName, sheetFileProblem } from './sheetFile.ts';

test.each([
  ['prices.xlsx', 1, null],
  ['PRICES.XLSX', SHEET_BYTES_MAX, null],
  ['prices.xlsx', 0, 'This file is empty.'],
  ['prices.xlsx', SHEET_BYTES_MAX + 1, 'larger than 50 MB'],
  ['prices.xls', 1, 'old Excel file (.xls)'],
  ['prices.CSV', 1, 'a .csv file'],
  ['prices.xlsm', 1, 'a .xlsm file'],
  ['prices.xlsx.pdf', 1, 'an .xlsx file'],
  ['xlsx', 1, 'an .xlsx file'],
])('a file named %s of %d bytes gets the problem %s', (name, size, problem) => {
  const found = sheetFileProblem({ name, size }, false);
  if (problem === null) expect(found).toBeNull();
  else expect(found).toContain(problem);
});

test('a .csv file is accepted only if the upload allows it', () => {
  expect(sheetFileProblem({ name: 'items.csv', size: 1 }, true)).toBeNull();
  expect(sheetFileProblem({ name: 'items.pdf', size: 1 }, true)).toBe('Choose a .csv or .xlsx file.');
});

test.each([
  ['prices.xlsx', 'prices - faults.xlsx'],
  ['prices.2026.XLSX', 'prices.2026 - faults.xlsx'],
  ['items.csv', 'items - faults.xlsx'],
])('the file %s comes back with errors as %s', (name, marked) => {
  expect(faultsName(name)).toBe(marked);
});
