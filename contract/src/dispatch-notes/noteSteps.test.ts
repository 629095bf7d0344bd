import { describe, expect, test } from 'vitest';

import { BUYER_ROLES, type Role, VENDOR_ROLES } from '../access/roles.ts';
import type { Link } from '../comments/linkedSteps.ts';
import { DISPATCH_KINDS, MOVEMENTS } from './movements.ts';
import { nextNoteStep, noteFigures, noteProblems, noteSteps } from './noteSteps.ts';

const line = {
  no: 1,
  itemName: 'Idli Rice 5 kg',
  uom: 'BAG',
  orderId: '4',
  line: 1,
  quantity: 10,
  taxable: 1000,
  CGSTRate: 2.5,
  SGSTRate: 2.5,
  IGSTRate: null,
  cessRate: null,
};
const note = {
  issuer: 'vendor' as const,
  kind: 'challan' as const,
  state: 'left' as const,
  expectedOn: '2026-11-24',
  leftAt: '2026-11-20T08:00:00.000Z',
  arrivedOn: null,
  eWayBillNumber: null,
  ewayValidUntil: null,
  partBChanged: false,
  lines: [line],
};
type Note = Parameters<typeof noteProblems>[0];
const noteOf = (more: Partial<Note>): Note => ({ ...note, ...more });
const receipt = (state = 'accepted'): Link => ({ documentKind: 'receipt', documentId: '8', number: 'GRN/8', state });
const invoice = (state = 'matched'): Link => ({ documentKind: 'invoice', documentId: '7', number: '2701', state });
/** Any movement of the issuer's own goods. */
const OWN_KIND = DISPATCH_KINDS.find((kind) => MOVEMENTS[kind].goods === 'own') ?? 'challan';
const [D, N, T, S, F, P] = ['done', 'now', 'todo', 'skipped', 'failed', 'part'];

test.each([
  [{ state: null, lines: [] }, [], [N, T, T, T, T, T]],
  [{ state: 'draft', lines: [] }, [], [N, T, T, T, T, T]],
  [{ state: 'draft' }, [], [D, N, T, T, T, T]],
  [{ state: 'ready' }, [], [D, D, N, T, T, T]],
  [{ state: 'left' }, [], [D, D, D, N, T, T]],
  [{ state: 'arrived', arrivedOn: '2026-11-22' }, [], [D, D, D, D, N, T]],
  [{ state: 'arrived' }, [receipt()], [D, D, D, D, D, N]],
  [{ state: 'arrived' }, [receipt('rejected'), invoice()], [D, D, D, D, P, D]],
  [{ state: 'closed' }, [receipt(), invoice('exception')], [D, D, D, D, D, F]],
  // A cancelled receipt does not count.
  [{ state: 'arrived' }, [receipt('cancelled')], [D, D, D, D, N, T]],
  // The goods are received although no one marked them as dispatched.
  [{ state: null, lines: [] }, [receipt()], [S, S, S, S, D, N]],
  [{ state: 'cancelled', leftAt: null }, [], [D, F, S, S, S, S]],
  [{ state: 'cancelled' }, [], [D, D, D, F, S, S]],
  [{ kind: OWN_KIND }, [], [D, D, D, N]],
] as const)('a dispatch note like %j with the documents %j shows its steps', (more, linked, states) => {
  expect(noteSteps(noteOf(more as Partial<Note>), linked).map(({ state }) => state)).toEqual(states);
});

describe('the next step of a dispatch note', () => {
  const dispatch = (step: string) => ({ owner: step, dispatch: step });
  const release = { administrator: 'approve', accounts: 'approve', approver: 'approve' };
  const review = { administrator: 'review', accounts: 'review', approver: 'review' };
  const receive = { administrator: 'receive', receiver: 'receive' };
  test.each([
    [{ state: null, lines: [] }, [], dispatch('goods')],
    [{ state: 'draft' }, [], dispatch('ready')],
    [{ state: 'ready' }, [], dispatch('leave')],
    [{ state: 'left' }, [], receive],
    [{ state: 'arrived' }, [], receive],
    [{ state: 'arrived' }, [receipt('cancelled')], receive],
    [{ state: 'arrived' }, [receipt()], { owner: 'invoice', billing: 'invoice', dispatch: 'close' }],
    [{ state: 'arrived' }, [receipt(), invoice()], { ...dispatch('close'), ...release }],
    [{ state: 'closed' }, [receipt(), invoice()], release],
    [{ state: 'closed' }, [receipt(), invoice('exception')], { ...review, owner: 'correct', billing: 'correct' }],
    [{ state: 'closed' }, [receipt(), invoice('returned')], { owner: 'correct', billing: 'correct' }],
    [{ state: 'closed' }, [receipt(), invoice('approved')], { administrator: 'pay', accounts: 'pay' }],
    [{ state: 'closed' }, [receipt(), invoice('paid')], {}],
    [{ state: 'cancelled' }, [], {}],
    [{ state: 'cancelled' }, [receipt()], {}],
    // The buyer's side dispatches its own goods, and no one receives or invoices them.
    [{ issuer: 'buyer', kind: OWN_KIND, state: 'draft' }, [], { administrator: 'ready' }],
    [{ issuer: 'buyer', kind: OWN_KIND, state: 'left' }, [], {}],
    [{ issuer: 'buyer', kind: OWN_KIND, state: 'arrived' }, [], { administrator: 'close' }],
    [{ kind: OWN_KIND, state: 'arrived' }, [], dispatch('close')],
  ] as const)('is offered to the right roles: %j %j', (more, linked, wanted) => {
    const offered = Object.fromEntries(
      [...VENDOR_ROLES, ...BUYER_ROLES].flatMap((role) => {
        const isBuyers = (BUYER_ROLES as readonly Role[]).includes(role);
        const step = nextNoteStep(noteOf(more), linked, { isBuyers, roles: [role] });
        return step === null ? [] : [[role, step.step] as const];
      }),
    );
    expect(offered).toEqual(wanted);
  });
});

const arrived = (quantity: number, rejected = 0) => [{ orderId: '4', line: 1, quantity, rejected }];
const at = { today: '2026-11-26', now: '2026-11-26T06:00:00.000Z' };

describe('the problems of a dispatch note', () => {
  const kinds = (more: Partial<Note>, linked: Link[] = [], goods: ReturnType<typeof arrived> | null = null) =>
    noteProblems(noteOf(more), linked, goods, at).map(({ kind }) => kind);

  test('name the line, the difference in units and in rupees with tax', () => {
    expect(noteProblems(noteOf({ state: 'arrived' }), [receipt('rejected')], arrived(8, 1), at)).toEqual([
      { kind: 'short', line: 1, itemName: 'Idli Rice 5 kg', uom: 'BAG', units: -2, amount: -210 },
      { kind: 'rejected', line: 1, itemName: 'Idli Rice 5 kg', uom: 'BAG', units: -1, amount: -105 },
    ]);
    expect(kinds({ state: 'arrived' }, [receipt()], arrived(12))).toEqual(['over']);
    expect(kinds({ state: 'arrived' }, [receipt()], arrived(10))).toEqual([]);
  });

  test('are none before the goods are counted, on the expected day itself, or after cancellation', () => {
    expect(kinds({ expectedOn: '2026-11-26' })).toEqual([]);
    expect(kinds({ expectedOn: null })).toEqual([]);
    expect(kinds({ state: 'cancelled', eWayBillNumber: '1', ewayValidUntil: '2026-11-20T00:00:00.000Z', partBChanged: true })).toEqual([]);
    expect(kinds({ state: 'cancelled' }, [], arrived(2))).toEqual([]);
  });

  test('are late goods, an expired e-way bill, a changed Part B, stopped invoices and missing goods, the most serious first', () => {
    expect(kinds({})).toEqual(['late']);
    expect(kinds({}, [receipt()], arrived(10))).toEqual([]);
    const bill = { eWayBillNumber: '331', ewayValidUntil: '2026-11-25T18:29:00.000Z', partBChanged: true };
    expect(kinds(bill, [invoice('exception')])).toEqual(['exception', 'eway', 'late', 'partB']);
    // An e-way bill does not matter if the goods have arrived or the note has no lines.
    expect(kinds({ ...bill, state: 'arrived' })).toEqual([]);
    expect(kinds({ ...bill, eWayBillNumber: null, expectedOn: null })).toEqual([]);
    expect(kinds({ state: 'draft', lines: [] })).toEqual(['empty']);
  });
});

test('batches of one order line share the received quantity, and no quantity counts twice', () => {
  const batches = [line, { ...line, no: 2, quantity: 5, taxable: 500 }];
  expect(noteFigures(batches, arrived(13, 3)).map(({ received, rejected, units }) => [received, rejected, units])).toEqual([
    [10, 3, 0],
    [3, 0, -2],
  ]);
  expect(noteFigures(batches, arrived(16)).map(({ units }) => units)).toEqual([0, 1]);
  expect(noteFigures(batches, null).map(({ received }) => received)).toEqual([null, null]);
  // Other lines of the receipt are not these goods.
  expect(noteFigures([line], [{ orderId: '5', line: 1, quantity: 10, rejected: 0 }])[0]?.units).toBe(-10);
});
