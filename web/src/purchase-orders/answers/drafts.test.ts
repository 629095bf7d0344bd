import { expect, test } from 'vitest';

import { type AskedLine, choose, draftProblem, nothingTyped, restOf, sentLine, setDate, setQuantity, setRest, setTerm } from './drafts.ts';

const asked: AskedLine = { line: 4, quantity: 200, price: 50, deliverBy: '2098-12-01', isBuyer: false };
const accepted = choose(nothingTyped(4), asked, 'accept');

test('a line that is typed back to the order is accepted, and one of which nothing comes is rejected', () => {
  const less = setQuantity(accepted, asked, 0, '120');
  expect(less).toMatchObject({ decision: 'change', deliveries: [{ quantity: '120', date: '2098-12-01' }] });
  expect(setQuantity(less, asked, 0, '200')).toMatchObject({ decision: 'accept', deliveries: [] });
  expect(setQuantity(less, asked, 0, '0')).toMatchObject({ decision: 'reject', deliveries: [] });
  expect(setDate(accepted, asked, 0, '2098-12-05').decision).toBe('change');
  expect(setTerm(setTerm(accepted, asked, { price: '52' }), asked, { price: '' }).decision).toBe('accept');
});

test('a rest follows the quantity: rejected, or in a later delivery', () => {
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

test('each problem names its cell', () => {
  const less = setQuantity(accepted, asked, 0, '120');
  expect(draftProblem(asked, less)).toMatchObject({ column: 'reason', part: 0 });
  const late = { ...less, reason: 'late' };
  expect(draftProblem(asked, late)).toMatchObject({ column: 'rest', part: 0 });
  expect(draftProblem(asked, setRest(late, asked, 0, 'later'))).toMatchObject({ column: 'date', part: 1 });
  expect(draftProblem(asked, { ...late, reason: 'other' })).toMatchObject({ column: 'remark' });
  expect(draftProblem(asked, setQuantity(late, asked, 0, 'x'))).toMatchObject({ column: 'quantity' });
  expect(draftProblem(asked, { ...late, price: 'x' })).toMatchObject({ column: 'price' });
  expect(draftProblem(asked, { ...late, substituteEAN: '12' })).toMatchObject({ column: 'substitute' });
  expect(draftProblem(asked, setRest(late, asked, 0, 'reject'))).toBeNull();
});

test('a counter-offer may be of a price alone, and needs one or a quantity', () => {
  const buyer = { ...asked, isBuyer: true };
  const offer = choose(nothingTyped(4), buyer, 'counter');
  expect(draftProblem(buyer, offer)).toMatchObject({ column: 'quantity' });
  const cheaper = setTerm(offer, buyer, { price: '48' });
  expect(draftProblem(buyer, cheaper)).toBeNull();
  expect(sentLine(cheaper)).toEqual({ line: 4, decision: 'counter', promises: [], price: '48', remark: '' });
});
