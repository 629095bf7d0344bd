import { describe, expect, test } from 'vitest';

import { BUYER_ROLES, type Role, VENDOR_ROLES } from '../access/roles.ts';
import { nextOrderStep, orderSteps, type StepLinks, type StepOrder } from './orderSteps.ts';

const open: StepOrder = { status: 'Open', poDate: '2026-11-09', awaits: null, acknowledgedOn: null };
const acknowledged: StepOrder = { ...open, status: 'Acknowledged', acknowledgedOn: '2026-11-10' };
const line = { ordered: 100, promised: 100, sent: 0, received: 0, rejected: 0, invoiced: 0, credited: 0, accepted: 0 };
const links = (given: object[] = [{}], invoices: object[] = [], totals = {}): StepLinks => {
  const lines = given.map((each) => ({ ...line, ...each }));
  // Each piece costs ₹1.00.
  const toInvoice = lines.reduce((sum, { accepted, invoiced, credited }) => sum + accepted - invoiced + credited, 0);
  return {
    lines,
    invoices: invoices.map((each) => ({ _id: '7', invoiceNumber: '2701', balance: 100, matchState: 'matched' as const, ...each })),
    totals: { invoiced: 100, paid: 0, toInvoice, ...totals },
  };
};
const statesOf = (order: StepOrder, of: StepLinks) => orderSteps(order, of).map(({ state }) => state);

describe('the steps of an order', () => {
  test.each([
    ['new', open, links(), ['done', 'now', 'todo', 'todo', 'todo', 'todo', 'todo']],
    ['with a proposal', { ...open, awaits: 'buyer' as const }, links(), ['done', 'part', 'todo', 'todo', 'todo', 'todo', 'todo']],
    ['acknowledged', acknowledged, links(), ['done', 'done', 'todo', 'todo', 'todo', 'todo', 'todo']],
    ['half dispatched', acknowledged, links([{ sent: 100 }, {}]), ['done', 'done', 'part', 'todo', 'todo', 'todo', 'todo']],
    ['partly dispatched', acknowledged, links([{ sent: 40 }]), ['done', 'done', 'part', 'todo', 'todo', 'todo', 'todo']],
    [
      'received without a dispatch note',
      acknowledged,
      links([{ received: 100, accepted: 100 }]),
      ['done', 'done', 'done', 'done', 'todo', 'todo', 'todo'],
    ],
    [
      'with an exception',
      acknowledged,
      links([{ sent: 100, received: 100, accepted: 100, invoiced: 100 }], [{ matchState: 'exception' }]),
      ['done', 'done', 'done', 'done', 'failed', 'todo', 'todo'],
    ],
    [
      'invoiced as a whole by an invoice without lines',
      acknowledged,
      links([{ sent: 100, received: 100, accepted: 100 }], [{ matchState: 'unmatched' }], { toInvoice: 0 }),
      ['done', 'done', 'done', 'done', 'done', 'todo', 'todo'],
    ],
    [
      'invoiced in part by an invoice without lines',
      acknowledged,
      links([{ sent: 100, received: 100, accepted: 100 }], [{ matchState: 'unmatched' }], { toInvoice: 20 }),
      ['done', 'done', 'done', 'done', 'part', 'todo', 'todo'],
    ],
    [
      'of free goods',
      acknowledged,
      links([{ sent: 100, received: 100, accepted: 100 }], [], { toInvoice: 0 }),
      ['done', 'done', 'done', 'done', 'todo', 'todo', 'todo'],
    ],
    [
      'paid without approval',
      acknowledged,
      links([{ sent: 100, received: 100, accepted: 100, invoiced: 100 }], [{ balance: 0 }], { paid: 100 }),
      ['done', 'done', 'done', 'done', 'done', 'skipped', 'done'],
    ],
    [
      'delivered, with no line confirmed',
      open,
      links([{ promised: 0, sent: 100, received: 100 }]),
      ['done', 'skipped', 'done', 'done', 'todo', 'todo', 'todo'],
    ],
    [
      'delivered, never confirmed',
      open,
      links([{ sent: 100, received: 100 }]),
      ['done', 'skipped', 'done', 'done', 'todo', 'todo', 'todo'],
    ],
    [
      'cancelled',
      { ...open, status: 'Cancelled' as const },
      links(),
      ['done', 'skipped', 'skipped', 'skipped', 'skipped', 'skipped', 'skipped'],
    ],
    [
      'closed short, to be invoiced',
      { ...acknowledged, status: 'Closed' as const },
      links([{ sent: 60, received: 60, accepted: 60 }]),
      ['done', 'done', 'part', 'part', 'todo', 'todo', 'todo'],
    ],
    [
      'with a rejected line',
      acknowledged,
      links([{ promised: 0 }, { sent: 100, received: 100, accepted: 100 }]),
      ['done', 'done', 'done', 'done', 'todo', 'todo', 'todo'],
    ],
  ])('show the status of an order: %s', (_, order, of, states) => expect(statesOf(order, of)).toEqual(states));

  test('name the invoice that blocks the order', () => {
    expect(orderSteps(acknowledged, links([{}], [{ matchState: 'exception' }]))[4]).toMatchObject({
      note: '{invoiceNumber} is an exception',
      values: { invoiceNumber: '2701' },
    });
    expect(orderSteps(acknowledged, links([{}], [{ matchState: 'returned' }]))[4]).toMatchObject({
      note: '{invoiceNumber} was sent back',
      values: { invoiceNumber: '2701' },
    });
  });
});

/** The step that each role is offered, by the state of the order; roles that are not named are offered nothing. */
const CASES: readonly [string, StepOrder, StepLinks, Partial<Record<Role, string>>][] = [
  ['not confirmed', open, links(), { owner: 'confirm', orders: 'confirm', dispatch: 'dispatch' }],
  [
    'a proposal',
    { ...open, awaits: 'buyer' },
    links(),
    { owner: 'dispatch', dispatch: 'dispatch', administrator: 'decide', buyer: 'decide', approver: 'decide' },
  ],
  ['a counter-offer', { ...open, awaits: 'vendor' }, links(), { owner: 'respond', orders: 'respond', dispatch: 'dispatch' }],
  ['to dispatch', acknowledged, links(), { owner: 'dispatch', dispatch: 'dispatch' }],
  ['on the way', acknowledged, links([{ sent: 100 }]), { administrator: 'receive', receiver: 'receive' }],
  ['to invoice', acknowledged, links([{ sent: 100, received: 100, accepted: 100 }]), { owner: 'invoice', billing: 'invoice' }],
  [
    'invoiced as a whole by an invoice without lines',
    acknowledged,
    links([{ sent: 100, received: 100, accepted: 100 }], [{ matchState: 'unmatched' }], { toInvoice: 0 }),
    {},
  ],
  [
    'invoiced in part by an invoice without lines',
    acknowledged,
    links([{ sent: 100, received: 100, accepted: 100 }], [{ matchState: 'unmatched' }], { toInvoice: 20 }),
    { owner: 'invoice', billing: 'invoice' },
  ],
  [
    'an exception',
    acknowledged,
    links([{ sent: 100, received: 100, accepted: 100, invoiced: 100 }], [{ matchState: 'exception' }]),
    { owner: 'correct', billing: 'correct', administrator: 'review', accounts: 'review', approver: 'review' },
  ],
  [
    'matched',
    acknowledged,
    links([{ sent: 100, received: 100, accepted: 100, invoiced: 100 }], [{}]),
    { administrator: 'approve', accounts: 'approve', approver: 'approve' },
  ],
  [
    'approved',
    acknowledged,
    links([{ sent: 100, received: 100, accepted: 100, invoiced: 100 }], [{ matchState: 'approved' }]),
    { administrator: 'pay', accounts: 'pay' },
  ],
  ['paid', acknowledged, links([{ sent: 100, received: 100, accepted: 100, invoiced: 100 }], [{ matchState: 'approved', balance: 0 }]), {}],
  ['cancelled', { ...open, status: 'Cancelled' }, links(), {}],
  [
    'closed, with goods to invoice',
    { ...acknowledged, status: 'Closed' },
    links([{ received: 40, accepted: 40 }]),
    { owner: 'invoice', billing: 'invoice' },
  ],
];

describe('the next step of an order', () => {
  test.each(CASES)('is offered to the right roles: %s', (_, order, of, wanted) => {
    const offered = Object.fromEntries(
      [...VENDOR_ROLES, ...BUYER_ROLES].flatMap((role) => {
        const next = nextOrderStep(order, of, { isBuyers: (BUYER_ROLES as readonly Role[]).includes(role), roles: [role] });
        return next === null ? [] : [[role, next.step] as const];
      }),
    );
    expect(offered).toEqual(wanted);
  });

  test('names the invoice concerned', () => {
    const next = nextOrderStep(acknowledged, links([{}], [{ matchState: 'exception' }]), { isBuyers: true, roles: ['accounts'] });
    expect(next).toEqual({ step: 'review', invoice: { _id: '7', invoiceNumber: '2701' } });
  });
});
