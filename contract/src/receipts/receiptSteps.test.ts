import { describe, expect, test } from 'vitest';

import { BUYER_ROLES, type Role, VENDOR_ROLES } from '../access/roles.ts';
import type { Link } from '../comments/linkedSteps.ts';
import { nextReceiptStep, receiptProblems, receiptSteps, type StepReceipt } from './receiptSteps.ts';

const receipt = (more: Partial<StepReceipt> = {}): StepReceipt => ({
  receivedOn: '2026-11-21',
  DCNumber: 'DC/51',
  isCancelled: false,
  quantity: 10,
  rejected: 0,
  ...more,
});
const invoice = (state: string): Link => ({ documentKind: 'invoice', documentId: '7', number: '2701', state });
const [D, N, T, S, F, P] = ['done', 'now', 'todo', 'skipped', 'failed', 'part'];

test.each([
  [{}, [], [D, D, N, T]],
  [{ DCNumber: null }, [], [S, D, N, T]],
  [{ rejected: 2 }, [], [D, P, N, T]],
  // Nothing was accepted, so there is nothing to invoice.
  [{ rejected: 10 }, [], [D, P, T, T]],
  [{}, [invoice('matched')], [D, D, D, T]],
  [{}, [invoice('exception')], [D, D, F, T]],
  [{}, [invoice('returned')], [D, D, F, T]],
  [{}, [invoice('paid')], [D, D, D, D]],
  [{}, [invoice('paid'), invoice('approved')], [D, D, D, P]],
  [{ isCancelled: true }, [], [D, F, S, S]],
  [{ isCancelled: true, DCNumber: null }, [invoice('paid')], [S, F, S, S]],
] as const)('a goods receipt like %j with the documents %j shows its steps', (more, linked, states) => {
  expect(receiptSteps(receipt(more), linked).map(({ state }) => state)).toEqual(states);
});

const correct = { owner: 'correct', billing: 'correct' };
const of = (step: string) => ({ administrator: step, accounts: step, approver: step });

describe('the next step of a goods receipt', () => {
  test.each([
    [{}, [], { owner: 'invoice', billing: 'invoice' }],
    [{ rejected: 10 }, [], {}],
    [{}, [invoice('exception')], { ...correct, ...of('review') }],
    [{}, [invoice('returned')], correct],
    [{}, [invoice('matched')], of('approve')],
    [{}, [invoice('released')], of('approve')],
    [{}, [invoice('approved')], { administrator: 'pay', accounts: 'pay' }],
    [{}, [invoice('paid')], {}],
    [{ isCancelled: true }, [], {}],
    [{ isCancelled: true }, [invoice('exception')], {}],
    // The most urgent invoice comes first.
    [{}, [invoice('approved'), invoice('exception')], { ...correct, ...of('review') }],
  ] as const)('is offered to the right roles: %j %j', (more, linked, wanted) => {
    const offered = Object.fromEntries(
      [...VENDOR_ROLES, ...BUYER_ROLES].flatMap((role) => {
        const isBuyers = (BUYER_ROLES as readonly Role[]).includes(role);
        const step = nextReceiptStep(receipt(more), linked, { isBuyers, roles: [role] });
        return step === null ? [] : [[role, step.step] as const];
      }),
    );
    expect(offered).toEqual(wanted);
  });
});

const line = {
  orderId: '4',
  poNumber: 'PO/1',
  line: 1,
  itemName: 'Idli Rice 5 kg',
  EANCode: null,
  uom: 'BAG',
  quantity: 8,
  rejected: 0,
  accepted: 8,
  reason: null,
  remark: null,
  batch: null,
  unitValue: 105,
};

describe('the problems of a goods receipt', () => {
  test('name the line and the difference in units and in rupees', () => {
    const rejected = { ...line, rejected: 1, reason: 'damaged' as const, remark: 'Torn' };
    const differences = [{ poNumber: 'PO/1', line: 1, uom: 'BAG', sent: 10, received: 8, unitValue: 105 }];
    expect(receiptProblems({ lines: [rejected], differences, isCancelled: false })).toMatchObject([
      { kind: 'short', line: 1, itemName: 'Idli Rice 5 kg', units: -2, amount: -210 },
      { kind: 'rejected', units: -1, amount: -105, reason: 'damaged', remark: 'Torn' },
    ]);
  });

  test('are none if the goods arrived as dispatched, or if the receipt is cancelled', () => {
    expect(receiptProblems({ lines: [line], differences: [], isCancelled: false })).toEqual([]);
    expect(receiptProblems({ lines: [{ ...line, rejected: 8 }], differences: [], isCancelled: true })).toEqual([]);
  });

  test('have no rupees if the order no longer has the line, and count excess goods as more', () => {
    const differences = [{ poNumber: 'PO/1', line: 2, uom: null, sent: 0, received: 3.5, unitValue: null }];
    expect(receiptProblems({ lines: [line], differences, isCancelled: false })).toMatchObject([
      { kind: 'over', line: 2, itemName: null, units: 3.5, amount: 0 },
    ]);
  });
});
