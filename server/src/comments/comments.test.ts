import { ATTACHMENTS_MAX, COMMENTS_PAGE, messages } from '@aapurti/contract/comments/comments';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { type Answer, type Api, Caller, startApi, statusesOf } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';
import { newMember } from '../../test/members.ts';
import { actAs, makeDispatchNote, makeInvoice, makeMemo, makeOrder, makePayment, makeProduct } from '../demo/factories.ts';

let api: Api;
let vendor: Caller;
let other: Caller;
let admin: Caller;
let invoice: string;
const EAN = '8901030516320';

beforeAll(async () => {
  api = await startApi();
  await addItem(api.ctx, { ean: EAN, name: 'Basmati Rice 1 kg' });
  vendor = await api.newVendor({ vendor_name: 'Kisan Mill', firstName: 'Asha', lastName: 'Patil' });
  other = await api.newVendor();
  admin = await api.newAdmin({ firstName: 'Meera', lastName: 'Krishnan' });
});
afterAll(() => api.close());
beforeEach(async () => {
  invoice = (await makeInvoice(api.ctx, await actAs(api.ctx, vendor.user.id), String(70_000 + api.serial())))._id;
});

const about = (documentId = invoice, documentKind = 'invoice') => ({ documentKind, documentId });
const write = (by: Caller, text: string, more: Record<string, unknown> = {}, files = {}): Promise<Answer> =>
  by.send('POST', '/api/comments/create', { ...about(), text, ...more }, files);
const read = (by: Caller, more: Record<string, string> = {}) => by.get('/api/comments/get', { ...about(), ...more });
const texts = async (by: Caller) => (await read(by)).body.comments.map(({ text }: { text: string }) => text);
const people = (by: Caller) => by.get('/api/comments/people', about());
const memberOf = async (who: Caller) =>
  (await api.ctx.db.one<{ id: string }>(sql`select id::text from memberships where user_id = ${who.user.id}`)).id;
const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#0a6' } })
    .jpeg()
    .toBuffer();
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n');

describe('a comment', () => {
  test('of either side can be read by both, and by no other vendor', async () => {
    const sent = await write(vendor, 'When is it paid?');
    expect([sent.status, sent.body.message]).toEqual([200, messages.sent]);
    expect(sent.body.data).toMatchObject({ author: 'Asha Patil', company: 'Kisan Mill', byBuyer: false, internal: false, mentioned: [] });
    await write(admin, 'On the due date.');
    for (const reader of [vendor, admin]) expect(await texts(reader)).toEqual(['When is it paid?', 'On the due date.']);
    expect((await read(other)).status).toBe(404);
    expect((await write(other, 'Mine?')).status).toBe(404);
    expect((await api.visitor.get('/api/comments/get', about())).status).toBe(401);
  });

  test('belongs to one document of its kind, even if another has the same number', async () => {
    const acting = await actAs(api.ctx, vendor.user.id);
    const order = await makeOrder(api.ctx, vendor.user.id, `PO/${api.serial()}`);
    const documents = [
      ['purchaseOrder', order],
      ['dispatchNote', (await makeDispatchNote(api.ctx, acting, `DC/${api.serial()}`))._id],
      ['invoice', invoice],
      ['debitMemo', (await makeMemo(api.ctx, acting, 'debit', { amount: '' }))._id],
      ['creditMemo', (await makeMemo(api.ctx, acting, 'credit', { amount: '' }))._id],
      [
        'payment',
        (
          await makePayment(
            api.ctx,
            acting,
            (await api.ctx.db.one<{ n: string }>(sql`select number as n from invoices where id = ${invoice}`)).n,
            { amount: '1' },
          )
        )._id,
      ],
      ['product', (await makeProduct(api.ctx, acting, EAN))._id],
      ['vendor', vendor.user.id],
      [
        'purchaseReturn',
        (
          await api.ctx.db.one<{ id: string }>(sql`
            insert into purchase_returns (external_id, vendor_id, item_name, received_quantity, returned_quantity)
            values (${`R${api.serial()}`}, ${vendor.user.id}, 'Rice', 5, 1) returning id::text`)
        ).id,
      ],
      [
        'receipt',
        (
          await api.ctx.db.one<{ id: string }>(sql`
            insert into receipts (vendor_id, number, received_on) values (${vendor.user.id}, ${`G${api.serial()}`}, '2026-11-01') returning id::text`)
        ).id,
      ],
    ] as const;
    for (const [documentKind, documentId] of documents) {
      const of = { documentKind, documentId };
      expect((await write(admin, `On ${documentKind}`, of)).status).toBe(200);
      const { body } = await vendor.get('/api/comments/get', of);
      expect([documentKind, body.total, body.comments[0].text]).toEqual([documentKind, 1, `On ${documentKind}`]);
      expect((await other.get('/api/comments/get', of)).status).toBe(404);
      expect((await write(other, 'Not mine', of)).status).toBe(404);
    }
    const debit = documents.find(([kind]) => kind === 'debitMemo')?.[1] ?? '';
    expect((await vendor.get('/api/comments/get', { documentKind: 'creditMemo', documentId: debit })).status).toBe(404);
    // The buyer's own company is not a vendor.
    expect((await admin.get('/api/comments/get', { documentKind: 'vendor', documentId: admin.user.id })).status).toBe(404);
    for (const documentId of ["1' or true", '-1', '99999999999999999999'])
      expect((await admin.get('/api/comments/get', about(documentId))).status).toBe(documentId.length > 20 ? 422 : 404);
    expect((await admin.get('/api/comments/get', { ...about(), documentKind: 'session' })).status).toBe(422);
  });

  test('is deleted with its document, and so are its attachments', async () => {
    const sent = await write(vendor, 'See the photo', {}, { file1: { name: 'bag.jpg', content: await picture() } });
    const { url } = sent.body.data.attachments[0];
    expect((await api.visitor.ask('GET', url)).status).toBe(200);
    expect((await vendor.delete(`/api/invoice/delete/${invoice}`)).status).toBe(200);
    expect((await read(vendor)).status).toBe(404);
    expect((await api.visitor.ask('GET', url)).status).toBe(404);
    expect(await api.ctx.db.rows(sql`select from comments where id = ${sent.body.data._id}`)).toEqual([]);
  });

  test('needs text or a file, and both have limits', async () => {
    expect((await write(vendor, '  ')).body.errors).toEqual({ text: messages.empty });
    expect((await write(vendor, 'x'.repeat(4001))).status).toBe(422);
    expect((await write(vendor, '', {}, { file1: { name: 'bag.jpg', content: await picture() } })).status).toBe(200);
    expect((await write(vendor, 'plain', {}, { file6: { name: 'bag.jpg', content: await picture() } })).status).toBe(400);
  });

  test('is listed in pages, the newest first', async () => {
    await api.ctx.db.execute(sql`
      insert into comments (vendor_id, kind, invoice_id, by_buyer, internal, author_id, company, body)
      select ${vendor.user.id}, 'invoice', ${invoice}, false, false, ${vendor.user.id}, 'Kisan Mill', 'No. ' || n from generate_series(1, ${COMMENTS_PAGE + 3}) n`);
    const { body } = await read(vendor);
    expect([body.total, body.more, body.comments.length, body.comments[0].text]).toEqual([COMMENTS_PAGE + 3, true, COMMENTS_PAGE, 'No. 4']);
    const earlier = (await read(vendor, { before: body.comments[0]._id })).body;
    expect([earlier.more, earlier.comments.map(({ text }: { text: string }) => text)]).toEqual([false, ['No. 1', 'No. 2', 'No. 3']]);
    expect((await read(vendor, { before: 'x' })).status).toBe(422);
  });
});

describe('an internal comment', () => {
  test('does not exist for the vendor: in no list, count, log, feed, search, export, e-mail or notification', async () => {
    const hidden = await write(admin, 'Zebrafish: hold the payment', { internal: true });
    expect(hidden.body.data).toMatchObject({ internal: true, byBuyer: true });
    await write(admin, 'We are checking it.');
    const { body } = await read(vendor);
    expect([body.total, body.comments.map(({ text }: { text: string }) => text)]).toEqual([1, ['We are checking it.']]);
    expect(await texts(admin)).toEqual(['Zebrafish: hold the payment', 'We are checking it.']);
    // The vendor also gets nothing if it uses the comment's ID as a cursor.
    expect((await read(vendor, { before: hidden.body.data._id })).body.comments).toEqual([]);
    expect((await vendor.delete(`/api/comments/delete/${hidden.body.data._id}`)).status).toBe(404);
    for (const path of [
      `/api/audit/history/${invoice}?entity=invoice`,
      '/api/changes',
      '/api/search?q=Zebrafish',
      '/api/notices',
      '/api/invoice/get',
      '/api/dashboard/overview',
    ]) {
      const answer = await vendor.get(path);
      expect([path, [200, 201].includes(answer.status)]).toEqual([path, true]);
      expect([path, JSON.stringify(answer.body).includes('Zebrafish'), JSON.stringify(answer.body).includes(hidden.body.data._id)]).toEqual(
        [path, false, false],
      );
    }
    const exported = await vendor.get('/api/invoice/export');
    expect((exported.body as Buffer).includes('Zebrafish')).toBe(false);
    expect((await vendor.get('/api/audit/get')).status).toBe(403);
  });

  test('can be neither written nor discovered through its mentions by a vendor', async () => {
    const refused = await write(vendor, 'Secret', { internal: true });
    expect([refused.status, refused.body.errors]).toEqual([422, { internal: messages.internal }]);
    const hidden = await write(admin, 'For us', { internal: true, mentions: await memberOf(vendor) });
    expect([hidden.status, hidden.body.errors]).toEqual([422, { mentions: messages.unknown }]);
    await write(admin, 'For us', { internal: true });
    // The vendor does not learn the name of a user who wrote only internal comments.
    expect((await people(vendor)).body).toEqual([]);
  });

  test('notifies only users of the buyer', async () => {
    const colleague = await newMember(api, admin, 'accounts');
    await write(vendor, 'When is it paid?');
    await api.ctx.db.execute(sql`delete from notices`);
    await api.ctx.db.execute(sql`delete from mails`);
    await write(admin, 'Hold it', { internal: true, mentions: await memberOf(colleague) });
    const told = await api.ctx.db.rows<{ id: string }>(sql`
      select member.user_id::text as id from notices join memberships member on member.id = member_id
      union all select user_id::text from mails where kind = 'comments'`);
    expect(new Set(told.map(({ id }) => id))).toEqual(new Set([colleague.user.id]));
  });
});

describe('the notification of a comment', () => {
  const noticed = async (who: Caller) =>
    (await who.get('/api/notices')).body.notices.map(({ title, path }: { title: string; path: string }) => [title, path]);

  test('goes once to the other side, mentioned users and earlier writers, with a link to the document', async () => {
    const [clerk, mate, silent] = [
      await newMember(api, admin, 'accounts'),
      await newMember(api, vendor, 'billing'),
      await newMember(api, vendor, 'reader'),
    ];
    const number = (await api.ctx.db.one<{ n: string }>(sql`select number as n from invoices where id = ${invoice}`)).n;
    const path = `/documents/invoice/${invoice}`;
    await write(clerk, 'Please correct line 4.', { mentions: await memberOf(mate) });
    expect(await noticed(mate)).toEqual([[`You were mentioned in a comment on invoice ${number}`, path]]);
    expect(await noticed(vendor)).toContainEqual([`New comment on invoice ${number}`, path]);
    expect(await noticed(silent)).toEqual([]);
    await write(vendor, 'Corrected.', { mentions: await memberOf(mate) });
    expect(await noticed(clerk)).toContainEqual([`New comment on invoice ${number}`, path]);
    expect(await noticed(mate)).toHaveLength(2);
    await api.ctx.mail.flush({ evenGathering: true });
    const mails = (await api.visitor.get('/api/outbox')).body as { to: string; subject: string; text: string }[];
    const mail = mails.find(({ to, subject }) => to === vendor.user.email && subject === `New comment on invoice ${number}`);
    expect(mail?.text).toContain(`${api.ctx.settings.publicUrl}${path}`);
    // E-mail can be read in transit, so the text is only in the portal.
    expect(mail?.text).not.toContain('line 4');
  });

  test('goes to a vendor’s own users and those buyer users who wrote to it, if a vendor mentions them', async () => {
    const mate = await newMember(api, vendor, 'billing');
    const names = async (by: Caller) => (await people(by)).body.map(({ _id }: { _id: string }) => _id);
    expect(await names(vendor)).toContain(await memberOf(mate));
    expect(await names(vendor)).not.toContain(await memberOf(admin));
    expect(await names(admin)).toContain(await memberOf(mate));
    const early = await write(vendor, 'Hello', { mentions: await memberOf(admin) });
    expect([early.status, early.body.errors]).toEqual([422, { mentions: messages.unknown }]);
    expect((await write(vendor, 'Hello', { mentions: await memberOf(other) })).status).toBe(422);
    await write(admin, 'Hello from us');
    expect((await write(vendor, 'Hello again', { mentions: await memberOf(admin) })).body.data.mentioned).toEqual(['Meera Krishnan']);
    expect((await people(other)).status).toBe(404);
    expect((await write(vendor, 'x', { mentions: "1,2') or true" })).status).toBe(422);
  });
});

describe('attachments', () => {
  test('are checked by their content, and pictures are encoded again', async () => {
    const sent = await write(
      vendor,
      'Both',
      {},
      { file1: { name: 'bag.png', content: await picture() }, file2: { name: 'slip.pdf', content: PDF } },
    );
    expect(sent.body.data.attachments.map(({ name, mediaType }: { name: string; mediaType: string }) => [name, mediaType])).toEqual([
      ['bag.jpg', 'image/jpeg'],
      ['slip.pdf', 'application/pdf'],
    ]);
    const script = await write(vendor, 'x', {}, { file1: { name: 'a.jpg', content: Buffer.from('<svg><script>alert(1)</script></svg>') } });
    expect([script.status, script.body.errors.file1]).toEqual([
      415,
      expect.stringMatching(/^Choose a PDF, PNG, JPEG, WebP or HEIC file\..*despite its name/),
    ]);
    const cut = await write(vendor, 'x', {}, { file1: { name: 'a.pdf', content: Buffer.from('%PDF-1.4 cut') } });
    expect(cut.status).toBe(422);
    const large = await write(vendor, 'x', {}, { file1: { name: 'a.pdf', content: Buffer.alloc(6 * 1024 * 1024) } });
    expect(large.status).toBe(413);
    // None of these calls left a comment.
    expect(await texts(vendor)).toEqual(['Both']);
  });

  test(`are at most ${ATTACHMENTS_MAX}, and a repeat with the same key writes once`, async () => {
    const content = await picture();
    const files = Object.fromEntries(
      Array.from({ length: ATTACHMENTS_MAX }, (_, place) => [`file${place + 1}`, { name: 'a.jpg', content }]),
    );
    const keyed = () =>
      vendor.send('POST', '/api/comments/create', { ...about(), text: 'Five' }, files, { 'idempotency-key': `c-${invoice}` });
    expect(statusesOf([await keyed(), await keyed()])).toEqual([200, 200]);
    expect((await read(vendor)).body.comments).toMatchObject([{ text: 'Five' }]);
  });
});

describe('deleting a comment', () => {
  const remove = (by: Caller, id: string) => by.delete(`/api/comments/delete/${id}`);

  test('is possible for its author within minutes, and leaves a placeholder', async () => {
    const { _id } = (await write(vendor, 'Wrong invoice', {}, { file1: { name: 'a.jpg', content: await picture() } })).body.data;
    const mate = await newMember(api, vendor, 'billing');
    for (const another of [mate, admin]) expect((await remove(another, _id)).body.message).toBe(messages.notYours);
    expect((await remove(other, _id)).status).toBe(404);
    const removed = await remove(vendor, _id);
    expect([removed.status, removed.body.data]).toEqual([
      200,
      expect.objectContaining({ text: '', attachments: [], isDeleted: true, deletableUntil: null }),
    ]);
    expect((await remove(vendor, _id)).body.message).toBe(messages.gone);
    expect((await read(admin)).body.comments).toMatchObject([{ isDeleted: true, author: 'Asha Patil', text: '' }]);
    expect((await remove(vendor, 'nothing')).status).toBe(404);
  });

  test('is rejected afterwards', async () => {
    const { _id } = (await write(vendor, 'Old')).body.data;
    await api.ctx.db.execute(sql`update comments set created_at = created_at - interval '16 minutes' where id = ${_id}`);
    const late = await remove(vendor, _id);
    expect([late.status, late.body.message]).toEqual([409, messages.tooLate]);
    expect((await read(vendor)).body.comments).toMatchObject([{ text: 'Old', deletableUntil: null }]);
  });
});

test('readers and auditors can read comments and write none', async () => {
  for (const [inviter, role] of [
    [vendor, 'reader'],
    [admin, 'auditor'],
  ] as const) {
    const member = await newMember(api, inviter, role);
    expect((await read(member)).status).toBe(200);
    expect((await write(member, 'Hello')).status).toBe(403);
  }
});

test('each comment is in the audit log, visible only to the buyer', async () => {
  const { _id } = (await write(vendor, 'When is it paid?')).body.data;
  await vendor.delete(`/api/comments/delete/${_id}`);
  const { body } = await admin.get('/api/audit/get', { entity: 'comment', entityId: _id });
  expect(body).toMatchObject([
    { action: 'comment.delete', before: { documentKind: 'invoice', documentId: invoice, text: 'When is it paid?' } },
    { action: 'comment.create', actor: 'Asha Patil', ownerId: vendor.user.id },
  ]);
  const { number } = await api.ctx.db.one<{ number: string }>(sql`select number from invoices where id = ${invoice}`);
  expect(body.map(({ recordName }: { recordName: string }) => recordName)).toEqual([number, number]);
  expect((await vendor.get(`/api/audit/history/${_id}`, { entity: 'comment' })).status).toBe(422);
});

test('an API key can read and write comments on documents that it can read, and on nothing else', async () => {
  const keyOf = async (scopes: string[]) => {
    const made = await vendor.post('/api/keys', { name: `K${api.serial()}`, scopes, days: 1, passWord: vendor.user.password });
    return new Caller(api.app, made.body.key);
  };
  const whole = await keyOf(['comments:write', 'invoices:read']);
  expect((await write(whole, 'From our system')).status).toBe(200);
  expect(await texts(whole)).toEqual(['From our system']);
  const narrow = await keyOf(['comments:write', 'orders:read']);
  expect([(await read(narrow)).status, (await write(narrow, 'x')).status]).toEqual([403, 403]);
  expect((await write(await keyOf(['comments:read', 'invoices:read']), 'x')).status).toBe(403);
  expect((await read(await keyOf(['invoices:write']))).status).toBe(403);
  // No key can read comments about a company itself.
  expect((await whole.get('/api/comments/get', { documentKind: 'vendor', documentId: vendor.user.id })).status).toBe(403);
});

test('a user who acts for a colleague writes with the delegated right, and the log says so', async () => {
  const [away, mate] = [await newMember(api, vendor, 'billing'), await newMember(api, vendor, 'reader')];
  expect((await write(mate, 'Hello')).status).toBe(403);
  await api.ctx.db.execute(sql`
    insert into delegations (from_membership, to_membership, from_day, to_day)
    values (${await memberOf(away)}, ${await memberOf(mate)}, current_date - 1, current_date + 1)`);
  const sent = await write(await api.signIn(mate.user), 'Hello');
  expect(sent.status).toBe(200);
  const entry = await api.ctx.db.one<{ for: string[] }>(sql`
    select acting_for::text[] as for from audit_log where entity = 'comment' and entity_id = ${sent.body.data._id}`);
  expect(entry.for).toEqual([away.user.id]);
});

describe('the limits of comments', () => {
  let limited: Api;
  beforeAll(async () => {
    limited = await startApi({ rateLimits: true });
  });
  afterAll(() => limited.close());

  test('stop a company that has used its share of a day, but no other company', async () => {
    const [one, two] = [await limited.newVendor(), await limited.newVendor()];
    const post = (who: Caller) => who.post('/api/comments/create', { documentKind: 'vendor', documentId: who.user.id, text: 'Hello' });
    expect((await post(one)).status).toBe(200);
    await limited.ctx.db.execute(sql`update rate_limits set count = 500 where key like 'comments %'`);
    expect([(await post(one)).status, (await post(two)).status]).toEqual([429, 200]);
  });
});
