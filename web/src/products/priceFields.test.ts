import { expect, test } from 'vitest';

import { followingPrices, type PriceField } from './priceFields.ts';

const texts = (given: Partial<Record<PriceField, string>>) => ({ MRP: '', percentage: '', margin: '', transferPrice: '', ...given });

test.each<[PriceField, Partial<Record<PriceField, string>>, object]>([
  ['percentage', { MRP: '120', percentage: '22.5' }, { margin: '27.00', transferPrice: '93.00' }],
  ['MRP', { MRP: '200', percentage: '22.5', margin: '27.00' }, { margin: '45.00', transferPrice: '155.00' }],
  ['margin', { MRP: '45', margin: '15' }, { percentage: '33.33', transferPrice: '30.00' }],
  ['transferPrice', { MRP: '120', transferPrice: '93' }, { margin: '27.00', percentage: '22.5' }],
  // Half up to the paisa: 0.125 of a rupee is 13 paise.
  ['percentage', { MRP: '0.50', percentage: '25' }, { margin: '0.13', transferPrice: '0.37' }],
  // Large amounts stay exact.
  ['margin', { MRP: '999999999999.99', margin: '0.01' }, { percentage: '0.000000000001', transferPrice: '999999999999.98' }],
  // A new MRP keeps the margin where there is no percentage yet.
  ['MRP', { MRP: '100', margin: '10.00' }, { percentage: '10', transferPrice: '90.00' }],
  // More margin than MRP shows as what it is; saving refuses it.
  ['margin', { MRP: '10', margin: '12' }, { percentage: '120', transferPrice: '-2.00' }],
  ['margin', { MRP: '0', margin: '0' }, { percentage: '0', transferPrice: '0.00' }],
])('the other prices follow from a typed %s: %j', (typed, given, expected) => {
  expect(followingPrices(typed, texts(given))).toEqual(expected);
});

test.each<[PriceField, Partial<Record<PriceField, string>>]>([
  ['percentage', { percentage: '10' }],
  ['percentage', { MRP: '1e3', percentage: '10' }],
  ['percentage', { MRP: '100', percentage: '', margin: '10.00' }],
  ['margin', { MRP: '100', margin: '1,000' }],
  ['transferPrice', { MRP: '100', transferPrice: '-' }],
  ['MRP', { MRP: '100' }],
])('no price follows from a typed %s: %j', (typed, given) => {
  expect(followingPrices(typed, texts(given))).toEqual({});
});
