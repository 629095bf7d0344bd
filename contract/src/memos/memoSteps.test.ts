import { describe, expect, test } from 'vitest';

import { BUYER_ROLES, type Role, VENDOR_ROLES } from '../access/roles.ts';
import type { MemoKind } from './memoMessages.ts';
import { memoProblems, memoSteps, nextMemoStep, type StepMemo } from './memoSteps.ts';

const memo = (more: Partial<StepMemo>): StepMemo => ({
  status: 'open',
  issuer: 'vendor',
  memoDate: '2026-11-22',
  createdAt: '2026-11-22T08:00:00.000Z',
  invoiceId: '7',
  paymentId: null,
  ...more,
});
const [D, N, T, S, F] = ['done', 'now', 'todo', 'skipped', 'failed'];

test.each([
  ['credit', { status: 'accepted' }, [D, D, D]],
  // A vendor's credit memo lowers the payable amount, so without an invoice it is on account.
  ['credit', { status: 'accepted', invoiceId: null }, [D, D, D]],
  ['debit', { status: 'open' }, [D, N, T]],
  ['debit', { status: 'open', invoiceId: null }, [D, N, S]],
  ['debit', { status: 'open', issuer: 'buyer' }, [D, N, T]],
  ['debit', { status: 'accepted', issuer: 'buyer', invoiceId: null }, [D, D, S]],
  ['debit', { status: 'answered', issuer: 'buyer' }, [D, D, S]],
  ['credit', { status: 'reversed' }, [D, F, S]],
] as const)('a %s memo shows its steps: %j', (kind, more, states) => {
  expect(memoSteps(memo(more), kind, []).map(({ state }) => state)).toEqual(states);
});

test('a waiting memo names the side that it waits for', () => {
  const waits = (kind: MemoKind, issuer: StepMemo['issuer']) => memoSteps(memo({ issuer }), kind, [])[1]?.note;
  expect([waits('debit', 'buyer'), waits('debit', 'vendor'), waits('credit', 'buyer')]).toEqual([
    'Waiting for the vendor',
    'Waiting for the buyer',
    'Waiting for the buyer',
  ]);
});

const vendors = { owner: 'accept', billing: 'accept' };
const buyers = { administrator: 'accept', accounts: 'accept' };

describe('the next step of a memo', () => {
  test.each([
    // The vendor accepts a claim of the buyer, and the buyer accepts the vendor's debit memo.
    ['debit', { issuer: 'buyer' }, vendors],
    ['debit', { issuer: 'vendor' }, buyers],
    ['credit', { issuer: 'buyer' }, buyers],
    ['credit', { issuer: 'vendor' }, vendors],
    ['debit', { issuer: 'buyer', status: 'accepted' }, {}],
    ['debit', { issuer: 'buyer', status: 'answered' }, {}],
    ['credit', { issuer: 'vendor', status: 'reversed' }, {}],
  ] as const)('is offered to the right roles: %s %j', (kind, more, wanted) => {
    const offered = Object.fromEntries(
      [...VENDOR_ROLES, ...BUYER_ROLES].flatMap((role) => {
        const isBuyers = (BUYER_ROLES as readonly Role[]).includes(role);
        const step = nextMemoStep(memo(more), kind, { isBuyers, roles: [role] });
        return step === null ? [] : [[role, step] as const];
      }),
    );
    expect(offered).toEqual(wanted);
  });
});

test('a memo without an invoice has a problem, unless it is a vendor’s credit memo', () => {
  expect(memoProblems(memo({ invoiceId: null }), 'debit')).toEqual(['noInvoice']);
  expect(memoProblems(memo({ invoiceId: null, issuer: 'buyer' }), 'credit')).toEqual(['noInvoice']);
  expect(memoProblems(memo({ invoiceId: null }), 'credit')).toEqual([]);
  expect(memoProblems(memo({}), 'debit')).toEqual([]);
  expect(memoProblems(memo({ status: 'reversed', invoiceId: null }), 'debit')).toEqual(['reversed']);
  expect(memoProblems(memo({ status: 'answered', invoiceId: null, issuer: 'buyer' }), 'debit')).toEqual([]);
});
