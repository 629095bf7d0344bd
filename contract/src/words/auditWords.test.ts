import { expect, test } from 'vitest';

import { actorWords } from './auditActions.ts';
import { isTyped, type Words } from '../ground/template.ts';
import { loggedAnswer } from '../purchase-orders/loggedAnswer.ts';
import { type FieldChange, fieldChanges } from './auditWords.ts';
import hindi from './hindi.json' with { type: 'json' };
import { translator } from './translate.ts';

const shown = (words: Words) => (isTyped(words) ? words.typed : words);
const plain = (change: FieldChange) => ({
  ...change,
  before: change.before.map(shown).join(' · '),
  after: change.after.map(shown).join(' · '),
});

const translate = translator(hindi, 'hi');
const inHindi = (words: Words) => (isTyped(words) ? words.typed : translate(words));

test('bank, tax and document changes are marked and come first', () => {
  const before = { city: 'Pune', accountNumber: '0012', panDocument: 'a1', gstDocument: null, isActive: false };
  const after = { city: 'Mumbai', accountNumber: '0034', panDocument: 'b2', gstDocument: 'c3', isActive: true };
  expect(fieldChanges({ before, after }).map(plain)).toEqual([
    { label: 'Account number', before: '0012', after: '0034', weighty: true },
    { label: 'PAN document', before: 'a file', after: 'another file', weighty: true },
    { label: 'GST certificate', before: '–', after: 'a file', weighty: true },
    { label: 'City', before: 'Pune', after: 'Mumbai', weighty: false },
    { label: 'Status', before: 'Inactive', after: 'Active', weighty: false },
  ]);
});

test('the log names the match of an invoice as lists do', () => {
  const [change] = fieldChanges({ before: { matchState: 'unmatched' }, after: { matchState: 'exception' } }).map(plain);
  expect(change).toMatchObject({ label: 'Match status', before: 'Without lines', after: 'Exception' });
});

test('a value that was empty and is still empty counts as unchanged', () => {
  expect(fieldChanges({ before: null, after: { middleName: null, bankName: '', isAdmin: false } }).map(plain)).toEqual([
    { label: 'Role', before: '–', after: 'User', weighty: false },
  ]);
});

test.each([
  ['Meera Krishnan', 'user.edit', 'Meera Krishnan'],
  ['', 'user.register', 'Visitor'],
  ['', 'user.create', 'Setup'],
])('the log names the actor %s of the action %s as %s', (actor, action, words) => {
  expect(shown(actorWords({ actor, action }))).toBe(words);
});

test('the portal’s texts are in Hindi for a reader of Hindi, and typed text stays as typed', () => {
  const after = {
    city: 'Products',
    remarks: 'Approved',
    paymentTerms: '–',
    attachments: ['Invoices'],
    scheme: { schemeName: 'Overdue' },
    priceApproval: true,
    vendorType: 'Manufacturer',
  };
  expect(fieldChanges({ before: null, after }).map((each) => each.after.map(inHindi))).toEqual([
    ['Products'],
    ['Approved'],
    ['–'],
    ['Invoices'],
    ['Overdue'],
    ['अनुमोदित'],
    [hindi['Manufacturer']],
  ]);
  expect(inHindi(actorWords({ actor: 'Visitor', action: 'user.edit' }))).toBe('Visitor');
  expect(inHindi(actorWords({ actor: '', action: 'user.register' }))).toBe(hindi['Visitor']);
});

test('a logged confirmation reads in the reader’s language, with its remark as typed', () => {
  const answer = {
    line: 1,
    itemName: 'Rice',
    decision: 'change',
    state: 'proposed',
    promises: [{ quantity: 200, date: '2026-12-01' }],
    rejectedQuantity: 5,
    price: 12.5,
    substituteEAN: null,
    reason: 'unavailable',
    remark: 'Overdue',
    counter: null,
    buyerRemark: null,
    sentAt: '',
    decidedAt: null,
  } as const;
  const [change] = fieldChanges({
    before: { 'Line 1': loggedAnswer(null) },
    after: { 'Line 1': loggedAnswer({ ...answer, promises: [...answer.promises] }) },
  });
  expect(change === undefined ? null : plain(change)).toMatchObject({
    label: 'Line 1',
    before: 'Open',
    after: 'Waiting for the buyer · 200 on 01-12-2026 · 5 rejected · at ₹12.50 · Not available · Overdue',
  });
  expect(change?.after.map(inHindi)).toEqual([
    hindi['Waiting for the buyer'],
    translate('{count} on {day}', { count: '200', day: '01-12-2026' }),
    translate('{count} rejected', { count: '5' }),
    translate('at {price}', { price: '₹12.50' }),
    hindi['Not available'],
    'Overdue',
  ]);
});

test('the logged goods of a dispatch note appear in the reader’s language; older entries are finished texts', () => {
  const line = {
    itemName: 'Lines',
    quantity: 40,
    uom: 'BAG',
    poNumber: 'PO/7',
    line: 2,
    // A batch stays as typed, even if it equals a choice.
    stated: {
      hsnCode: '10063020',
      batch: 'exact',
      madeOn: '2026-05-01',
      bestBefore: '2027-05-01',
      mrp: 52.5,
      quantityBasis: 'provisional',
    },
  };
  const share = [{ no: 1, quantity: 1200 }];
  const after = {
    'Line 1': line,
    'Package 1': { kind: 'carton', number: '001', over: false, share },
    vehicles: [
      { kind: 'vehicle', number: 'MH12AB1234', over: true, share },
      { kind: 'vehicle', number: 'MH12AB1235', over: false, share: [] },
    ],
  };
  const changes = fieldChanges({ before: { 'Line 1': '40 BAG; Rice', 'Package 1': null, vehicles: null }, after });
  expect(changes.map((each) => [each.before.map(shown), each.after.map(shown)])).toEqual([
    [
      ['40 BAG; Rice'],
      [
        '40 BAG',
        'Lines',
        'Order PO/7, line 2',
        'HSN Code: 10063020',
        'Batch: exact',
        'Manufacturing date: 01-05-2026',
        'Best before: 01-05-2027',
        'MRP: 52.5',
        'Quantity Basis: Provisional (Rule 55(1)(v))',
      ],
    ],
    [['–'], ['Carton', '001', 'Line 1: 1,200']],
    [['–'], ['MH12AB1234', 'Over-dimensional', 'Line 1: 1,200', 'MH12AB1235']],
  ]);
  expect(changes.map((each) => each.after.map(inHindi))).toEqual([
    [
      '40 BAG',
      'Lines',
      'ऑर्डर PO/7, पंक्ति 2',
      'HSN कोड: 10063020',
      'बैच: exact',
      'निर्माण तिथि: 01-05-2026',
      'बेस्ट बिफ़ोर: 01-05-2027',
      'MRP: 52.5',
      'मात्रा का आधार: अनंतिम (नियम 55(1)(v))',
    ],
    ['कार्टन', '001', 'पंक्ति 1: 1,200'],
    ['MH12AB1234', 'बड़े आकार का माल (ODC)', 'पंक्ति 1: 1,200', 'MH12AB1235'],
  ]);
});
