import { describe, expect, test } from 'vitest';

import { BUYER_ROLES, type Role, VENDOR_ROLES } from '../access/roles.ts';
import { format } from '../ground/template.ts';
import { invoiceSteps, nextInvoiceStep, type StepInvoice } from './invoiceSteps.ts';

const invoice = (more: Partial<StepInvoice>): StepInvoice => ({
  invoiceDate: '2026-11-21',
  matchState: 'matched',
  paymentReceived: 0,
  balance: 100,
  dueDate: '2026-12-21',
  ...more,
});

test.each([
  [{ matchState: 'unmatched' }, ['done', 'skipped', 'skipped', 'todo']],
  [{ matchState: 'matched' }, ['done', 'done', 'now', 'todo']],
  [{ matchState: 'exception' }, ['done', 'failed', 'todo', 'todo']],
  [{ matchState: 'returned' }, ['done', 'failed', 'todo', 'todo']],
  [{ matchState: 'released' }, ['done', 'done', 'now', 'todo']],
  [{ matchState: 'approved' }, ['done', 'done', 'done', 'todo']],
  [{ matchState: 'approved', paymentReceived: 40, balance: 60 }, ['done', 'done', 'done', 'part']],
  [{ matchState: 'matched', paymentReceived: 100, balance: 0 }, ['done', 'done', 'skipped', 'done']],
] as const)('an invoice shows its steps: %j', (more, states) => {
  expect(invoiceSteps(invoice(more)).map(({ state }) => state)).toEqual(states);
});

test('the step of an exception counts its variances once they are known, and no other step does', () => {
  const matched = (state: StepInvoice['matchState'], count?: number) => invoiceSteps(invoice({ matchState: state }), count)[1];
  expect(matched('exception')?.note).toBe('Exception');
  const step = matched('exception', 2);
  expect([step?.note].map((note) => format(note ?? '', step?.values ?? {}))).toEqual(['2 differences']);
  expect(matched('returned', 2)?.note).toBe('Sent back');
  expect(matched('released', 2)?.note).toBe('Released');
});

const release = { administrator: 'approve', accounts: 'approve', approver: 'approve' };
const pay = { administrator: 'pay', accounts: 'pay' };
const correct = { owner: 'correct', billing: 'correct' };

describe('the next step of an invoice', () => {
  test.each([
    [{ matchState: 'unmatched' }, pay],
    [{ matchState: 'matched' }, release],
    [{ matchState: 'released' }, release],
    [{ matchState: 'exception' }, { ...correct, administrator: 'sendBack', accounts: 'sendBack', approver: 'sendBack' }],
    [{ matchState: 'returned' }, correct],
    [{ matchState: 'approved' }, pay],
    [{ matchState: 'approved', balance: 0 }, {}],
    [{ matchState: 'exception', balance: 0 }, {}],
  ] as const)('is offered to the right roles: %j', (more, wanted) => {
    const offered = Object.fromEntries(
      [...VENDOR_ROLES, ...BUYER_ROLES].flatMap((role) => {
        const step = nextInvoiceStep(invoice(more), { isBuyers: (BUYER_ROLES as readonly Role[]).includes(role), roles: [role] });
        return step === null ? [] : [[role, step] as const];
      }),
    );
    expect(offered).toEqual(wanted);
  });
});
