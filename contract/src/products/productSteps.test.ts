import { describe, expect, test } from 'vitest';

import { BUYER_ROLES, type Role, VENDOR_ROLES } from '../access/roles.ts';
import { nextProductStep, productSteps, type StepProduct } from './productSteps.ts';

const product = (more: Partial<StepProduct>): StepProduct => ({
  createdAt: '2026-11-10T08:00:00.000Z',
  priceApproval: false,
  refusal: null,
  ...more,
});
const refusal = { cause: null, acceptablePrice: null, reason: 'Above the market', refusedAt: '2026-11-12T08:00:00.000Z' };
const order = [{ documentKind: 'purchaseOrder' as const, documentId: '4', number: 'PO/1', state: 'Open' }];

describe('a product', () => {
  test.each([
    [{}, [], ['done', 'now', 'todo'], { administrator: 'approve', buyer: 'approve', approver: 'approve' }],
    [{ priceApproval: true }, [], ['done', 'done', 'todo'], {}],
    [{ priceApproval: true }, order, ['done', 'done', 'done'], {}],
    [{ refusal }, [], ['done', 'failed', 'todo'], { owner: 'changePrice', orders: 'changePrice' }],
    // The order has an older price, and the new price waits.
    [{}, order, ['done', 'now', 'done'], { administrator: 'approve', buyer: 'approve', approver: 'approve' }],
  ] as const)('shows its steps and offers the next one: %j %j', (more, linked, states, wanted) => {
    expect(productSteps(product(more), linked).map(({ state }) => state)).toEqual(states);
    const offered = Object.fromEntries(
      [...VENDOR_ROLES, ...BUYER_ROLES].flatMap((role) => {
        const step = nextProductStep(product(more), { isBuyers: (BUYER_ROLES as readonly Role[]).includes(role), roles: [role] });
        return step === null ? [] : [[role, step] as const];
      }),
    );
    expect(offered).toEqual(wanted);
  });
});
