import { expect, test } from 'vitest';

import { urls } from '../urls.ts';
import { activeHref, navigation } from './navigation.ts';

const vendor = {
  isAdmin: false,
  isActive: true,
  user: {
    _id: '2',
    firstName: 'Asha',
    lastName: 'Patil',
    email: 'asha@example.org',
    company: 'Mill',
    vendorId: '2',
    roles: ['owner'],
    siteIds: [] as string[],
    boundRoles: [],
  },
};
const groups = navigation(vendor);

test.each([
  [urls.invoiceEdit('7'), urls.invoices],
  [urls.paymentReport, urls.paymentReport],
  // No item of their own.
  [urls.paymentCreate, urls.paymentReport],
  ['/Invoices/Outstanding-Report', urls.outstandingReport],
  [urls.dispatchNoteCreate, urls.dispatchNotes],
  ['/outbox', undefined],
])('the menu highlights %s as part of %s', (path, href) => expect(activeHref(groups, path)).toBe(href));

test.each([urls.keys, urls.webhooks])(
  'the menu highlights %s under Settings for an administrator, and under People for a vendor',
  (path) => {
    const office = navigation({ ...vendor, isAdmin: true, user: { ...vendor.user, vendorId: '', roles: ['administrator'] } });
    expect([activeHref(office, path), activeHref(groups, path)]).toEqual([urls.settings, urls.people]);
  },
);

test('the menu has the groups and entries of the specification in its order, then further ones', () => {
  const entries = (isAdmin: boolean, role: string) =>
    navigation({ ...vendor, isAdmin, user: { ...vendor.user, roles: [role] } }).map(({ heading = '', items }) =>
      [heading, ...items.map(({ label }) => label)].join(' · '),
    );
  expect(entries(true, 'administrator')).toEqual([
    ' · Dashboard · Users · People',
    'Master Products · Products · Schemes · Price review',
    'Invoices · Invoice · Payment Report · Purchase Returns · Debit Memo · Credit Memo · Outstanding',
    'Purchase Orders · Purchase Orders · Dispatch Note · Goods receipts',
    'Overview · Vendors · Reports',
    'Setup · Buyer Data · GST Rates · E-mails · Audit Log · Settings',
  ]);
  expect(entries(false, 'owner')).toEqual([
    ' · Dashboard · People',
    'Master Products · Products · Schemes',
    'Invoices · Invoice · Payment Report · Purchase Returns · Debit Memo · Credit Memo · Outstanding',
    'Purchase Orders · Purchase Orders · Dispatch Note · Goods receipts',
    'Overview · Reports',
  ]);
  // Hidden from users who are not active.
  expect(navigation({ ...vendor, isActive: false }).flatMap(({ items }) => items.map(({ label }) => label))).toEqual(['Dashboard']);
});

const labels = (isAdmin: boolean, role: string) =>
  navigation({ ...vendor, isAdmin, user: { ...vendor.user, roles: [role] } }).flatMap(({ items }) => items.map(({ label }) => label));

test.each([
  [false, 'owner', 'People', true],
  [false, 'billing', 'People', false],
  [true, 'administrator', 'Settings', true],
  [true, 'auditor', 'Settings', false],
  [true, 'auditor', 'People', false],
  [true, 'auditor', 'Audit Log', true],
] as const)('the menu of buyer %s, role %s, entry %s, is shown: %s', (isAdmin, role, label, shown) =>
  expect(labels(isAdmin, role).includes(label)).toBe(shown),
);

test('the menu of a user limited to sites begins with the arrivals there', () => {
  const bound = navigation({ ...vendor, isAdmin: true, user: { ...vendor.user, roles: ['receiver'], siteIds: ['4'] } });
  const hrefs = bound.flatMap(({ items }) => items.map(({ href }) => href));
  expect(hrefs).toEqual(
    expect.arrayContaining([`${urls.purchaseOrders}?site=own`, `${urls.dispatchNotes}?site=own`, `${urls.receipts}?site=own`]),
  );
  expect(activeHref(bound, urls.dispatchNotes)).toBe(`${urls.dispatchNotes}?site=own`);
});
