import { expect, test } from 'vitest';

import { type LineRate, taxByRate } from './rateProposal.ts';

const at = (rate: number, cessRate = 0) => ({ prepacked: { rate, cessRate }, loose: { rate, cessRate } });
const RICE: LineRate = {
  line: 1,
  itemName: 'Rice',
  hsnCode: '10063020',
  taxable: 1050.5,
  orderRate: null,
  prepacked: { rate: 5, cessRate: 0 },
  loose: { rate: 0, cessRate: 0 },
};
const SOAP: LineRate = { ...RICE, line: 2, itemName: 'Soap', hsnCode: '34011190', taxable: 100.1, ...at(5) };
const COLA: LineRate = { ...RICE, line: 3, itemName: 'Cola', hsnCode: '22021010', taxable: 250, ...at(40) };
const SEED: LineRate = { ...RICE, line: 4, itemName: 'Seed', hsnCode: null, prepacked: null, loose: null };

const DAY = '2026-11-22';
const told = (lines: LineRate[], packed: 'prepacked' | 'loose' | null = null, interState = false) => {
  const { shares, total, depends, remarks } = taxByRate(lines, { packed, interState, day: DAY });
  const texts = shares.map(({ rate, taxable, CGSTValue, IGSTValue }) => [
    rate,
    taxable.toFixed(2),
    CGSTValue.toFixed(2),
    IGSTValue.toFixed(2),
  ]);
  return { shares: texts, total: total?.toFixed(2) ?? null, depends, remarks };
};

test('a proposal has one share per rate, with lines of the same rate together', () => {
  expect(told([COLA, SOAP, RICE], 'prepacked')).toEqual({
    shares: [
      [5, '1150.60', '28.77', '0.00'],
      [40, '250.00', '50.00', '0.00'],
    ],
    total: '1558.14',
    depends: true,
    remarks: [],
  });
  expect(told([COLA, SOAP], null, true)).toMatchObject({
    shares: [
      [5, '100.10', '0.00', '5.01'],
      [40, '250.00', '0.00', '100.00'],
    ],
    total: '455.11',
    depends: false,
  });
});

test('a line whose rate depends on its packing waits until the packing is stated', () => {
  expect(told([RICE, SOAP])).toEqual({
    shares: [[5, '100.10', '2.50', '0.00']],
    total: null,
    depends: true,
    remarks: ['Line 1, Rice: 5% pre-packed and labelled, 0% loose.'],
  });
  expect(told([RICE, SOAP], 'loose').shares).toEqual([
    [0, '1050.50', '0.00', '0.00'],
    [5, '100.10', '2.50', '0.00'],
  ]);
});

test('a line without a rate is named and belongs to no share', () => {
  expect(told([SOAP, SEED, { ...SEED, line: 5, hsnCode: '12099990' }])).toEqual({
    shares: [[5, '100.10', '2.50', '0.00']],
    total: null,
    depends: false,
    remarks: [
      'Line 4, Seed: no tax proposed, because the order has no HSN code.',
      'Line 5, Seed: no tax proposed, because HSN 12099990 has no rate on 22-11-2026.',
    ],
  });
});

test('a cess, and a rate different from the order’s, get a warning', () => {
  expect(
    told([
      { ...COLA, ...at(28, 12), orderRate: 40 },
      { ...SOAP, orderRate: 5 },
    ]).remarks,
  ).toEqual(['Line 3, Cola: a cess of 12%, ₹30.00, is added.', 'Line 3, Cola: the order has 40%; HSN 22021010 has 28% on 22-11-2026.']);
});
