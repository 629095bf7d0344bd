import { FEED_DAYS, FOLLOWED, type Followed, messages, type RecordChange } from '@aapurti/contract/integration/changeFeed';
import { indianDay } from '@aapurti/contract/ground/fields';
import { dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { invoices } from '@aapurti/contract/invoices/invoices';
import { creditMemos, debitMemos } from '@aapurti/contract/memos/memos';
import { orders } from '@aapurti/contract/purchase-orders/orders';
import { accountEntries } from '@aapurti/contract/payments/account';
import { payments } from '@aapurti/contract/payments/payments';
import { products } from '@aapurti/contract/products/products';
import { receipts } from '@aapurti/contract/receipts/receipts';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';
import { countReceipts } from '../purchase-orders/received.ts';
import { actAs, makeDispatchNote, makeInvoice, makeMemo, makeOrder, makePayment, makeProduct } from '../demo/factories.ts';

let api: Api;
const EAN = '8901030516320';
const password = 'for a mirror of the portal';

beforeAll(async () => {
  api = await startApi({ captcha: false });
  await addItem(api.ctx, { ean: EAN, name: 'Basmati Rice 1 kg' });
});
afterAll(() => api.close());

type Page = { changes: RecordChange[]; cursor: string; more: boolean };

/** The kinds that are documents of a vendor: each also produces account entries, which most tests leave out. */
const DOCUMENTS = Object.keys(FOLLOWED)
  .filter((entity) => entity !== 'accountEntry' && entity !== 'selfInvoice')
  .join(',');

async function read(caller: Caller, query: Record<string, string | number | undefined> = {}): Promise<Page> {
  const { status, body } = await caller.get('/api/changes', { entities: DOCUMENTS, ...query });
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
}

/** Reads until the changes arrive. The feed releases a change once all earlier transactions have ended, even those of other tests. */
async function readUntil(caller: Caller, query: Record<string, string | undefined>, isDone: (ids: string[]) => boolean) {
  const changes: RecordChange[] = [];
  let { cursor } = query;
  await expect
    .poll(
      async () => {
        const page = await read(caller, { ...query, cursor });
        changes.push(...page.changes);
        cursor = page.cursor;
        return isDone(changes.map(({ entity, _id }) => `${entity} ${_id}`));
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  return { changes, cursor: cursor ?? '', ids: changes.map(({ entity, _id }) => `${entity} ${_id}`) };
}

/** A program that keeps a copy: it applies pages until there are none left. */
class Mirror {
  readonly #caller: Caller;
  readonly #limit: number;
  #cursor: string | undefined;
  readonly records = new Map<string, unknown>();

  constructor(caller: Caller, limit = 7) {
    this.#caller = caller;
    this.#limit = limit;
  }

  async follow(): Promise<void> {
    for (;;) {
      const { changes, cursor, more } = await read(this.#caller, { entities: undefined, cursor: this.#cursor, limit: this.#limit });
      for (const { entity, _id, removed, record } of changes) {
        if (removed) this.records.delete(`${entity} ${_id}`);
        else this.records.set(`${entity} ${_id}`, record);
      }
      this.#cursor = cursor;
      if (!more) return;
    }
  }
}

/** All records as the lists return them. */
async function listed(caller: Caller): Promise<Map<string, unknown>> {
  const lists = {
    order: orders.list,
    invoice: invoices.list,
    product: products.list,
    debitMemo: debitMemos.list,
    creditMemo: creditMemos.list,
    dispatchNote: dispatchNotes.list,
    receipt: receipts.list,
  };
  const all = new Map<string, unknown>();
  for (const [entity, { path }] of Object.entries(lists)) {
    const { status, body } = await caller.get(path);
    expect([path, [200, 201].includes(status)]).toEqual([path, true]);
    for (const record of Array.isArray(body) ? body : (body.result ?? [])) all.set(`${entity} ${record._id}`, record);
  }
  for (let page = 1, isLast = false; !isLast; page += 1) {
    const entries = (await caller.get(accountEntries.list.path, { userID: caller.user.id, page })).body;
    for (const record of entries) all.set(`accountEntry ${record._id}`, record);
    isLast = entries.length === 0;
  }
  const paid = (await caller.post(payments.report.path, {})).body;
  for (const record of Array.isArray(paid) ? paid : (paid.result ?? [])) all.set(`payment ${record._id}`, record);
  return all;
}

async function expectMirrored(mirror: Mirror, caller: Caller) {
  const all = await listed(caller);
  await expect
    .poll(
      async () => {
        await mirror.follow();
        return mirror.records;
      },
      { timeout: 20_000 },
    )
    .toEqual(all);
}

async function invoiceOf(caller: Caller, number: string): Promise<string> {
  const acting = await actAs(api.ctx, caller.user.id);
  return (await makeInvoice(api.ctx, acting, number))._id;
}

test('a reader first gets all records, then changes and removals', async () => {
  const vendor = await api.newVendor({ password });
  const acting = await actAs(api.ctx, vendor.user.id);
  await makeProduct(api.ctx, acting, EAN);
  await makeMemo(api.ctx, acting, 'debit');
  const credit = await makeMemo(api.ctx, acting, 'credit');
  const note = await makeDispatchNote(api.ctx, acting, 'DC/1');
  for (let serial = 1; serial < 20; serial += 1) await makeInvoice(api.ctx, acting, `100${serial}`);
  await makeOrder(api.ctx, vendor.user.id, 'PO/1');
  const mirror = new Mirror(vendor);
  await expectMirrored(mirror, vendor);
  const kinds = new Set([...mirror.records.keys()].map((key) => key.split(' ')[0]));
  expect(kinds).toEqual(new Set(['accountEntry', 'creditMemo', 'debitMemo', 'dispatchNote', 'invoice', 'order', 'product']));

  const paid = (await vendor.get('/api/invoice/get', { invoiceNumber: '10010' })).body[0];
  const payment = { invoiceNumber: '10010', amount: '10', paymentMode: 'online', Remarks: 'part' };
  expect((await vendor.post(payments.create.path, payment)).status).toBe(200);
  await vendor.delete(`/api/desPatchNote/delete/${note._id}`);
  await vendor.delete(creditMemos.remove.path.replace('{id}', credit._id));
  await expectMirrored(mirror, vendor);
  expect(mirror.records.get(`invoice ${paid._id}`)).toMatchObject({ paymentReceived: 10 });
});

/** The table of each kind, in an order in which records can be deleted. */
const TABLES: Readonly<Record<Exclude<Followed, 'accountEntry' | 'selfInvoice'>, string>> = {
  payment: 'payments',
  invoice: 'invoices',
  product: 'products',
  debitMemo: 'memos',
  creditMemo: 'memos',
  dispatchNote: 'dispatch_notes',
  receipt: 'receipts',
  order: 'purchase_orders',
};

test('a record of each kind arrives when it is created and, as removed, when it is deleted', async () => {
  const vendor = await api.newVendor({ password });
  const acting = await actAs(api.ctx, vendor.user.id);
  const { cursor } = await read(vendor, { cursor: 'now' });
  const received = sql`insert into receipts (vendor_id, number, received_on) values (${vendor.user.id}, 'GRN/1', '2026-04-02') returning id::text`;
  const ids: Record<keyof typeof TABLES, string> & { accountEntry?: string; selfInvoice?: string } = {
    product: (await makeProduct(api.ctx, acting, EAN))._id,
    invoice: await invoiceOf(vendor, '8001'),
    payment: (await makePayment(api.ctx, acting, '8001', { amount: '1' }))._id,
    debitMemo: (await makeMemo(api.ctx, acting, 'debit'))._id,
    creditMemo: (await makeMemo(api.ctx, acting, 'credit'))._id,
    dispatchNote: (await makeDispatchNote(api.ctx, acting, 'DC/8'))._id,
    order: await makeOrder(api.ctx, vendor.user.id, 'PO/8'),
    receipt: (await api.ctx.db.first<{ id: string }>(received))?.id ?? '',
  };
  ids.accountEntry = String(Number(ids.invoice) * 8);
  const all = Object.entries(ids).map(([entity, id]) => `${entity} ${id}`);
  const made = await readUntil(vendor, { entities: undefined, cursor }, (seen) => all.every((each) => seen.includes(each)));
  expect(made.changes.filter(({ removed }) => removed)).toEqual([]);
  for (const [entity, table] of Object.entries(TABLES) as [keyof typeof TABLES, string][])
    await api.ctx.db.execute(sql`delete from ${raw(table)} where id = ${ids[entity]}`);
  const isGone = ({ entity, _id, removed, record }: RecordChange) => removed && record === null && ids[entity] === _id;
  const gone = new Set<string>();
  let next: string | undefined = made.cursor;
  await expect
    .poll(
      async () => {
        const page = await read(vendor, { entities: undefined, cursor: next });
        next = page.cursor;
        for (const change of page.changes.filter(isGone)) gone.add(`${change.entity} ${change._id}`);
        return [...gone].toSorted();
      },
      { timeout: 20_000 },
    )
    .toEqual(all.toSorted());
});

test('a change of a transaction that ends late arrives after its end, and no other is missed in the meantime', async () => {
  const vendor = await api.newVendor({ password });
  const { cursor } = await read(vendor, { cursor: 'now' });
  const [late, early] = [await invoiceOf(vendor, '2001'), await invoiceOf(vendor, '2002')];
  const first = await readUntil(vendor, { cursor }, (ids) => ids.length === 2);
  expect(first.ids).toEqual([`invoice ${late}`, `invoice ${early}`]);
  let seen: Page | undefined;
  await api.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`update invoices set po_number = '7' where id = ${late}`);
    // Another transaction begins later and ends first.
    await api.ctx.db.execute(sql`update invoices set po_number = '8' where id = ${early}`);
    seen = await read(vendor, { cursor: first.cursor });
  });
  expect(seen?.changes).toEqual([]);
  const after = await readUntil(vendor, { cursor: seen?.cursor }, (ids) => ids.length === 2);
  expect(after.ids).toEqual([`invoice ${late}`, `invoice ${early}`]);
});

test('pages of one transaction miss nothing when IDs gain a digit', async () => {
  const vendor = await api.newVendor();
  const { cursor } = await readUntil(vendor, {}, () => true);
  await api.ctx.db.execute(sql`
    insert into changes (entity, record_id, vendor_id) select 'invoice', n, ${vendor.user.id} from generate_series(999999998, 1000000003) n order by n`);
  const { ids } = await readUntil(vendor, { cursor, limit: '2' }, (found) => found.length === 6);
  expect(ids).toEqual([998, 999, 1000, 1001, 1002, 1003].map((end) => `invoice ${999_999_000 + end}`));
});

test('an order changes with its lines and invoices, and a product with the decision about its price', async () => {
  const vendor = await api.newVendor({ password });
  const order = await makeOrder(api.ctx, vendor.user.id, '9001');
  const product = (await makeProduct(api.ctx, await actAs(api.ctx, vendor.user.id), EAN))._id;
  const expectChanged = async (what: string, change: () => Promise<unknown>) => {
    await readUntil(vendor, {}, (ids) => ids.includes(`product ${product}`));
    const { cursor } = await read(vendor, { cursor: 'now' });
    await change();
    await readUntil(vendor, { cursor }, (ids) => ids.includes(what));
  };
  await expectChanged(`order ${order}`, () =>
    api.ctx.db.execute(sql`update purchase_order_lines set received_quantity = 1 where order_id = ${order}`),
  );
  const refuse = () =>
    api.ctx.db.execute(sql`
      insert into price_decisions (product_id, refused_version, refused_reason, refused_at)
      select id, updated_at, 'Too high', now() from products where id = ${product}`);
  await expectChanged(`product ${product}`, refuse);
  const invoice = await invoiceOf(vendor, '3001');
  await api.ctx.db.execute(sql`update invoices set po_number = '9001' where id = ${invoice}`);
  const pay = () => vendor.post(payments.create.path, { invoiceNumber: '3001', amount: '5', paymentMode: 'online' });
  await expectChanged(`order ${order}`, pay);
  const [payment] = await api.ctx.db.rows<{ id: string }>(sql`select id::text from payments where invoice_id = ${invoice}`);
  await expectChanged(`payment ${payment?.id}`, () => api.ctx.db.execute(sql`update invoices set number = '3009' where id = ${invoice}`));
  // The paid amount of the order decreases.
  await expectChanged(`order ${order}`, () => api.ctx.db.execute(sql`update invoices set po_number = null where id = ${invoice}`));
});

test('a vendor can follow only its own records, an administrator those of all vendors or one', async () => {
  const [one, other, admin] = [await api.newVendor({ password }), await api.newVendor({ password }), await api.newAdmin({ password })];
  const { cursor } = await read(admin, { cursor: 'now' });
  const [own, theirs] = [await invoiceOf(one, '4001'), await invoiceOf(other, '4002')];
  const both = await readUntil(admin, { cursor }, (ids) => ids.length >= 2);
  expect(both.ids.slice(-2)).toEqual([`invoice ${own}`, `invoice ${theirs}`]);
  expect((await read(one, { cursor, userID: other.user.id })).changes.map(({ _id }) => _id)).toEqual([own]);
  expect((await read(admin, { cursor, userID: other.user.id })).changes.map(({ _id }) => _id)).toEqual([theirs]);
  const every = new Mirror(one, 100);
  await every.follow();
  expect([...every.records.keys()]).toEqual([`invoice ${own}`, `accountEntry ${Number(own) * 8}`]);
});

test('an API key can read what its scopes allow', async () => {
  const vendor = await api.newVendor({ password });
  const made = await vendor.post('/api/keys', { name: 'ERP', scopes: ['changes:read', 'invoices:read'], days: 1, passWord: password });
  const machine = new Caller(api.app, made.body.key);
  const { cursor } = await read(machine, { entities: undefined, cursor: 'now' });
  await makeOrder(api.ctx, vendor.user.id, 'PO/k');
  await invoiceOf(vendor, '5001');
  expect((await readUntil(machine, { entities: undefined, cursor }, (ids) => ids.length > 0)).changes.map(({ entity }) => entity)).toEqual([
    'invoice',
  ]);
  expect(await machine.get('/api/changes', { entities: 'invoice, order' })).toMatchObject({
    status: 403,
    body: { message: messages.noScope('order') },
  });
  expect(await refusalsOf(vendor)).toEqual([{ entity: 'key', after: { status: 403, reason: messages.noScope('order') } }]);
  // A cursor names the kind that it reads; the scopes also apply to a cursor that the caller made up.
  const [feed, transaction, , at] = cursor.split('.');
  const written = await machine.get('/api/changes', { cursor: `${feed}.${transaction}.0.${at}.order.0` });
  expect([written.status, written.body.errors]).toEqual([422, { cursor: messages.cursor }]);
  expect(Object.keys(FOLLOWED)).toHaveLength(10);
});

test('the buyer can follow self-invoices, issued, cancelled and removed, and a vendor can neither read nor request them', async () => {
  const [farmer, admin] = [await api.newVendor({ password, kind: 'unregistered', gstin: '' }), await api.newAdmin({ password })];
  const { user } = farmer;
  const entities = 'selfInvoice';
  const { cursor } = await read(admin, { entities, cursor: 'now' });
  await admin.put('/api/settings', { reverseCharge: '10063020 Rice' });
  const orderId = await makeOrder(api.ctx, user.id, 'PO/SI', { placeOfSupply: '27' });
  const day = indianDay(new Date());
  await api.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from purchase_orders where id = ${orderId} for no key update`);
    await tx.execute(sql`
      insert into receipt_lines (source, external_id, vendor_id, order_id, line, number, received_on, quantity, rejected)
      values ('embedded', 'SI', ${user.id}, ${orderId}, 1, 'G-1', ${day}, 10, 0)`);
    await countReceipts(tx, [orderId]);
  });
  const issued = await admin.post('/api/selfInvoice/create', { orderId, receiptNumber: 'G-1' });
  expect([issued.status, issued.body.errors]).toEqual([200, undefined]);
  const id = issued.body.data._id as string;
  const first = await readUntil(admin, { entities, cursor }, (ids) => ids.includes(`selfInvoice ${id}`));
  expect(first.changes.at(-1)?.record).toEqual((await admin.get('/api/selfInvoice/get')).body.selfInvoices[0]);
  expect((await admin.post(`/api/selfInvoice/cancel/${id}`, { reason: 'Wrong day' })).status).toBe(200);
  const second = await readUntil(admin, { entities, cursor: first.cursor }, (ids) => ids.length > 0);
  expect(second.changes.at(-1)).toMatchObject({ _id: id, removed: false, record: { isCancelled: true, cancelReason: 'Wrong day' } });
  // A reader without a cursor gets it among all records.
  expect((await read(admin, { entities, userID: user.id })).changes.map(({ _id }) => _id)).toEqual([id]);

  const refused = { status: 403, body: { message: messages.buyersAlone } };
  expect(await farmer.get('/api/changes', { entities })).toMatchObject(refused);
  expect(await farmer.get('/api/changes', { entities: 'invoice,selfInvoice', cursor: first.cursor })).toMatchObject(refused);
  const made = await farmer.post('/api/keys', { name: 'ERP', scopes: ['changes:read', 'invoices:read'], days: 1, passWord: password });
  expect(await new Caller(api.app, made.body.key).get('/api/changes', { entities })).toMatchObject(refused);
  // A cursor that the vendor made up gives no access to another kind.
  const [feed, transaction, , at] = first.cursor.split('.');
  const written = { cursor: `${feed}.${transaction}.0.${at}.selfInvoice.0` };
  for (const query of [written, { ...written, entities: 'invoice' }])
    expect((await farmer.get('/api/changes', query)).body.errors).toEqual({ cursor: messages.cursor });
  const every = new Mirror(farmer, 100);
  await every.follow();
  expect([...every.records.keys()].filter((key) => key.startsWith(entities))).toEqual([]);
  const webhook = { url: 'https://erp.example.com/hooks', events: ['invoice'] };
  const alone = { status: 422, body: { errors: { events: messages.buyersAlone } } };
  expect(await farmer.post('/api/webhooks', { ...webhook, events: [entities] })).toMatchObject(alone);
  const { _id } = (await farmer.post('/api/webhooks', webhook)).body;
  for (const caller of [farmer, admin])
    expect((await caller.put(`/api/webhooks/${_id}`, { ...webhook, events: ['invoice', entities], on: true })).status).not.toBe(200);
  expect((await admin.post('/api/webhooks', { ...webhook, events: [entities] })).status).toBe(200);

  await api.ctx.db.execute(sql`delete from self_invoices where id = ${id}`);
  const gone = await readUntil(admin, { entities, cursor: second.cursor }, (ids) => ids.length > 0);
  expect(gone.changes.at(-1)).toMatchObject({ _id: id, removed: true, record: null });
});

/** The refused reads in the audit log: one entry per hour and status. */
const refusalsOf = ({ user }: Caller) =>
  api.ctx.db.rows<object>(sql`select entity, after from audit_log where action = 'changes.refuse' and actor_id = ${user.id} order by id`);

test('a cursor of garbage, of another database or of long ago is rejected in words', async () => {
  const vendor = await api.newVendor();
  const { cursor } = await read(vendor, { cursor: 'now' });
  const [feed = '', transaction = '', , at = ''] = cursor.split('.');
  for (const garbage of ['', 'x', '1.2.3', `${cursor}.`, `${cursor}.cheese.1`, "' or 1=1", `${feed}.-1.0.${at}`])
    expect([garbage, (await vendor.get('/api/changes', { cursor: garbage })).body.errors]).toEqual([garbage, { cursor: messages.cursor }]);
  const old = Number(at) - FEED_DAYS * 86_400 - 10;
  for (const gone of [
    `other--x.${transaction}.0.${at}`,
    `${feed}.${BigInt(transaction) + BigInt(1000)}.0.${at}`,
    `${feed}.${transaction}.0.${old}`,
  ])
    expect(await vendor.get('/api/changes', { cursor: gone })).toMatchObject({ status: 410, body: { message: messages.old } });
  expect(await refusalsOf(vendor)).toEqual([
    { entity: 'user', after: { status: 422, reason: messages.cursor } },
    { entity: 'user', after: { status: 410, reason: messages.old } },
  ]);
  for (const [query, field] of [
    [{ entities: 'invoice,cheese' }, 'entities'],
    [{ entities: '' }, 'entities'],
    [{ limit: '0' }, 'limit'],
    [{ limit: '101' }, 'limit'],
  ] as const)
    expect(Object.keys((await vendor.get('/api/changes', query)).body.errors ?? {})).toEqual([field]);
});

test('a mirror of sixteen writers ends equal to the portal', async () => {
  const vendor = await api.newVendor({ password });
  const acting = await actAs(api.ctx, vendor.user.id);
  const mirror = new Mirror(vendor, 20);
  let writing = true;
  const following = (async () => {
    while (writing) await mirror.follow();
  })();
  await Promise.all(
    Array.from({ length: 16 }, async (_, writer) => {
      for (let serial = 0; serial < 12; serial += 1) {
        const number = `${6000 + writer}${serial}`;
        const { _id } = await makeInvoice(api.ctx, acting, number);
        if (serial % 3 === 0) await vendor.delete(`/api/invoice/delete/${_id}`);
        else if (serial % 3 === 1) await vendor.post(payments.create.path, { invoiceNumber: number, amount: '1', paymentMode: 'online' });
        if (serial % 4 === 0) await makeDispatchNote(api.ctx, acting, `DC/${number}`);
      }
    }),
  );
  writing = false;
  await following;
  await expectMirrored(mirror, vendor);
  expect(mirror.records.size).toBeGreaterThan(150);
}, 60_000);
