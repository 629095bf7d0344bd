import { expect, test } from 'vitest';

import { actorWords } from './auditActions.ts';
import { fieldChanges } from './auditWords.ts';

test('bank, tax and document changes are marked and come first', () => {
  const before = { city: 'Pune', accountNumber: '0012', panDocument: 'a1', gstDocument: null, isActive: false };
  const after = { city: 'Mumbai', accountNumber: '0034', panDocument: 'b2', gstDocument: 'c3', isActive: true };
  expect(fieldChanges({ before, after })).toEqual([
    { label: 'Account number', before: '0012', after: '0034', weighty: true },
    { label: 'PAN document', before: 'a file', after: 'another file', weighty: true },
    { label: 'GST certificate', before: '–', after: 'a file', weighty: true },
    { label: 'City', before: 'Pune', after: 'Mumbai', weighty: false },
    { label: 'Status', before: 'Inactive', after: 'Active', weighty: false },
  ]);
});

test('the match of an invoice is called as in lists', () => {
  const [change] = fieldChanges({ before: { matchState: 'unmatched' }, after: { matchState: 'exception' } });
  expect(change).toMatchObject({ label: 'Match status', before: 'Without lines', after: 'Exception' });
});

test('what was empty and still is counts as no change', () => {
  expect(fieldChanges({ before: null, after: { middleName: null, bankName: '', isAdmin: false } })).toEqual([
    { label: 'Role', before: '–', after: 'User', weighty: false },
  ]);
});

test.each([
  ['Meera Krishnan', 'user.edit', 'Meera Krishnan'],
  ['', 'user.register', 'Visitor'],
  ['', 'user.create', 'Setup'],
])('%s doing %s is called %s', (actor, action, words) => {
  expect(actorWords({ actor, action })).toBe(words);
});
