import { expect, test } from 'vitest';

import { gatheredMail } from './gathered.ts';

const reader = { name: 'Asha', publicUrl: 'https://portal.example.in', unsubscribeUrl: 'https://portal.example.in/unsubscribe/7.x.y' };
const order = (serial: number) => ({ number: `PO/${serial}`, orderedOn: '2026-11-02', value: '1234567.5', deliverBy: null });
const product = { name: 'Basmati <b>', ean: '8901030516320', price: '420' };

test('amounts have Indian grouping, dates are Indian dates, and long lists end in a count', () => {
  const orders = Array.from({ length: 10 }, (_, serial) => order(serial));
  const { subject, text, html } = gatheredMail('orders', [{ count: 1200, orders }], reader);
  expect(subject).toBe('1,200 new purchase orders');
  expect(text).toContain('- PO/0; PO Date: 02-11-2026; Deliver By: –; Value: ₹12,34,567.50\n');
  expect(text).toContain('- And 1,190 more\n');
  expect(html.match(/<tr>/g)).toHaveLength(12);
  expect(text).toContain('Stop e-mails about new purchase orders:\nhttps://portal.example.in/unsubscribe/7.x.y');
});

test.each([
  ['orders', [{ count: 1, orders: [order(7)] }], 'New purchase order PO/7'],
  ['answers', [{ count: 2, vendor: 'Mill', orders: [{ id: '1', number: 'PO/7', count: 2 }] }], '2 proposals for purchase orders'],
  ['answers', [{ count: 1, vendor: null, orders: [{ id: '1', number: 'PO/7', count: 1 }] }], 'The buyer decided on 1 proposal'],
  [
    'reminders',
    [{ count: 1, orders: [{ number: 'PO/7', vendor: 'Mill', orderedOn: '2026-11-01', deliverBy: null }] }],
    '1 purchase order awaits confirmation',
  ],
  [
    'amendments',
    [{ count: 1, orders: [{ number: 'PO/8', value: '50', was: '50', closed: 'Enough came' }] }],
    'Purchase order PO/8 is closed',
  ],
  ['amendments', [{ count: 1, orders: [{ number: 'PO/7', value: '10500', was: '1050' }] }], 'Purchase order PO/7 was changed'],
  [
    'payments',
    [{ count: 1, total: '120000.00', payments: [{ invoice: '4711', amount: '120000.00', mode: 'cheque', paidOn: '2026-11-02' }] }],
    'Payment of ₹1,20,000.00 recorded',
  ],
  [
    'payments',
    [
      { count: 2, total: '3.30', payments: [] },
      { count: 1, total: '0.10', payments: [] },
    ],
    '3 payments recorded',
  ],
  ['invoices', [{ count: 1, invoices: [{ number: '70012', value: '118', reason: 'Late <b>' }] }], 'Invoice 70012 was sent back'],
  ['invoices', [{ count: 2, invoices: [] }], '2 invoices sent back'],
  ['invoices', [{ approved: true, count: 1, invoices: [{ number: '70012', value: '118', reason: '' }] }], 'Invoice 70012 was approved'],
  ['invoices', [{ approved: true, count: 2, invoices: [] }], '2 invoices approved'],
  [
    'invoices',
    [
      { approved: true, count: 2, invoices: [] },
      { count: 1, invoices: [] },
    ],
    '3 invoices approved or sent back',
  ],
  ['prices', [{ approved: true, count: 500, products: [product] }], '500 prices approved'],
  ['prices', [{ approved: false, count: 1, products: [product] }], '1 price disapproved'],
  [
    'changes',
    [{ vendor: 'Kisan Mill', userId: '7', by: 'The vendor itself', fields: ['Bank name'] }],
    'Bank or tax details of Kisan Mill changed',
  ],
] as const)('%s have the subject %j', (kind, told, subject) => {
  const mail = gatheredMail(kind, told as never, reader);
  expect(mail.subject).toBe(subject);
  expect(mail.text).toMatch(/^Hello Asha,\n\n/);
  expect(mail.html).not.toContain('<b>');
});

test('disapproved prices come first', () => {
  const told = [true, false].map((approved) => ({ approved, count: 1, products: [product] }));
  expect(gatheredMail('prices', told, reader).text).toMatch(/Decision: Disapproved\n[^]*Decision: Approved\n/);
});

test('the side of the requesting user is stated apart from the name, which the user chooses freely', () => {
  const changes = [{ vendor: 'Kisan Mill', userId: '7', by: 'Ravi\nBuyer user', side: 'Vendor user', fields: ['PAN'], waits: true }];
  expect(gatheredMail('changes', changes, reader).text).toContain(
    '- Kisan Mill; Changed: PAN; Waiting for approval; Changed by: Vendor user; Ravi Buyer user\n',
  );
});

test('sums are exact', () => {
  const told = Array.from({ length: 10 }, () => ({ count: 1, total: '0.10', payments: [] }));
  expect(gatheredMail('payments', told, reader).text).toContain('Payments of ₹1.00 in total were recorded for you.');
});

test('names that contain an address are left out', () => {
  const changes = [{ vendor: 'Win at evil.example', userId: '7', by: 'The vendor itself', fields: ['Bank name'] }];
  const { subject, text } = gatheredMail('changes', changes, reader);
  expect(`${subject} ${text}`).not.toContain('evil');
});
