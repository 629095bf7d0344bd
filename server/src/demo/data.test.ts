import { eanProblem, eanRemark, hsnProblem } from '@aapurti/contract/ground/india';
import { expect, test } from 'vitest';

import { demoItems } from './data.ts';

const items = demoItems();

test('the demo has some 300 items, the same every time, each with its own code', () => {
  expect(items.length).toBeGreaterThanOrEqual(290);
  expect(demoItems()).toEqual(items);
  expect(new Set(items.map(({ itemCode }) => itemCode)).size).toBe(items.length);
  expect(new Set(items.map(({ name }) => name)).size).toBe(items.length);
});

test('every EAN and HSN code of the demo is right', () => {
  expect(items.filter(({ ean }) => eanProblem(ean) !== null)).toEqual([]);
  expect(items.filter(({ hsnCode }) => hsnCode === null || hsnProblem(hsnCode) !== null)).toEqual([]);
});

test('the demo data contains the difficulties of a real item list', () => {
  const eans = items.map(({ ean }) => ean);
  expect(eans.filter((ean) => eanRemark(ean) !== null).length).toBeGreaterThanOrEqual(2);
  expect(eans.filter((ean) => ean.startsWith('0')).length).toBeGreaterThanOrEqual(2);
  expect(eans.length - new Set(eans).size).toBe(1);
  const names = items.map(({ name, brandName }) => `${brandName} ${name}`).join();
  for (const hard of ['&', '"', 'आम', '🥭']) expect(names).toContain(hard);
});
