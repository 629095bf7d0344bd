/**
 * The owed, held and payable amounts of one vendor are the same everywhere: every reader of the account is called over HTTP and compared,
 * for the demo's vendor, whose account has a credit set off, an advance, a bounced cheque, claims, a settled return and an exception.
 */
import { Decimal } from '@aapurti/contract/ground/numbers';
import { showMoney } from '@aapurti/contract/ground/fields';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { loadDemo } from '../src/demo/demo.ts';
import { DEMO_SIGN_INS } from '../src/demo/signIns.ts';
import { type Api, Caller, startApi } from './api.ts';
import { checkBooks, done } from './books.ts';
import { hasScanner, textOf } from './scanner.ts';
import { cellsOf } from './workbook.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
let key: Caller;
let id: string;
/** The number of days by which the clock is ahead: this month's statement closes next month. */
let ahead = 0;
beforeAll(async () => {
  api = await startApi({ demo: true, captcha: false }, () => new Date(Date.now() + ahead * 86_400_000));
  await loadDemo(api.ctx);
  admin = await api.signIn({ id: '', ...DEMO_SIGN_INS[0] });
  vendor = await api.signIn({ id: '', ...DEMO_SIGN_INS[1] });
  id = (await vendor.get('/api/auth/user')).body[0]._id;
  const asked = {
    name: 'Books',
    scopes: ['payments:read', 'invoices:read', 'changes:read'],
    days: 90,
    passWord: DEMO_SIGN_INS[1].password,
  };
  key = new Caller(api.app, (await vendor.post('/api/keys', asked)).body.key);
});
afterAll(() => api.close());

type Row = Record<string, number> & { _id: string; number: string; invoiceNumber: string; month: string };

const sum = (amounts: readonly number[]) => Decimal.sum(0, ...amounts).toNumber();
const add = (rows: readonly Row[], field: string) => sum(rows.map((row) => row[field] ?? 0));

/** All rows of a list, page by page. */
async function all(caller: Caller, path: string, query: Record<string, string> = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await caller.get(path, { ...query, page, pageSize: 100 });
    rows.push(...body);
    if (body.length < 100) return rows;
  }
}

const outstandingOf = async (caller: Caller): Promise<Row> =>
  (await caller.post('/api/purChaseOrder/purchase_payment?ageing=true', { status: 'OS', userID: id })).body.result[0];

/** True while the controls decide which invoices count as agreed. */
let controlled = false;

/** The credits that no invoice takes, as the list of allocations shows them. */
const unplaced = async (caller: Caller) => add(await all(caller, '/api/account/allocations', { userID: id, onAccount: 'true' }), 'amount');

/** The figures of one reader. `open` is the balance of the agreed invoices before the amount on account is deducted. */
type Figures = Partial<Record<'owed' | 'held' | 'payable' | 'open' | 'onAccount' | 'balance', number>>;

/** The payment form: each invoice with a balance, chosen by its number. */
async function paymentForm(caller: Caller): Promise<Figures> {
  const numbers: string[] = (await caller.get('/api/invoice/getInvoiceNumList', { userID: id, all: 'true' })).body;
  const told: (Row & { reason: string | null })[] = [];
  for (const number of numbers) told.push((await caller.get(`/api/invoice/getInvoiceValue/${number}`, { userID: id })).body);
  const agreed = told.filter(({ reason }) => reason === null);
  const { owed = 0, held = 0 } = await outstandingOf(caller);
  for (const { vendorPayable } of told) expect(vendorPayable ?? null).toBe(controlled ? Math.max(0, sum([owed, -held])) : null);
  return {
    open: add(agreed, 'invoiceValue'),
    held: add(told, 'held'),
    balance: add(told, 'invoiceValue'),
    payable: add(agreed, 'payable'),
  };
}

async function dashboard(caller: Caller): Promise<Figures> {
  const { owed, overdue, dueThisWeek, dueNextWeek, dueLater } = (await caller.get('/api/dashboard/overview', { userID: id })).body;
  return { owed, open: sum([overdue, dueThisWeek, dueNextWeek, dueLater].map(({ amount }) => amount)) };
}

async function outstanding(caller: Caller): Promise<Figures> {
  const row = await outstandingOf(caller);
  const { owed = 0, held = 0, onAccount = 0, notAgreed = 0, balance = 0 } = row;
  // The ageing columns cover all open invoices, less the amount on account.
  const aged = sum(['days0to30', 'days31to60', 'days61to90', 'over90'].map((age) => row[age] ?? 0));
  expect([aged, sum([owed, notAgreed])]).toEqual([balance, balance]);
  return { owed, held, onAccount, open: sum([owed, onAccount]), balance: sum([balance, await unplaced(caller)]) };
}

async function outstandingTotals(): Promise<Figures> {
  const { owed, held, onAccount } = (await admin.get('/api/purChaseOrder/outstanding/totals', { userID: id })).body;
  return { owed, held, onAccount };
}

async function outstandingSheet(caller: Caller): Promise<Figures> {
  const [heads = [], row = []] = await cellsOf((await caller.get('/api/purChaseOrder/outstanding/export', { userID: id })).body);
  const figure = (head: string) => Number(row[heads.indexOf(head)]);
  return { balance: sum([figure('Balance Total'), await unplaced(caller)]) };
}

const invoiceList = async (caller: Caller): Promise<Figures> => {
  const rows = await all(caller, '/api/invoice/get', { userID: id });
  const { balance } = (await caller.get('/api/invoice/totals', { userID: id })).body;
  expect(add(rows, 'balance')).toBe(balance);
  return { balance, held: add(rows, 'held') };
};

const vendorList = async (): Promise<Figures> => {
  const found = (await all(admin, '/api/vendor/get')).find(({ _id }) => _id === id);
  return { owed: found?.['owed'] ?? NaN };
};

const entries = async (caller: Caller): Promise<Figures> => ({
  owed: add(await all(caller, '/api/account/entries', { userID: id }), 'amount'),
});

/** The entries as a program follows them: the last state of each. */
async function feed(caller: Caller): Promise<Figures> {
  const known = new Map<string, number>();
  let cursor: string | undefined;
  for (;;) {
    const { body, status } = await caller.get('/api/changes', { entities: 'accountEntry', cursor });
    expect([status, body.message]).toEqual([200, undefined]);
    for (const { _id, removed, record } of body.changes)
      if (removed) known.delete(_id);
      else known.set(_id, record.amount);
    if (body.changes.length === 0 || body.cursor === cursor) return { owed: sum([...known.values()]) };
    cursor = body.cursor;
  }
}

/** The amount on account: the credits that no invoice takes, and those that settle an invoice that is not agreed. */
async function allocated(caller: Caller): Promise<Figures> {
  const settled = (await all(caller, '/api/account/allocations', { userID: id })) as (Row & { invoiceId: string | null })[];
  const numbers: string[] = (await caller.get('/api/invoice/getInvoiceNumList', { userID: id, all: 'true' })).body;
  const unsettling = new Set<string>();
  for (const number of numbers) {
    const { reason } = (await caller.get(`/api/invoice/getInvoiceValue/${number}`, { userID: id })).body;
    const [invoice] = (await caller.get('/api/invoice/get', { userID: id, invoiceNumber: number })).body;
    if (reason !== null) unsettling.add(invoice._id);
  }
  return {
    onAccount: add(
      settled.filter(({ invoiceId }) => invoiceId === null || unsettling.has(invoiceId)),
      'amount',
    ),
  };
}

/** The statement of this month as a user who signs in next month sees it. */
async function statement(person: 0 | 1): Promise<Figures> {
  ahead = 32;
  try {
    const caller = await api.signIn({ id: '', ...DEMO_SIGN_INS[person] });
    const answer = await caller.get('/api/account/statements', { userID: id });
    return { owed: (answer.body as Row[])[0]?.['closing'] ?? NaN };
  } finally {
    ahead = 0;
  }
}

/** The balance in the words and figures of the PDF. */
async function statementPaper(caller: Caller, path: string): Promise<Figures> {
  const { body, status } = await caller.get(path, { kind: 'statement' });
  expect(status).toBe(200);
  if (!hasScanner) return {};
  const shown = / Balance (-?₹?[\d,]+\.\d\d) (?!.* Balance -?₹?[\d,]+\.\d\d )/.exec(textOf(body))?.[1] ?? '';
  return { owed: Number(shown.replaceAll(/[₹,]/g, '')) };
}

/** Every reader of the account, by its name. */
async function readers(): Promise<Record<string, Figures>> {
  const found: Record<string, Figures> = {
    'vendors list': await vendorList(),
    'outstanding totals': await outstandingTotals(),
    'entries by key': await entries(key),
    'feed by key': await feed(key),
    'statement PDF of the vendor': await statementPaper(vendor, '/api/paper/own'),
    'statement PDF of the buyer': await statementPaper(admin, `/api/paper/${id}`),
  };
  for (const [name, caller] of [
    ['vendor', vendor],
    ['buyer', admin],
  ] as const) {
    found[`payment form of the ${name}`] = await paymentForm(caller);
    found[`outstanding of the ${name}`] = await outstanding(caller);
    found[`outstanding.xlsx of the ${name}`] = await outstandingSheet(caller);
    found[`dashboard of the ${name}`] = await dashboard(caller);
    found[`invoices of the ${name}`] = await invoiceList(caller);
    found[`entries of the ${name}`] = await entries(caller);
    found[`allocations of the ${name}`] = await allocated(caller);
    found[`statement of the ${name}`] = await statement(name === 'buyer' ? 0 : 1);
  }
  return found;
}

/** Compares all readers with the outstanding report. @returns its figures. */
async function compared(): Promise<Required<Figures>> {
  const found = await readers();
  const whole = found['outstanding of the buyer'];
  if (whole === undefined) throw new Error('the outstanding report is one of the readers');
  const expected = { ...whole, payable: found['payment form of the buyer']?.payable ?? NaN } as Required<Figures>;
  for (const [reader, figures] of Object.entries(found)) {
    const wanted = Object.fromEntries(Object.keys(figures).map((name) => [name, expected[name as keyof Figures]]));
    expect([reader, figures]).toEqual([reader, wanted]);
  }
  await checkBooks(api);
  return expected;
}

test('under As entered, every reader has the sum of the documents', async () => {
  const { owed, held, payable, onAccount } = await compared();
  const invoices = await all(vendor, '/api/invoice/get');
  const memos = [
    ...(await all(vendor, '/api/debitMemo/getAllUserDebitMemo')),
    ...(await all(vendor, '/api/creditMemo/getAllUserCreditMemo')),
  ] as (Row & {
    issuer: string;
    status: string;
    priceDifference?: number | null;
  })[];
  const lowers = (memo: (typeof memos)[number]) => 'priceDifference' in memo === (memo.issuer === 'vendor');
  const counted = memos.filter(({ status }) => status === 'accepted').map((memo) => (memo['amount'] ?? 0) * (lowers(memo) ? -1 : 1));
  const paid = (await vendor.post('/api/purChaseOrder/purchase_payment?page=1&pageSize=100')).body.result as Row[];
  expect(owed).toBe(sum([add(invoices, 'invoiceValue'), ...counted, -add(paid, 'amount')]));
  expect(held).toBe(
    add(
      memos.filter(({ status, issuer }) => status === 'open' && issuer === 'buyer'),
      'amount',
    ),
  );
  expect(onAccount).toBe(0);
  expect(payable).toBe(sum([owed, -held]));
  expect([owed > 0, held > 0]).toEqual([true, true]);
});

test('with each change of the account, all readers change together, as do the e-mail and the advice', async () => {
  const before = await compared();
  const rows = (await all(vendor, '/api/invoice/get')) as (Row & { state: string })[];
  const open = rows.filter(({ balance = 0, held = 0 }) => balance > 5000 && held === 0);
  const [first, second, third] = open;
  if (first === undefined || second === undefined || third === undefined) throw new Error('the demo has open invoices');
  const form = {
    userID: id,
    invoiceNumber: first.invoiceNumber,
    invoiceId: first._id,
    paymentMode: 'online',
    amount: 1234.56,
    reference: 'UTR 7',
  };
  const payment = await done(admin.post('/api/vendorPaymentReport/create', form));
  const paid = await compared();
  expect(paid).toMatchObject({ owed: sum([before.owed, -1234.56]), held: before.held });
  const told = async () =>
    ((await api.visitor.get('/api/outbox')).body as { to: string; text: string }[])
      .filter(({ to }) => to === DEMO_SIGN_INS[1].email)
      .map(({ text }) => text)
      .join();
  await expect.poll(told, { timeout: 60_000 }).toContain(showMoney('1234.56'));
  if (hasScanner) expect(textOf((await vendor.get(`/api/paper/${payment._id}`, { kind: 'payment' })).body)).toContain('1,234.56');

  const about = { productName: 'Basmati Rice 1 kg', invoiceId: second._id };
  const claim = await done(admin.post('/api/debitMemo/AddUserDebitMemo', { ...about, userID: id, amount: 700 }));
  expect(await compared()).toMatchObject({ owed: paid.owed, held: sum([paid.held, 700]), payable: sum([paid.payable, -700]) });
  await done(vendor.post('/api/creditMemo/AddUserCreditMemo', { ...about, amount: 500, claimId: claim._id }));
  expect(await compared()).toMatchObject({ owed: sum([paid.owed, -500]), held: sum([paid.held, 200]), payable: sum([paid.payable, -700]) });
  await done(admin.post(`/api/vendorPaymentReport/reverse/${payment._id}`, { reason: 'Wrong account' }));
  expect(await compared()).toMatchObject({ owed: sum([before.owed, -500]), held: sum([before.held, 200]) });

  // A credit on a paid invoice finds nothing to settle, so it stays on account.
  const { balance = 0 } = third;
  const whole = { ...form, invoiceNumber: third.invoiceNumber, invoiceId: third._id, amount: balance, reference: 'UTR 8' };
  await done(admin.post('/api/vendorPaymentReport/create', whole));
  await done(vendor.post('/api/creditMemo/AddUserCreditMemo', { ...about, invoiceId: third._id, amount: 300 }));
  expect(await compared()).toMatchObject({ owed: sum([before.owed, -500, -balance, -300]), onAccount: 300 });
});

describe('under the controls', () => {
  test.each(['payOnlyMatched', 'payOnlyApproved'])('%s, every reader leaves out what is not cleared for payment', async (control) => {
    const before = await compared();
    const set = async (isOn: boolean) => {
      admin = await api.signIn({ id: '', ...DEMO_SIGN_INS[0] });
      await done(admin.put('/api/settings', isOn ? { [control]: true } : { payOnlyMatched: false, payOnlyApproved: false }));
      controlled = isOn;
    };
    await set(true);
    try {
      const { owed, open, balance } = await compared();
      expect([owed < before.owed, open < balance, balance]).toEqual([true, true, before.balance]);
    } finally {
      await set(false);
    }
    expect(await compared()).toEqual(before);
  });
});
