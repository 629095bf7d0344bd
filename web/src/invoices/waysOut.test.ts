import type { Invoice } from '@aapurti/contract/invoices/invoices';
import type { InvoiceMatch } from '@aapurti/contract/invoices/matching';
import { expect, test } from 'vitest';

import { excessFigures, type MatchFinding, type Ways, waysOut } from './waysOut.ts';

const finding = (code: string, more: Partial<MatchFinding> = {}): MatchFinding => ({
  rule: 'quantity',
  code,
  line: 2,
  outcome: 'fault',
  expected: '',
  found: '',
  tolerance: null,
  document: null,
  message: code,
  wayOut: '',
  ...more,
});
const TOO_MANY = finding('quantity_above_accepted', { expected: '140', found: '144' });
const TOO_DEAR = finding('price_above_order', { expected: '₹78.28', found: '₹80.00' });

const invoice = { _id: '34', userID: '2' } as Invoice;
const matchOf = (findings: MatchFinding[], accepted = 140): InvoiceMatch => {
  const line = { no: 2, orderId: '48', line: 7, itemName: 'Rice', quantity: 144 } as InvoiceMatch['lines'][number];
  const figures = {
    ordered: 144,
    accepted,
    invoiced: 144,
    credited: 0,
    difference: 4,
    differenceValue: 588.84,
    priceDifferenceValue: 260.06,
  };
  const ordered = { orderId: '48', line: 7, poNumber: 'PO/1', itemName: 'Rice', uom: 'BAG', ...figures };
  return { matchState: 'exception', findings, lines: [line], orderLines: [ordered] } as unknown as InvoiceMatch;
};
const AGREED = [{ line: 2, quantity: 140, unitPrice: 78.28, discount: 0, hsnCode: null, taxRate: null, cessRate: null }];

interface Asked extends Partial<Ways> {
  accepted?: number;
}
function labels(findings: MatchFinding[], { accepted = 140, ...more }: Asked = {}) {
  const ways: Ways = {
    invoice,
    match: matchOf(findings, accepted),
    isBuyers: false,
    may: () => true,
    agreed: AGREED,
    mayCorrect: true,
    amendOf: () => '/amend',
    release: () => undefined,
    sendBack: () => undefined,
    ask: () => undefined,
    ...more,
  };
  return findings.map((each) => waysOut(each, ways).map(({ label }) => label));
}
const BUYER = { isBuyers: true, agreed: [], mayCorrect: false } as const;

test('the vendor can correct the line, credit the goods or propose its price', () => {
  expect(labels([TOO_MANY, TOO_DEAR])).toEqual([['Use 140 at ₹78.28', 'Add credit memo'], ['Propose ₹80.00']]);
  // Nothing is to be credited before goods have arrived.
  expect(labels([TOO_MANY], { accepted: 0 })).toEqual([['Use 140 at ₹78.28']]);
});

test('each error in the head of an invoice leads the vendor to its field, and one that it cannot correct to the buyer', () => {
  const codes = ['irn_missing', 'date_in_future', 'buyer_registration_differs', 'unit_differs', 'tax_rate_unknown', 'bank_unconfirmed'];
  expect(
    labels(
      codes.map((code) => finding(code)),
      { agreed: [] },
    ),
  ).toEqual([['Enter IRN'], ['Correct date'], ['Correct GST number'], ['Correct line 2'], ['Ask the buyer'], []]);
  expect(labels([finding('price_above_order_together')])).toEqual([['Add credit memo']]);
  expect(labels([finding('duplicate', { document: 'A-1', line: null })])).toEqual([['Invoice A-1']]);
});

test('a vendor’s user who only reads has no buttons, and a member only those of its roles', () => {
  expect(labels([TOO_MANY, TOO_DEAR], { mayCorrect: false })).toEqual([[], []]);
  expect(labels([TOO_MANY, TOO_DEAR], { may: () => false })).toEqual([['Use 140 at ₹78.28'], []]);
});

test('the buyer can accept a price by releasing an invoice without other errors, and otherwise amend, ask or send back', () => {
  expect(labels([TOO_DEAR], BUYER)).toEqual([['Accept ₹80.00', 'Amend order']]);
  expect(labels([TOO_MANY, TOO_DEAR], BUYER)).toEqual([['Request credit memo'], ['Amend order']]);
  expect(labels([TOO_MANY], { ...BUYER, accepted: 0 })).toEqual([['Receive goods']]);
  expect(labels([finding('irn_missing'), finding('bank_unconfirmed')], BUYER)).toEqual([['Send back'], ['Open vendor page']]);
});

test('a buyer without the permissions has no buttons', () => {
  const reader = { ...BUYER, may: () => false, amendOf: () => null, release: null, sendBack: null };
  expect(labels([TOO_MANY, TOO_DEAR, finding('irn_missing')], reader)).toEqual([[], [], []]);
});

test('a warning and a released error have no button', () => {
  expect(labels([TOO_MANY], { ...BUYER, match: { ...matchOf([TOO_MANY]), matchState: 'released' } })).toEqual([[]]);
  expect(labels([finding('price_below_order', { outcome: 'remark' })])).toEqual([[]]);
});

test('a line’s quantity and price each have their part of its difference', () => {
  const match = matchOf([TOO_MANY, TOO_DEAR]);
  expect(excessFigures(TOO_MANY, match)).toEqual({ units: 4, uom: 'BAG', amount: 328.78 });
  expect(excessFigures(TOO_DEAR, match)).toEqual({ units: 0, uom: 'BAG', amount: 260.06 });
  // Another invoice bills more of the line: its rupees are not of this one.
  expect(excessFigures({ ...TOO_MANY, found: '142' }, match)).toEqual({ units: 2, uom: 'BAG', amount: 0 });
  expect(excessFigures(finding('irn_missing', { line: null }), match)).toBeNull();
});
