// Why so long: the site of an order, and all that it means for the people who are bound to it.
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Api, Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';
import { newMember } from '../../test/members.ts';
import { newSite } from '../../test/siteRequests.ts';
import { makeOrder } from '../demo/factories.ts';

const EAN = '8901030516320';
const password = 'one for all of them';

let api: Api;
let admin: Caller;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  admin = await api.newAdmin({ password });
  await addItem(api.ctx, { ean: EAN, name: 'Basmati Rice 1 kg' });
});
afterAll(() => api.close());
beforeEach(async () => {
  vendor = await api.newVendor({ vendor_Code: 6000 + api.serial() });
});

const PLACE = { address: 'Gala 4, Survey 114', postalCode: '421302' };
const addSite = async (more: object = {}) =>
  (await admin.post('/api/buyerSites', { name: `Depot ${api.serial()}`, ...PLACE, ...more })).body.data as typeof PLACE & {
    _id: string;
    name: string;
  };
const newNumber = () => `PO/${api.serial()}`;
const siteOf = async (id: string) =>
  (await admin.get(`/api/buyerData/orders/get/${id}`)).body[0] as { siteId: string | null; site: string | null };
const orderAt = (deliveryLocation: string | null, number = newNumber(), more: object = {}) =>
  makeOrder(api.ctx, vendor.user.id, number, { deliveryLocation, orderedOn: '2026-01-01', ...more });
const code = async () => (await vendor.get('/api/auth/user')).body[0].vendor_Code as number;
async function upload(by: Caller, kind: string, rows: string, query = '') {
  const content = Buffer.from(rows.replaceAll('CODE', String(await code())));
  const { status, body } = await by.send('POST', `/api/buyerData/${kind}${query}`, {}, { file: { name: `${kind}.csv`, content } });
  return { status, errors: body.errors, created: body.created, updated: body.updated };
}

describe('the site of an order', () => {
  test.each([
    ['its name', ({ name }: typeof PLACE & { name: string }) => name],
    [
      'its name in other letters, with other blanks',
      ({ name }: typeof PLACE & { name: string }) => `  ${name.toUpperCase()}  `.replace(' D', '\tD'),
    ],
    [
      'what the form writes for it',
      ({ name, address, postalCode }: typeof PLACE & { name: string }) => `${name}, ${address} ${postalCode}`,
    ],
  ])('is the one that the delivery location mentions by %s', async (_, words) => {
    const site = await addSite();
    expect(await siteOf(await orderAt(words(site)))).toMatchObject({ siteId: site._id, site: site.name });
  });

  test.each([
    ['its address', (address: string) => address],
    ['its address with the PIN', (address: string) => `${address}\n${PLACE.postalCode}`],
  ])('is the one with %s if no other site has it', async (_, words) => {
    const address = `Plot ${api.serial()}, MIDC Ambad`;
    const site = await addSite({ address });
    expect(await siteOf(await orderAt(words(address)))).toMatchObject({ siteId: site._id });
    await addSite({ address });
    expect(await siteOf(await orderAt(words(address)))).toMatchObject({ siteId: null, site: null });
  });

  test('is null if the text mentions no site', async () => {
    const site = await addSite();
    for (const words of [null, `${site.name} gate 3`, 'Nowhere'])
      expect(await siteOf(await orderAt(words))).toMatchObject({ siteId: null });
  });

  test('follows the delivery location, and stays when the site is renamed', async () => {
    const [site, other] = [await addSite(), await addSite()];
    const number = newNumber();
    const id = await orderAt(site.name, number);
    expect((await admin.put(`/api/buyerSites/${site._id}`, { name: `Renamed ${api.serial()}` })).status).toBe(200);
    await orderAt(site.name, number, { version: '2', deliverBy: '2099-01-01' });
    expect(await siteOf(id)).toMatchObject({ siteId: site._id });
    await orderAt(other.name, number, { version: '3' });
    expect(await siteOf(id)).toMatchObject({ siteId: other._id });
    await orderAt('Elsewhere', number, { version: '4' });
    expect(await siteOf(id)).toMatchObject({ siteId: null });
  });

  test('can be a site that is added or renamed later', async () => {
    const name = `Late depot ${api.serial()}`;
    const id = await orderAt(name);
    expect(await siteOf(id)).toMatchObject({ siteId: null });
    const site = await addSite({ name });
    expect(await siteOf(id)).toMatchObject({ siteId: site._id, site: name });
    const [entry] = (await admin.get('/api/audit/get', { entity: 'buyerSite', entityId: site._id })).body;
    expect(entry.after).toMatchObject({ orders: 1 });
    const another = await orderAt(`${name} B`);
    await admin.put(`/api/buyerSites/${site._id}`, { name: `${name} B` });
    expect(await siteOf(another)).toMatchObject({ siteId: site._id });
  });

  test('from a file is that of its delivery location, and null once the site is deleted', async () => {
    const site = await addSite();
    const number = newNumber();
    const rows = `Vendor Code,PO Number,PO Date,Delivery Location,EAN Code,Quantity,Price\nCODE,${number},01-11-2026,${site.name},${EAN},10,5\n`;
    expect(await upload(admin, 'orders', rows)).toMatchObject({ status: 200, created: 1 });
    const [order] = (await admin.get('/api/purChaseOrder/get', { poNumber: number })).body;
    expect(order).toMatchObject({ siteId: site._id, site: site.name, deliveryLocation: site.name });
    expect((await admin.delete(`/api/buyerSites/${site._id}`)).status).toBe(200);
    expect(await siteOf(order._id)).toMatchObject({ siteId: null, site: null });
  });
});

interface Row {
  _id: string;
  userId: string;
  email: string;
  siteIds: string[];
  updatedAt: string;
}
const peopleOf = async () => (await admin.get('/api/members')).body as { members: Row[]; invitations: Row[] };
const memberOf = async ({ user }: Caller) => (await peopleOf()).members.find(({ userId }) => userId === user.id);

describe('a member', () => {
  test('is limited to sites by its invitation and by an administrator, and can see the limit', async () => {
    const [site, other] = [await addSite(), await addSite()];
    const email = `receiver${api.serial()}@example.org`;
    expect((await admin.post('/api/members/invitations', { email, role: 'receiver', siteIds: [site._id] })).status).toBe(200);
    expect((await peopleOf()).invitations.find((each) => each.email === email)).toMatchObject({ siteIds: [site._id] });
    const link = async () => {
      const mails = (await api.visitor.get('/api/outbox')).body as { to: string; text: string }[];
      return /\/invitation\/([\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1] ?? '';
    };
    await expect.poll(link).not.toBe('');
    const secret = await link();
    expect((await api.visitor.post('/api/invitations/get', { secret })).body).toMatchObject({ role: 'receiver', sites: site.name });
    const person = { firstName: 'Meera', lastName: 'Shah', mobileNumber: String(8_600_000_000 + api.serial()), passWord: password };
    expect((await api.visitor.post('/api/invitations/accept', { secret, ...person })).status).toBe(200);
    const login = await api.visitor.post('/api/auth/login', { email, passWord: password });
    expect(login.body.detail.membership).toMatchObject({ roles: ['receiver'], siteIds: [site._id] });

    const receiver = new Caller(api.app, login.body.token, { id: login.body.detail._id, email, password });
    const arrive = async (place: string) => {
      const lines = [{ orderId: await orderAt(place), line: 1, quantity: 1 }];
      return receiver.post('/api/receipts/create', { receiptNumber: newNumber(), receivedOn: '2026-01-02', lines });
    };
    expect((await arrive(site.name)).body.data).toMatchObject({ site: site.name });
    expect((await arrive(other.name)).status).toBe(403);
    const member = await memberOf(receiver);
    const given = { role: 'receiver', updatedAt: member?.updatedAt };
    expect((await admin.put(`/api/members/${member?._id}`, { ...given, siteIds: [other._id, site._id] })).status).toBe(200);
    expect((await arrive(other.name)).status).toBe(200);
    const [entry] = (await admin.get('/api/audit/get', { entity: 'member', entityId: member?._id })).body;
    expect([entry.before.sites, entry.after.sites.split(', ').sort()]).toEqual([site.name, [site.name, other.name].sort()]);
    expect((await arrive('nowhere')).status).toBe(403);
    expect((await admin.put(`/api/members/${member?._id}`, { role: 'receiver', siteIds: [] })).status).toBe(200);
    expect((await arrive('nowhere')).status).toBe(200);
  });

  test('keeps its sites if an edit omits them, and loses them with a role without sites', async () => {
    const site = await addSite();
    const member = await newMember(api, admin, 'receiver', [site._id]);
    const change = async (body: object) => {
      const { status } = await admin.put(`/api/members/${(await memberOf(member))?._id}`, body);
      return [status, (await memberOf(member))?.siteIds];
    };
    expect(await change({ role: 'buyer' })).toEqual([200, [site._id]]);
    expect(await change({ role: 'accounts' })).toEqual([200, []]);
    expect(await change({ role: 'buyer' })).toEqual([200, []]);
  });

  test.each([
    ['administrator', 'Only buyers and receivers can be limited to certain sites.'],
    ['approver', 'Only buyers and receivers can be limited to certain sites.'],
    ['auditor', 'Only buyers and receivers can be limited to certain sites.'],
  ])('in the role %s cannot be limited to sites', async (role, message) => {
    const site = await addSite();
    const invited = await admin.post('/api/members/invitations', { email: `some${api.serial()}@example.org`, role, siteIds: [site._id] });
    expect([invited.status, invited.body.errors]).toEqual([422, { siteIds: message }]);
    const member = await newMember(api, admin, 'buyer', [site._id]);
    const edited = await admin.put(`/api/members/${(await memberOf(member))?._id}`, { role, siteIds: [site._id] });
    expect([edited.status, edited.body.errors]).toEqual([422, { siteIds: message }]);
    expect((await memberOf(member))?.siteIds).toEqual([site._id]);
  });

  test('can be limited only to existing sites; vendor members to none', async () => {
    const site = await addSite();
    const email = () => `some${api.serial()}@example.org`;
    for (const siteIds of [['999999999'], ['x'], [site._id, '999999999'], 'all', [7]]) {
      const { status, body } = await admin.post('/api/members/invitations', { email: email(), role: 'buyer', siteIds });
      expect([siteIds, status, body.errors]).toEqual([siteIds, 422, { siteIds: 'Choose sites of the buyer.' }]);
    }
    const { status, body } = await vendor.post('/api/members/invitations', { email: email(), role: 'orders', siteIds: [site._id] });
    expect([status, body.errors]).toEqual([422, { siteIds: 'Only buyers and receivers can be limited to certain sites.' }]);
  });

  test('keeps its site: a site with members or invitations cannot be deleted', async () => {
    const site = await addSite();
    const remove = () => admin.delete(`/api/buyerSites/${site._id}`);
    const member = await newMember(api, admin, 'buyer', [site._id]);
    const email = `waits${api.serial()}@example.org`;
    await admin.post('/api/members/invitations', { email, role: 'receiver', siteIds: [site._id] });
    const refused = await remove();
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `Meera buyer and ${email} would lose this site. Change their sites under People first.`,
    ]);
    for (let more = 0; more < 6; more += 1) await newMember(api, admin, 'buyer', [site._id]);
    expect((await remove()).body.message).toMatch(/^(Meera buyer, ){3}Meera buyer and Meera buyer, and 3 more, would lose this site\./);
    await api.ctx.db.execute(sql`delete from memberships where site_ids = array[${site._id}::bigint] and user_id <> ${member.user.id}`);
    await admin.put(`/api/members/${(await memberOf(member))?._id}`, { role: 'buyer', siteIds: [] });
    await api.ctx.db.execute(sql`delete from invitations where email = ${email}`);
    expect((await remove()).status).toBe(200);
  });

  test('cannot be limited to a site that is deleted at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const site = await addSite();
      const member = await newMember(api, admin, 'buyer');
      const id = (await memberOf(member))?._id;
      const answers = await Promise.all([
        admin.put(`/api/members/${id}`, { role: 'buyer', siteIds: [site._id] }),
        admin.delete(`/api/buyerSites/${site._id}`),
      ]);
      expect([
        [200, 409],
        [422, 200],
      ]).toContainEqual(answers.map(({ status }) => status));
    }
  });
});

describe('a limit to sites', () => {
  test('comes with the role of a colleague on leave, and applies to that role only', async () => {
    const [site, other] = [await addSite(), await addSite()];
    const [buyer, receiver] = [await newMember(api, admin, 'buyer', [site._id]), await newMember(api, admin, 'receiver', [other._id])];
    const close = async (place: string) =>
      (await receiver.post(`/api/buyerData/orders/close/${await orderAt(place)}`, { reason: 'Enough' })).status;
    const arrive = async (place: string) => {
      const lines = [{ orderId: await orderAt(place), line: 1, quantity: 1 }];
      return (await receiver.post('/api/receipts/create', { receiptNumber: newNumber(), receivedOn: '2026-01-02', lines })).status;
    };
    const delegate = async (from: Caller) => {
      const days = { fromDay: '2020-01-01', toDay: '2099-01-01' };
      const [giver, taker] = [await memberOf(from), await memberOf(receiver)];
      expect((await admin.post('/api/members/delegations', { from: giver?._id, to: taker?._id, ...days })).status).toBe(200);
    };
    expect(await close(site.name)).toBe(403);
    await delegate(buyer);
    expect([await close(site.name), await close(other.name)]).toEqual([200, 403]);
    expect([await arrive(site.name), await arrive(other.name)]).toEqual([403, 200]);
    // A change of the colleague's sites applies immediately to the delegate.
    await admin.put(`/api/members/${(await memberOf(buyer))?._id}`, { role: 'buyer', siteIds: [other._id] });
    expect([await close(site.name), await close(other.name)]).toEqual([403, 200]);
    // The same role from two users applies to the sites of both, and to all sites once one of them has all.
    await delegate(await newMember(api, admin, 'receiver', [site._id]));
    expect([await arrive(site.name), await arrive(other.name), await arrive('nowhere')]).toEqual([200, 200, 403]);
    await delegate(await newMember(api, admin, 'receiver'));
    expect(await arrive('nowhere')).toBe(200);
  });

  test('applies to an API key of the member too', async () => {
    const [site, other] = [await addSite(), await addSite()];
    const maker = await api.newAdmin({ password });
    const body = { name: 'Gate', scopes: ['receipts:write', 'orders:write'], days: 30, passWord: password };
    const { key } = (await maker.post('/api/keys', body)).body;
    const bearer = new Caller(api.app, key);
    await admin.put(`/api/members/${(await memberOf(maker))?._id}`, { role: 'receiver', siteIds: [site._id] });
    const arrive = async (place: string) => {
      const lines = [{ orderId: await orderAt(place), line: 1, quantity: 1 }];
      return (await bearer.post('/api/receipts/create', { receiptNumber: newNumber(), receivedOn: '2026-01-02', lines })).status;
    };
    expect([await arrive(site.name), await arrive(other.name)]).toEqual([200, 403]);
  });

  test('does not limit reading, and filters lists that ask for the user’s own sites', async () => {
    const [site, other] = [await addSite(), await addSite()];
    const receiver = await newMember(api, admin, 'receiver', [site._id]);
    const made: Record<string, string> = {};
    for (const place of [site.name, other.name]) {
      const number = newNumber();
      const orderId = await orderAt(place, number);
      const note = (await vendor.post('/api/desPatchNote/create', { DCNumber: `DC of ${place}` })).body.data._id;
      await vendor.put(`/api/dispatchGoods/save/${note}`, { kind: 'challan', lines: [{ orderId, line: 1, quantity: 1 }] });
      await vendor.post('/api/desPatchNote/create', { DCNumber: `Plain DC of ${place}`, PONumber: number });
      const lines = [{ orderId, line: 1, quantity: 1 }];
      await admin.post('/api/receipts/create', { receiptNumber: `GRN of ${place}`, receivedOn: '2026-01-02', lines });
      made[place] = orderId;
    }
    const seen = async (path: string, field: string, query: Record<string, string> = {}) =>
      ((await receiver.get(path, { userID: vendor.user.id, ...query })).body as Record<string, string>[])
        .map((row) => String(row[field]))
        .sort();
    expect(await seen('/api/receipts/get', 'receiptNumber')).toEqual([`GRN of ${site.name}`, `GRN of ${other.name}`].sort());
    expect(await seen('/api/receipts/get', 'receiptNumber', { site: 'own' })).toEqual([`GRN of ${site.name}`]);
    expect(await seen('/api/receipts/get', 'receiptNumber', { site: other._id })).toEqual([`GRN of ${other.name}`]);
    expect(await seen('/api/desPatchNote/get', 'DCNumber')).toHaveLength(4);
    expect(await seen('/api/desPatchNote/get', 'DCNumber', { site: 'own' })).toEqual([`DC of ${site.name}`, `Plain DC of ${site.name}`]);
    expect(await seen('/api/desPatchNote/get', 'DCNumber', { site: other._id })).toEqual([
      `DC of ${other.name}`,
      `Plain DC of ${other.name}`,
    ]);
    const ordersAt = async (caller: Caller, at?: string) =>
      (await caller.post('/api/purChaseOrder/serviceOrder', { userID: vendor.user.id, site: at })).body.result
        .map((row: { site: string }) => row.site)
        .filter((place: string) => place === site.name || place === other.name)
        .sort();
    const both = [site.name, other.name].sort();
    expect([await ordersAt(receiver), await ordersAt(receiver, 'own'), await ordersAt(receiver, other._id)]).toEqual([
      both,
      [site.name],
      [other.name],
    ]);
    expect(await ordersAt(admin, 'own')).toEqual(both);
    expect((await receiver.get(`/api/orderAnswer/get/${made[other.name]}`)).status).toBe(200);
  });
});

describe('a receiver of one site', () => {
  test('learns from the scan that the goods are for another site, before entering anything', async () => {
    const [site, other] = [await addSite(), await addSite()];
    const receiver = await newMember(api, admin, 'receiver', [site._id]);
    const [own, theirs] = [newNumber(), newNumber()];
    await orderAt(site.name, own);
    await orderAt(other.name, theirs);
    const scan = async (number: string, by = receiver) => (await by.get('/api/receipts/find', { code: number })).body[0].otherSite;
    expect(await scan(own)).toBeNull();
    expect(await scan(theirs)).toBe(`Order ${theirs} is delivered to ${other.name}. You act for ${site.name}. Ask an administrator.`);
    expect(await scan(theirs, admin)).toBeNull();
  });

  test('gets the next receipt number of the own site only', async () => {
    const [site, other] = [await addSite(), await addSite()];
    const receiver = await newMember(api, admin, 'receiver', [site._id]);
    const proposed = async (place: string, by: Caller) => {
      const number = newNumber();
      const lines = [{ orderId: await orderAt(place), line: 1, quantity: 1 }];
      const made = await admin.post('/api/receipts/create', { receiptNumber: `${number}/0041`, receivedOn: '2026-01-02', lines });
      expect(made.status).toBe(200);
      await orderAt(place, number);
      const [found] = (await by.get('/api/receipts/find', { code: number })).body;
      return found.nextReceiptNumber?.slice(number.length);
    };
    expect(await proposed(site.name, receiver)).toBe('/0042');
    expect(await proposed(other.name, admin)).toBe('/0042');
    expect(await proposed(other.name, receiver)).toBeUndefined();
  });

  test('can enter receipts only at the own sites', async () => {
    const [site, second, other] = [await addSite(), await addSite(), await addSite()];
    const receiver = await newMember(api, admin, 'receiver', [site._id, second._id]);
    const enter = async (places: string[], more: object = {}, by = receiver) => {
      const lines = await Promise.all(places.map(async (place) => ({ orderId: await orderAt(place), line: 1, quantity: 1 })));
      const body = { receiptNumber: newNumber(), receivedOn: '2026-01-02', lines, ...more };
      const answer = await by.post('/api/receipts/create', body);
      return [answer.status, answer.body.errors ?? answer.body.data?.site];
    };
    expect(await enter([site.name], { siteId: second._id })).toEqual([200, second.name]);
    expect(await enter([site.name], { siteId: other._id })).toEqual([
      422,
      { siteId: 'Your role does not cover this site. Choose one of yours.' },
    ]);
    expect(await enter([site.name, second.name])).toEqual([422, { siteId: 'Choose the site that received the goods.' }]);
    expect(await enter([site.name, second.name], { siteId: second._id })).toEqual([200, second.name]);
    expect((await enter([site.name, other.name]))[0]).toBe(403);
    expect(await enter([site.name, other.name], {}, admin)).toEqual([200, null]);
    expect(await enter([site.name], { siteId: '999999999' }, admin)).toEqual([422, { siteId: 'This site does not exist.' }]);
  });

  test('cannot mark a dispatch note for another site as arrived', async () => {
    const [site, other] = [await addSite(), await addSite()];
    const receiver = await newMember(api, admin, 'receiver', [site._id]);
    const note = (await vendor.post('/api/desPatchNote/create', { DCNumber: newNumber() })).body.data._id;
    const sent = [{ orderId: await orderAt(other.name), line: 1, quantity: 1 }];
    await vendor.put(`/api/dispatchGoods/save/${note}`, { kind: 'challan', lines: sent });
    await api.ctx.db.execute(sql`update dispatch_goods set state = 'left' where note_id = ${note}`);
    const lines = [{ orderId: await orderAt(site.name), line: 1, quantity: 1 }];
    const body = { receiptNumber: newNumber(), receivedOn: '2026-01-02', noteId: note, lines };
    expect((await receiver.post('/api/receipts/create', body)).status).toBe(403);
    expect((await admin.get(`/api/dispatchGoods/get/${note}`)).body.state).toBe('left');
  });
});

describe('a file', () => {
  const told = (number: string, to: string, own: string) =>
    `Order ${number} is delivered to ${to}. You act for ${own}. Ask an administrator.`;

  test('of a buyer of one site cannot change or move orders of another', async () => {
    const [site, other] = [await newSite(api), await newSite(api)];
    const buyer = await newMember(api, admin, 'buyer', [site.id]);
    const [own, theirs, placeless] = [newNumber(), newNumber(), newNumber()];
    for (const [number, place] of [
      [own, site.name],
      [theirs, other.name],
      [placeless, null],
    ] as const)
      await orderAt(place, number);
    const head = 'Vendor Code,PO Number,PO Date,Delivery Location,EAN Code,Quantity,Price\n';
    const row = (number: string, place: string) => `CODE,${number},01-11-2026,${place},${EAN},9,5\n`;
    const rows = [row(own, other.name), row(theirs, site.name), row(placeless, site.name)];
    expect(await upload(buyer, 'orders', head + rows.join(''))).toMatchObject({
      status: 201,
      errors: [
        { row: 2, column: 'Delivery Location', message: told(own, other.name, site.name) },
        { row: 3, column: 'PO Number', message: told(theirs, other.name, site.name) },
        {
          row: 4,
          column: 'PO Number',
          message: `Order ${placeless} has no site. You act for ${site.name}. Ask an administrator to set a site as its delivery location.`,
        },
      ],
    });
    expect(await upload(buyer, 'orders', head + row(own, site.name) + row(newNumber(), site.name))).toMatchObject({
      status: 200,
      created: 1,
      updated: 1,
    });
  });

  test('of a receiver of one site cannot reverse receipts or returns of another', async () => {
    const [site, other] = [await newSite(api), await newSite(api)];
    const receiver = await newMember(api, admin, 'receiver', [site.id]);
    const [own, theirs] = [newNumber(), newNumber()];
    await orderAt(site.name, own);
    await orderAt(other.name, theirs);
    const receipts = 'Vendor Code,PO Number,EAN Code,Receipt Number,Receipt Date,Quantity\n';
    const arrived = (number: string, quantity: number) => `CODE,${number},${EAN},G1,02-11-2026,${quantity}\n`;
    expect((await upload(admin, 'receipts', receipts + arrived(theirs, 5))).status).toBe(200);
    expect(await upload(receiver, 'receipts', receipts + arrived(own, 5) + arrived(theirs, 0))).toMatchObject({
      status: 201,
      errors: [{ row: 3, column: 'PO Number', message: told(theirs, other.name, site.name) }],
    });
    const returns = 'Vendor Code,Return Number,PO Number,Product Name,Quantity Purchased,Quantity Returned\n';
    const back = (number: string, order: string) => `CODE,${number},${order},Rice,10,1\n`;
    expect((await upload(admin, 'returns', returns + back('R1', theirs))).status).toBe(200);
    const message = told(theirs, other.name, site.name);
    expect(
      await upload(receiver, 'returns', returns + back('R1', own) + back('R2', theirs) + back('R3', '') + back('R4', own)),
    ).toMatchObject({
      status: 201,
      errors: [
        { row: 2, column: 'PO Number', message },
        { row: 3, column: 'PO Number', message },
        { row: 4, column: 'PO Number', message: 'Enter the PO Number of an order for one of your sites.' },
      ],
    });
    expect(await upload(receiver, 'returns', returns + back('R4', own))).toMatchObject({ status: 200, created: 1 });
  });
});

test('a buyer of one site can enter orders only for it, and cannot move any to or from another', async () => {
  const [site, other] = [await newSite(api), await newSite(api)];
  const buyer = await newMember(api, admin, 'buyer', [site.id]);
  const typed = (deliveryLocation: string | null, poNumber = newNumber()) => ({
    poNumber,
    poDate: '2026-11-02',
    deliveryLocation,
    lines: [{ EANCode: EAN, quantity: 1, price: 10 }],
  });
  const refused = await buyer.post('/api/buyerData/orders/create', { ...typed(other.name, 'NEW/1'), userID: vendor.user.id });
  expect([refused.status, refused.body.message]).toEqual([
    403,
    `Order NEW/1 is delivered to ${other.name}. You act for ${site.name}. Ask an administrator.`,
  ]);
  expect((await admin.get('/api/purChaseOrder/get', { poNumber: 'NEW/1' })).body).toEqual([]);
  const made = await buyer.post('/api/buyerData/orders/create', { ...typed(site.name), userID: vendor.user.id });
  expect(made.body.data).toMatchObject({ siteId: site.id, site: site.name });
  const edit = (place: string | null, id: string) => buyer.put(`/api/buyerData/orders/edit/${id}`, typed(place));
  for (const place of [other.name, null]) expect((await edit(place, made.body.data._id)).status).toBe(403);
  expect((await edit(site.name, await orderAt(other.name))).status).toBe(403);
  expect((await edit(site.name, made.body.data._id)).status).toBe(200);
  // Items and prices belong to every site.
  expect((await buyer.get('/api/buyerData/items')).status).toBeLessThan(300);
  const prices = await buyer.put('/api/product/changeStatusPriceApproval', { productIdList: [], priceApproval: true });
  expect(prices.status).not.toBe(403);
});
