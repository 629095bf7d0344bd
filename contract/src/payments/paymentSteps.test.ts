import { describe, expect, test } from 'vitest';

import { BUYER_ROLES, type Role, VENDOR_ROLES } from '../access/roles.ts';
import type { Link } from '../comments/linkedSteps.ts';
import { paymentProblems, paymentSteps, type StepPayment } from './paymentSteps.ts';
import { nextReturnStep, returnSteps } from './returnSteps.ts';

const payment = (more: Partial<StepPayment>): StepPayment => ({
  paymentDate: '2026-11-25',
  amount: 100,
  onAccount: 0,
  isReversed: false,
  reversalOf: null,
  ...more,
});
const [D, N, T, S, F, P] = ['done', 'now', 'todo', 'skipped', 'failed', 'part'];

test.each([
  [{}, [D, D], []],
  [{ onAccount: 40 }, [D, P], ['onAccount']],
  [{ onAccount: 100 }, [D, N], ['onAccount']],
  [{ isReversed: true, onAccount: 100 }, [D, F], ['reversed']],
  [{ amount: -100, onAccount: -100, reversalOf: '3' }, [D, S], ['reversal']],
] as const)('a payment shows its steps and problems: %j', (more, states, problems) => {
  expect(paymentSteps(payment(more)).map(({ state }) => state)).toEqual(states);
  expect(paymentProblems(payment(more)).map(({ kind }) => kind)).toEqual(problems);
});

const receipt: Link = { documentKind: 'receipt', documentId: '3', number: 'GRN/3', state: 'rejected' };
const claim = (state: string): Link => ({ documentKind: 'debitMemo', documentId: '9', number: 'DM/9', state });

describe('a purchase return', () => {
  test.each([
    [[], [S, D, T, T]],
    [[receipt], [D, D, T, T]],
    [
      [receipt, claim('open')],
      [D, D, D, N],
    ],
    [
      [receipt, claim('accepted')],
      [D, D, D, D],
    ],
    [
      [receipt, claim('answered')],
      [D, D, D, D],
    ],
    [
      [receipt, claim('reversed')],
      [D, D, F, S],
    ],
    // A later claim takes precedence over a reversed one.
    [
      [claim('open'), claim('reversed')],
      [S, D, D, N],
    ],
  ] as const)('shows its steps: %j', (linked, states) => {
    expect(returnSteps(linked).map(({ state }) => state)).toEqual(states);
  });

  test.each([
    [[claim('open')], { owner: 'answer', billing: 'answer' }],
    [[claim('accepted')], {}],
    [[claim('reversed')], {}],
    [[receipt], {}],
  ] as const)('offers its next step to the right roles: %j', (linked, wanted) => {
    const offered = Object.fromEntries(
      [...VENDOR_ROLES, ...BUYER_ROLES].flatMap((role) => {
        const isBuyers = (BUYER_ROLES as readonly Role[]).includes(role);
        const step = nextReturnStep(linked, { isBuyers, roles: [role] });
        return step === null ? [] : [[role, step.step] as const];
      }),
    );
    expect(offered).toEqual(wanted);
  });
});
