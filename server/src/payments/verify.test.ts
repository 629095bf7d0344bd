import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { type Api, startApi } from '../../test/api.ts';
import { actAs, makeInvoice, makePayment } from '../demo/factories.ts';
import { accountMail } from '../mail/messages.ts';
import { BOOK_WORDS, checkBooks, verifyBooks } from './verify.ts';

let api: Api;
let administrator: string;
beforeAll(async () => {
  api = await startApi();
  administrator = (await api.newAdmin()).user.id;
});
afterAll(() => api.close());

const differing = async () => (await verifyBooks(api.ctx.db)).differences.map(({ books }) => books);

beforeEach(async () => {
  // Removes everything that a test has planted, both rows and books.
  const tables = ['allocations', 'memos', 'payments', 'invoices', 'daily_counts', 'vendor_balances'];
  const clear = tables.map(
    (table) => `alter table ${table} disable trigger user; delete from ${table}; alter table ${table} enable trigger user;`,
  );
  await api.ctx.db.withClient((client) => client.query(clear.join(' ')));
  await api.ctx.db.execute(sql`update vendor_accounts set paid = 0, notes = 0, deductions = 0, held = 0`);
  const vendor = await api.newVendor();
  const acting = await actAs(api.ctx, vendor.user.id);
  for (const number of ['1', '2', '3']) await makeInvoice(api.ctx, acting, number, { invoiceDate: '2026-01-15' });
  await makePayment(api.ctx, acting, '1', { amount: '0.01' });
  await makePayment(api.ctx, acting, '2', { amount: '1180.00' });
});

test('the books stay correct through API calls and plain SQL on invoices and payments', async () => {
  const run = (text: string) => api.ctx.db.execute(sql`${raw(text)}`);
  expect(await verifyBooks(api.ctx.db)).toEqual({ checked: { invoices: 3, payments: 2 }, differences: [] });
  await run(`update invoices set value = value + 10, invoice_date = invoice_date + 40, created_at = created_at - interval '3 days'`);
  await run(`update payments set amount = 500 where amount = 1180`);
  await run(
    `update payments set invoice_id = third.id, invoice_number = number from (select id, number from invoices where number = '3') third`,
  );
  await run(
    `insert into payments (vendor_id, invoice_id, invoice_number, amount, mode, paid_on) select vendor_id, id, number, 1, 'cheque', '2026-02-01' from invoices`,
  );
  await run(`delete from payments where amount = 500`);
  await run(`delete from payments where invoice_id = (select id from invoices where number = '1')`);
  await run(`delete from invoices where number = '1'`);
  expect(await verifyBooks(api.ctx.db)).toEqual({ checked: { invoices: 2, payments: 3 }, differences: [] });
  expect(await api.ctx.db.rows(sql`select number, paid, payment_count from invoices order by number`)).toEqual([
    { number: '2', paid: '1.00', payment_count: 1 },
    { number: '3', paid: '1.01', payment_count: 2 },
  ]);
});

test.each([
  [
    'alter table invoices disable trigger user; update invoices set paid = 1; alter table invoices enable trigger user',
    ['paid of an invoice', 'sums of an account'],
  ],
  [
    'alter table allocations disable trigger user; update allocations set amount = amount - 0.01 where amount > 1; alter table allocations enable trigger user',
    ['paid of an invoice', 'parts of a payment'],
  ],
  ['update vendor_accounts set notes = 1', ['sums of an account', 'entries of an account']],
  ['update vendor_balances set value = value - 1', ['sums of an account', 'entries of an account']],
  [
    'alter table payments disable trigger user; delete from payments; alter table payments enable trigger user',
    ['sums of an account', 'entries of an account', 'daily counts'],
  ],
  [
    `insert into vendors (code, legal_name, address_line1, address_line2, postal_code, country_id, state, city)
     values (999, 'c', 'd', 'e', 'f', 'IN', 'IN-MH', 'Pune') on conflict do nothing;
     update payments set vendor_id = (select id from vendors where code = 999)`,
    ['sides of an allocation', 'vendor of a payment'],
  ],
])('a difference planted by %j is found', async (planted, books) => {
  await api.ctx.db.withClient((client) => client.query(planted));
  expect([...new Set(await differing())]).toEqual(books);
});

test('the books are checked once a night, and a difference fails the run', async () => {
  const runs = () => api.ctx.db.rows<{ failures: number }>(sql`select failures::int as failures from job_runs where job = 'books'`);
  // The times are noon and two in the morning in India.
  const at = (instant: string) => ({ db: api.ctx.db, clock: () => new Date(instant) });
  expect(await checkBooks(at('2026-11-21T06:30:00Z'))).toBe(false);
  expect(await runs()).toEqual([]);
  expect(await checkBooks(at('2026-11-21T20:30:00Z'))).toBe(true);
  expect(await runs()).toEqual([{ failures: 0 }]);
  expect(await checkBooks(at('2026-11-21T21:30:00Z'))).toBe(false);
  await api.ctx.db.execute(sql`update vendor_accounts set notes = 1`);
  await api.ctx.db.execute(sql`delete from leases where name = 'books'`);
  const told = vi.spyOn(console, 'error').mockReturnValue(undefined);
  expect(await checkBooks(at('2026-11-22T20:30:00Z'))).toBe(true);
  expect(told.mock.calls.flat().join()).toContain('sums of an account');
  told.mockRestore();
  expect(await runs()).toEqual([{ failures: 1 }]);
  const mails = await api.ctx.db.rows<{ user: string; content: { name: string; count: number; books: string[] } }>(
    sql`select user_id::text as "user", content from mails where kind = 'booksDiffer'`,
  );
  expect(mails).toMatchObject([
    { user: administrator, content: { books: [BOOK_WORDS['sums of an account'], BOOK_WORDS['entries of an account']] } },
  ]);
});

test('the Hindi e-mail about differences has no English words, whichever checks differ', () => {
  const sender = { name: null, address: null, logoUrl: null, language: 'hi' } as const;
  const { text } = accountMail('booksDiffer', { name: 'आशा', count: 17, books: Object.values(BOOK_WORDS) }, sender);
  expect(
    text
      .replace('npm run verify-books', '')
      .match(/[A-Za-z]{2,}/g)
      ?.filter((word) => word !== 'Aapurti') ?? [],
  ).toEqual([]);
});

test('an e-mail queued before differences were listed has no empty list', () => {
  const sender = { name: null, address: null, logoUrl: null, language: 'en' } as const;
  const { text } = accountMail('booksDiffer', { name: 'Asha', count: 1 }, sender);
  expect(text).toContain('The nightly check of the accounts found one difference.');
  expect(text).not.toContain('These figures differ');
});

test('a scheme number beyond the counter is found', async () => {
  await api.ctx.db.execute(sql`
    insert into schemes (vendor_id, number, name, date, ean) select id, 7, 'Planted', '2026-01-01', '1' from users limit 1`);
  expect(await differing()).toEqual(['scheme numbers']);
  await api.ctx.db.execute(sql`delete from schemes`);
});
