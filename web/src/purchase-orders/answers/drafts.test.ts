import hindi from '@aapurti/contract/words/hindi.json' with { type: 'json' };
import { translator } from '@aapurti/contract/words/translate';
import { expect, test } from 'vitest';

import { type AskedLine, choose, draftProblem, nothingTyped, restOf, sentLine, setDate, setQuantity, setRest, setTerm } from './drafts.ts';

const asked: AskedLine = { line: 4, quantity: 200, price: 50, deliverBy: '2098-12-01', isBuyer: false };
const accepted = choose(nothingTyped(4), asked, 'accept');

test('a line typed back to the ordered terms is accepted, and a line with quantity 0 is rejected', () => {
  const less = setQuantity(accepted, asked, 0, '120');
  expect(less).toMatchObject({ decision: 'change', deliveries: [{ quantity: '120', date: '2098-12-01' }] });
  expect(setQuantity(less, asked, 0, '200')).toMatchObject({ decision: 'accept', deliveries: [] });
  expect(setQuantity(less, asked, 0, '0')).toMatchObject({ decision: 'reject' });
  expect(choose(less, asked, 'reject')).toMatchObject({ decision: 'reject', deliveries: [] });
  expect(setDate(accepted, asked, 0, '2098-12-05').decision).toBe('change');
  expect(setTerm(setTerm(accepted, asked, { price: '52' }), asked, { price: '' }).decision).toBe('accept');
});

test('the remaining quantity follows the typed one: rejected, or in a later delivery', () => {
  const rejected = setRest(setQuantity(accepted, asked, 0, '120'), asked, 0, 'reject');
  expect(rejected.rejected).toBe('80');
  expect(setQuantity(rejected, asked, 0, '150').rejected).toBe('50');
  const later = setRest(setQuantity(accepted, asked, 0, '120'), asked, 0, 'later');
  expect(later.deliveries).toEqual([
    { quantity: '120', date: '2098-12-01' },
    { quantity: '80', date: '' },
  ]);
  expect(restOf(later, 0)).toBe('later');
  expect(setQuantity(later, asked, 0, '150').deliveries[1]?.quantity).toBe('50');
  expect(setRest(later, asked, 0, '').deliveries).toHaveLength(1);
});

test('typed values stay while the first digits of a figure would mean another decision', () => {
  const later = setDate({ ...setQuantity(accepted, asked, 0, '120'), reason: 'late' }, asked, 0, '2098-12-09');
  const half = setQuantity(setQuantity(later, asked, 0, '0'), asked, 0, '0.5');
  expect(half).toMatchObject({ decision: 'change', reason: 'late', deliveries: [{ quantity: '0.5', date: '2098-12-09' }] });
  const rejected = setRest(later, asked, 0, 'reject');
  expect(setQuantity(setQuantity(rejected, asked, 0, '0'), asked, 0, '50').rejected).toBe('150');
  const dearer = { ...setTerm(accepted, asked, { price: '52' }), reason: 'price' };
  expect(setTerm(setTerm(dearer, asked, { price: '' }), asked, { price: '51' })).toMatchObject({ decision: 'change', reason: 'price' });
});

test('no later delivery remains once the first deliveries cover the whole quantity', () => {
  const later = setRest(setQuantity(accepted, asked, 0, '120'), asked, 0, 'later');
  expect(setQuantity(later, asked, 0, '200').decision).toBe('accept');
  expect(setQuantity(later, asked, 0, '250').deliveries).toEqual([{ quantity: '250', date: '2098-12-01' }]);
  const thrice = setRest(setQuantity(later, asked, 1, '50'), asked, 1, 'later');
  expect(setQuantity(thrice, asked, 0, '200').decision).toBe('accept');
  expect(setQuantity(thrice, asked, 0, '60').deliveries.map(({ quantity }) => quantity)).toEqual(['60', '50', '30']);
  const partly = setRest(setQuantity(later, asked, 1, '50'), asked, 1, 'reject');
  expect(setQuantity(partly, asked, 0, '210')).toMatchObject({ rejected: '', deliveries: [{ quantity: '210' }] });
});

test('a figure with spaces around it counts as the figure', () => {
  expect(draftProblem(asked, setQuantity(accepted, asked, 0, '120 '))).toMatchObject({ column: 'reason' });
  expect(draftProblem(asked, { ...setTerm(accepted, asked, { price: ' 52' }), reason: 'price' })).toBeNull();
});

test('a remark is sent only with the decisions that show it', () => {
  const remark = 'Next week';
  expect(sentLine({ ...choose({ ...nothingTyped(4), remark }, asked, 'reject') })).toMatchObject({ remark });
  expect(sentLine({ ...nothingTyped(4), decision: 'decline', remark })).toMatchObject({ remark });
  expect(sentLine({ ...accepted, remark })).toMatchObject({ decision: 'accept', remark: '' });
});

test('each problem of a line names its cell', () => {
  const less = setQuantity(accepted, asked, 0, '120');
  expect(draftProblem(asked, less)).toMatchObject({ column: 'reason', part: 0 });
  const late = { ...less, reason: 'late' };
  expect(draftProblem(asked, late)).toMatchObject({ column: 'rest', part: 0 });
  const dateless = draftProblem(asked, setRest(late, asked, 0, 'later'));
  expect(dateless).toMatchObject({ column: 'date', part: 1, message: 'Line 4: Enter the delivery date.' });
  expect(translator(hindi, 'hi')(dateless?.message ?? '')).toBe('पंक्ति 4: डिलीवरी की तिथि दर्ज करें।');
  expect(draftProblem(asked, { ...late, reason: 'other' })).toMatchObject({ column: 'remark' });
  expect(draftProblem(asked, setQuantity(late, asked, 0, 'x'))).toMatchObject({ column: 'quantity' });
  expect(draftProblem(asked, { ...late, price: 'x' })).toMatchObject({ column: 'price' });
  expect(draftProblem(asked, { ...late, substituteEAN: '12' })).toMatchObject({ column: 'substitute' });
  expect(draftProblem(asked, setRest(late, asked, 0, 'reject'))).toBeNull();
});

test('a counter-offer needs a price or a quantity, and a price alone is enough', () => {
  const buyer = { ...asked, isBuyer: true };
  const offer = choose(nothingTyped(4), buyer, 'counter');
  expect(draftProblem(buyer, offer)).toMatchObject({ column: 'quantity' });
  const cheaper = setTerm(offer, buyer, { price: '48' });
  expect(draftProblem(buyer, cheaper)).toBeNull();
  expect(sentLine(cheaper)).toEqual({ line: 4, decision: 'counter', promises: [], price: '48', remark: '' });
});
