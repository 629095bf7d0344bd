import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';
import { newMember } from '../../test/members.ts';
import { actAs, makeDispatchNote, makeInvoice, makeMemo, makeOrder, makePayment, makeProduct } from '../demo/factories.ts';

let api: Api;
let vendor: Caller;
let admin: Caller;
const EAN = '8901030516320';

beforeAll(async () => {
  api = await startApi();
  await addItem(api.ctx, { ean: EAN, name: 'Basmati Rice 1 kg' });
  vendor = await api.newVendor({ vendor_name: 'Kisan Mill' });
  admin = await api.newAdmin();
});
afterAll(() => api.close());

const idOf = async (query: ReturnType<typeof sql>) => (await api.ctx.db.one<{ id: string }>(query)).id;
const linked = (by: Caller, documentKind: string, documentId: string) => by.get('/api/documents/linked', { documentKind, documentId });
interface Found {
  documentKind: string;
  documentId: string;
}
const names = async (kind: string, id: string, by = vendor) =>
  ((await linked(by, kind, id)).body.linked as Found[]).map(({ documentKind, documentId }) => `${documentKind} ${documentId}`);

/** One delivery of an order, from its dispatch note to its payment, with its own receipt, invoice, memo and payment. */
async function delivery(who: Caller, orderId: string) {
  const acting = await actAs(api.ctx, who.user.id);
  const serial = api.serial();
  const PONumber = await idOf(sql`select number as id from purchase_orders where id = ${orderId}`);
  const note = (await makeDispatchNote(api.ctx, acting, `DC/${serial}`, { PONumber }))._id;
  const receipt = await idOf(sql`
    insert into receipts (vendor_id, number, received_on, note_id) values (${who.user.id}, ${`G${serial}`}, '2026-11-02', ${note}) returning id::text`);
  const line = await idOf(sql`
    insert into receipt_lines (source, external_id, vendor_id, order_id, line, number, received_on, quantity, rejected, reason, receipt_id)
    values ('portal', ${`L${serial}`}, ${who.user.id}, ${orderId}, 1, ${`G${serial}`}, '2026-11-02', 5, 1, 'damaged', ${receipt}) returning id::text`);
  const number = String(60_000 + serial);
  const invoice = (await makeInvoice(api.ctx, acting, number))._id;
  await api.ctx.db.execute(sql`
    insert into invoice_lines (invoice_id, no, order_id, line, receipt_id, item_name, quantity, unit_price, taxable, ordered_quantity)
    values (${invoice}, 1, ${orderId}, 1, ${line}, 'Rice', 4, 10, 40, 4)`);
  const back = await idOf(sql`
    insert into purchase_returns (source, external_id, vendor_id, item_name, received_quantity, returned_quantity)
    values ('receipt', ${`L${serial}`}, ${who.user.id}, 'Rice', 5, 1) returning id::text`);
  const memo = (await makeMemo(api.ctx, acting, 'credit', { amount: '', vendorInvoiceRef: number }))._id;
  await api.ctx.db.execute(sql`update memos set invoice_id = ${invoice} where id = ${memo}`);
  const payment = (await makePayment(api.ctx, acting, number, { amount: '1' }))._id;
  return { note, receipt, invoice, back, memo, payment };
}

test('a chain of documents is found in full from each of them, in both directions, without its neighbours', async () => {
  const order = await makeOrder(api.ctx, vendor.user.id, `PO/${api.serial()}`);
  const [one, other] = [await delivery(vendor, order), await delivery(vendor, order)];
  const chain = [
    `purchaseOrder ${order}`,
    `dispatchNote ${one.note}`,
    `receipt ${one.receipt}`,
    `invoice ${one.invoice}`,
    `purchaseReturn ${one.back}`,
    `creditMemo ${one.memo}`,
    `payment ${one.payment}`,
  ];
  for (const name of [chain[1], chain[2], chain[3]]) {
    const [kind = '', id = ''] = (name ?? '').split(' ');
    const rest = chain.filter((each) => each !== name && (kind !== 'invoice' || !each.startsWith('purchaseReturn')));
    expect([name, await names(kind, id)]).toEqual([name, rest]);
    expect(await names(kind, id, admin)).toEqual(rest);
  }
  // A memo and a payment are linked to their invoice and to the documents before it.
  for (const [kind, id] of [
    ['creditMemo', one.memo],
    ['payment', one.payment],
  ] as const) {
    expect([kind, await names(kind, id)]).toEqual([kind, chain.slice(0, 4)]);
  }
  expect(await names('purchaseReturn', one.back)).toEqual(chain.slice(0, 3));
  const ofOrder = await names('purchaseOrder', order);
  expect(ofOrder).toContain(`payment ${other.payment}`);
  expect(ofOrder).toContain(`creditMemo ${one.memo}`);
  const vendors = await names('vendor', vendor.user.id, admin);
  expect(vendors).toContain(`purchaseOrder ${order}`);
});

test('a return leads to its claim and to the credit memo under section 34 that settles it, and each leads back to the return', async () => {
  const order = await makeOrder(api.ctx, vendor.user.id, `PO/${api.serial()}`);
  const acting = await actAs(api.ctx, vendor.user.id);
  const [one, other] = [await delivery(vendor, order), await delivery(vendor, order)];
  const claim = (await makeMemo(api.ctx, acting, 'debit', { amount: '' }))._id;
  const answer = (await makeMemo(api.ctx, acting, 'credit', { amount: '' }))._id;
  await api.ctx.db.execute(sql`update memos set invoice_id = ${one.invoice}, return_id = ${one.back} where id = ${claim}`);
  await api.ctx.db.execute(sql`update memos set invoice_id = ${one.invoice}, claim_id = ${claim} where id = ${answer}`);
  const found = await names('purchaseReturn', one.back);
  expect(found).toEqual(expect.arrayContaining([`debitMemo ${claim}`, `creditMemo ${answer}`, `receipt ${one.receipt}`]));
  for (const [kind, id] of [
    ['debitMemo', claim],
    ['creditMemo', answer],
  ] as const) {
    const back = await names(kind, id);
    expect(back).toContain(`purchaseReturn ${one.back}`);
    expect(back).not.toContain(`purchaseReturn ${other.back}`);
  }
  // An unclaimed return has no memo, and another vendor sees neither.
  expect((await names('purchaseReturn', other.back)).filter((name) => /Memo/.test(name))).toEqual([]);
  const stranger = await api.newVendor();
  expect((await linked(stranger, 'creditMemo', answer)).status).toBe(404);
});

test('each linked document has its date, status and value', async () => {
  const order = await makeOrder(api.ctx, vendor.user.id, `PO/${api.serial()}`);
  const { note, receipt } = await delivery(vendor, order);
  const { body } = await linked(vendor, 'dispatchNote', note);
  expect(body.document).toMatchObject({ documentKind: 'dispatchNote', documentId: note, vendorName: 'Kisan Mill' });
  const arrived = (body.linked as Found[]).find(({ documentId }) => documentId === receipt);
  const price = Number(
    (
      await api.ctx.db.one<{ p: string }>(
        sql`select total / quantity as p from purchase_order_lines where order_id = ${order} and line = 1`,
      )
    ).p,
  );
  // Four of five pieces were accepted.
  expect(arrived).toMatchObject({ date: '2026-11-02', state: 'rejected', value: Number((price * 4).toFixed(2)) });
  await api.ctx.db.execute(sql`update receipts set cancelled_at = now(), cancel_reason = 'x' where id = ${receipt}`);
  const cancelled = ((await linked(vendor, 'dispatchNote', note)).body.linked as Found[]).find(({ documentId }) => documentId === receipt);
  expect(cancelled).toMatchObject({ state: 'cancelled' });
  // The link shows the same order status as the order's own page.
  const orderNow = async () =>
    ((await linked(vendor, 'dispatchNote', note)).body.linked as Found[]).find(({ documentId }) => documentId === order);
  expect(await orderNow()).toMatchObject({ state: 'Open' });
  await api.ctx.db.execute(sql`update purchase_orders set acknowledged_on = '2026-11-02' where id = ${order}`);
  expect(await orderNow()).toMatchObject({ state: 'Acknowledged' });
});

test('a vendor sees no documents of another, even if the two share a number or reference', async () => {
  const other = await api.newVendor();
  const number = `PO/${api.serial()}`;
  const [mine, theirs] = [await makeOrder(api.ctx, vendor.user.id, number), await makeOrder(api.ctx, other.user.id, number)];
  const own = await delivery(vendor, mine);
  const invoice = (await makeInvoice(api.ctx, await actAs(api.ctx, other.user.id), '4711', { PONumber: number }))._id;
  expect(await names('purchaseOrder', theirs, other)).toEqual([`invoice ${invoice}`]);
  expect(await names('purchaseOrder', mine)).not.toContain(`invoice ${invoice}`);
  for (const [kind, id] of [
    ['purchaseOrder', mine],
    ['payment', own.payment],
    ['purchaseReturn', own.back],
    ['vendor', vendor.user.id],
  ] as const)
    expect([kind, (await linked(other, kind, id)).status]).toEqual([kind, 404]);
  for (const path of [`/api/vendorPaymentReport/get/${own.payment}`, `/api/purChaseOrder/purchase_return/${own.back}`]) {
    expect([(await other.get(path)).status, (await vendor.get(path)).status, (await admin.get(path)).status]).toEqual([404, 200, 200]);
    expect((await other.get(path.replace(/\d+$/, "1' or true"))).status).toBe(404);
  }
  expect((await linked(vendor, 'session', '1')).status).toBe(422);
  expect((await linked(vendor, 'invoice', 'x'.repeat(21))).status).toBe(422);
  expect((await api.visitor.get('/api/documents/linked', { documentKind: 'invoice', documentId: own.invoice })).status).toBe(401);
});

test('a product is linked to its orders, and a reader can read all of it', async () => {
  const miller = await api.newVendor();
  const acting = await actAs(api.ctx, miller.user.id);
  const product = (await makeProduct(api.ctx, acting, EAN))._id;
  const order = await makeOrder(api.ctx, miller.user.id, `PO/${api.serial()}`);
  await api.ctx.db.execute(sql`update purchase_order_lines set ean = ${EAN} where order_id = ${order}`);
  const reader = await newMember(api, miller, 'reader');
  expect(await names('product', product, reader)).toEqual([`purchaseOrder ${order}`]);
  expect((await reader.get(`/api/product/get/${product}`)).body).toMatchObject({ _id: product, EANCode: EAN });
  expect((await (await api.newVendor()).get(`/api/product/get/${product}`)).status).toBe(404);
});

test('an API key cannot read linked documents, whatever its scopes', async () => {
  const made = await vendor.post('/api/keys', {
    name: 'All',
    scopes: ['invoices:read', 'comments:read'],
    days: 1,
    passWord: vendor.user.password,
  });
  const key = new Caller(api.app, made.body.key);
  const invoice = (await makeInvoice(api.ctx, await actAs(api.ctx, vendor.user.id), String(80_000 + api.serial())))._id;
  expect((await linked(key, 'invoice', invoice)).status).toBe(403);
});
