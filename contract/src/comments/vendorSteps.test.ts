import { expect, test } from 'vitest';

import { BUYER_ROLES, type Role, VENDOR_ROLES } from '../access/roles.ts';
import { nextVendorStep, type StepVendor, vendorProblems, vendorSteps } from './vendorSteps.ts';

const pendingIdentity = { id: '1', changes: {}, requestedAt: '2026-11-20', appliesAt: null } as NonNullable<StepVendor['pendingIdentity']>;
const vendor = (more: Partial<StepVendor> = {}): StepVendor => ({
  isActive: true,
  identityConfirmed: true,
  createdAt: '2026-11-10T08:00:00.000Z',
  pendingIdentity: null,
  panDocument: '/a',
  gstDocument: '/b',
  cancelledCheque: '/c',
  ...more,
});
const order = [{ documentKind: 'purchaseOrder' as const, documentId: '4', number: 'PO/1', state: 'Open' }];
const sentBack = { reason: 'The cheque is not readable', at: '2026-11-12' };
const [D, N, T, S, F] = ['done', 'now', 'todo', 'skipped', 'failed'];

test.each([
  [{ isActive: false, identityConfirmed: false }, [], [D, N, T, T], { administrator: 'activate' }],
  [{ isActive: false, identityConfirmed: false, sentBack }, [], [D, F, T, T], { administrator: 'activate' }],
  [{}, [], [D, D, D, T], {}],
  [{}, order, [D, D, D, D], {}],
  [{ identityConfirmed: false }, order, [D, S, D, D], {}],
  // The vendor was active before.
  [{ isActive: false }, order, [D, D, F, D], { administrator: 'activate' }],
  [{ pendingIdentity }, [], [D, D, D, T], { administrator: 'identity', approver: 'identity' }],
  [{ isActive: false, pendingIdentity }, [], [D, D, F, T], { administrator: 'activate' }],
] as const)('a vendor like %j with the documents %j shows its steps and offers the next one', (more, linked, states, wanted) => {
  expect(vendorSteps(vendor(more), linked).map(({ state }) => state)).toEqual(states);
  const offered = Object.fromEntries(
    [...VENDOR_ROLES, ...BUYER_ROLES].flatMap((role) => {
      const step = nextVendorStep(vendor(more), { isBuyers: (BUYER_ROLES as readonly Role[]).includes(role), roles: [role] });
      return step === null ? [] : [[role, step] as const];
    }),
  );
  expect(offered).toEqual(wanted);
});

test('a vendor has the problems of its GST number, its identity and its documents', () => {
  expect(vendorProblems(vendor())).toEqual([]);
  expect(
    vendorProblems(
      vendor({
        gstinAlsoOf: [{ _id: '3', vendor_name: 'Mill', vendor_Code: 7 }],
        pendingIdentity,
        panDocument: null,
        gstDocument: null,
        cancelledCheque: null,
      }),
    ),
  ).toEqual(['sharedGstin', 'identity', 'noPan', 'noGst', 'noCheque']);
  expect(vendorProblems(vendor({ gstinAlsoOf: [] }))).toEqual([]);
});
