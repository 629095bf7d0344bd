// Why so long: a right request for every operation of the contract.
import type { MemoKind } from '@aapurti/contract/memos/memos';
import type { Operation } from '@aapurti/contract/ground/operation';
import sharp from 'sharp';
import sql from 'sql-template-tag';

import {
  actAs,
  makeDispatchNote,
  makeInvoice,
  makeMemo,
  makePayment,
  makeOrder as makeNewOrder,
  makeProduct,
  makeScheme,
  orderLineOf,
} from '../src/demo/factories.ts';
import { hashToken } from '../src/sign-in/sessions.ts';
import { unsubscribeUrl } from '../src/mail/switches.ts';
import { sealSecret } from '../src/integration/sending.ts';
import { newSecret } from '../src/integration/signature.ts';
import type { Answer, Api, Caller } from './api.ts';
import { type FormFiles, papers, registration } from './forms.ts';
import { addItem } from './items.ts';
import { newMember } from './members.ts';
import { setUp } from './secondFactor.ts';
import { workbookOf } from './workbook.ts';

/** An order from before what arrives of it. */
const makeOrder: typeof makeNewOrder = (ctx, ownerId, number, more) =>
  makeNewOrder(ctx, ownerId, number, { orderedOn: '2026-01-01', ...more });

export interface Ask {
  /** The value that stands in the path's braces. */
  id?: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  files?: FormFiles;
}

export async function ask(caller: Caller, { method, path, files }: Operation, given: Ask): Promise<Answer> {
  const url = path.replace(/\{\w+\}/, given.id ?? '');
  const more = given.query === undefined ? {} : { query: given.query };
  if (files.length > 0) return caller.send(method === 'PUT' ? 'PUT' : 'POST', url, given.body ?? {}, given.files);
  return caller.ask(method, url, given.body === undefined ? more : { ...more, payload: given.body });
}

const EAN = '8901030516320';

/**
 * The right requests: for every operation, by its id, one that is right in itself; about the vendor's record where it is about one. What is
 * to be unique is anew with each.
 */
export async function rightRequests(api: Api, vendor: Caller): Promise<Record<string, () => Ask>> {
  await addItem(api.ctx, { ean: EAN, name: 'Basmati Rice 1 kg' });
  await addItem(api.ctx, { ean: '96385074', name: 'Sooji 500 g' });
  const acting = await actAs(api.ctx, vendor.user.id);
  const scheme = (await makeScheme(api.ctx, acting, EAN))._id;
  // The schemes for those who may delete one: an own one each.
  const doomed = await Promise.all(Array.from({ length: 24 }, async () => (await makeScheme(api.ctx, acting, EAN))._id));
  const product = (await makeProduct(api.ctx, acting, EAN))._id;
  const waiting = (await makeProduct(api.ctx, acting, '96385074'))._id;
  const memo = {
    debit: await makeMemo(api.ctx, acting, 'debit', { amount: '' }),
    credit: await makeMemo(api.ctx, acting, 'credit', { amount: '' }),
  };
  const doomedMemos = async (kind: MemoKind) =>
    Promise.all(doomed.map(async () => (await makeMemo(api.ctx, acting, kind, { amount: '' }))._id));
  const doomedDebits = await doomedMemos('debit');
  const doomedCredits = await doomedMemos('credit');
  const openDebits = [await doomedMemos('debit'), await doomedMemos('debit')] as const;
  // The buyer issued them: they wait for another person there.
  const clerk = await api.newAdmin();
  const concession = async () => {
    const body = { userID: vendor.user.id, productName: 'Rice', amount: 1 };
    return String((await clerk.post('/api/creditMemo/AddUserCreditMemo', body)).body.data._id);
  };
  const openCredits = [await Promise.all(doomed.map(concession)), await Promise.all(doomed.map(concession))] as const;
  const invoice = await makeInvoice(api.ctx, acting, '4001');
  const spare: string[] = [];
  for (let serial = 0; serial < 40; serial += 1) spare.push((await makeInvoice(api.ctx, acting, `7000${serial}`))._id);
  const reversible: string[] = [];
  const paidInvoice = await makeInvoice(api.ctx, acting, '4003');
  for (let serial = 0; serial < 40; serial += 1) reversible.push((await makePayment(api.ctx, acting, '4003', { amount: '1' }))._id);
  const note = await makeDispatchNote(api.ctx, acting, 'DC/4001');
  const doomedNotes = await Promise.all(
    doomed.map(async (_, index) => (await makeDispatchNote(api.ctx, acting, `DC/${7000 + index}`))._id),
  );
  await api.ctx.db.execute(sql`delete from sessions where id = ${acting.sessionId}`);
  const registered = await api.newVendor({ isActive: false });
  const endedOrder = await makeOrder(api.ctx, vendor.user.id, 'PO/closed');
  const doomedOrder = await makeOrder(api.ctx, vendor.user.id, 'PO/cancelled');
  const open: string[] = [];
  for (let serial = 0; serial < 24; serial += 1) open.push(await makeOrder(api.ctx, vendor.user.id, `PO/${serial}`));
  const [printed = ''] = open;
  const toAnswer: string[] = [];
  for (let serial = 0; serial < 24; serial += 1) toAnswer.push(await makeOrder(api.ctx, vendor.user.id, `PO/answer/${serial}`));
  const proposed: string[] = [];
  for (let serial = 0; serial < 48; serial += 1) proposed.push(await proposedOrder(api, vendor, `PO/proposed/${serial}`));
  const goods = { kind: 'challan', lines: [{ orderId: printed, line: 1, quantity: '0.001' }] };
  const carrying = async (place: number, state: string) => {
    const made = (await vendor.post('/api/desPatchNote/create', { DCNumber: `DC/${state}/${place}` })).body.data;
    await vendor.put(`/api/dispatchGoods/save/${made._id}`, goods);
    await api.ctx.db.execute(sql`update dispatch_goods set state = ${state} where note_id = ${made._id}`);
    return made._id as string;
  };
  const shelf = (
    await api.ctx.db.rows<{ id: string }>(sql`
      insert into shelf_lives (category, days) select 'Category ' || place, 0 from generate_series(1, 24) place returning id::text`)
  ).map(({ id }) => id);
  const loaded = await carrying(0, 'ready');
  const dear = await makeOrder(api.ctx, vendor.user.id, 'PO/dear', { lines: [orderLineOf({ quantity: '10', unitPrice: '90000' })] });
  const billed = (await vendor.post('/api/desPatchNote/create', { DCNumber: 'DC/billed', VehicleNumber: 'MH12AB1234' })).body.data._id;
  const shipTo = { shipToAddress: 'Gate 3', shipToPlace: 'Bhiwandi', shipToPin: '421302', shipToState: '27' };
  await vendor.put(`/api/dispatchGoods/save/${billed}`, { ...goods, ...shipTo, lines: [{ orderId: dear, line: 1, quantity: 1 }] });
  await api.ctx.db.execute(sql`update dispatch_goods set state = 'ready' where note_id = ${billed}`);
  const drafts: string[] = [];
  const onTheWay: string[] = [];
  for (let serial = 1; serial < 25; serial += 1) {
    drafts.push(await carrying(serial, 'draft'));
    onTheWay.push(await carrying(serial, 'left'));
  }
  const delivered = await makeOrder(api.ctx, vendor.user.id, 'PO/delivered', { lines: [orderLineOf({ quantity: '1000' })] });
  const arrived: string[] = [];
  const receiver = await api.newAdmin();
  for (let serial = 0; serial < 40; serial += 1) arrived.push(await receiptOf(receiver, delivered, `GRN/${serial}`));
  const photographed = (
    await api.ctx.db.rows<{ id: string }>(sql`
      with kept as (
        insert into files (id, vendor_id, kind, media_type, original_name, bytes)
        select gen_random_uuid(), ${vendor.user.id}, 'receipt', 'image/jpeg', 'p.jpg', 1 from generate_series(1, 40) returning id)
      insert into receipt_photos (receipt_id, file_id) select ${arrived[0]}, id from kept returning id::text`)
  ).map(({ id }) => id);
  const written = (
    await api.ctx.db.rows<{ id: string }>(sql`
      insert into comments (vendor_id, kind, invoice_id, by_buyer, internal, author_id, company, body)
      select ${vendor.user.id}, 'invoice', ${invoice._id}, false, false, ${vendor.user.id}, '', 'Hello' from generate_series(1, 40) returning id::text`)
  ).map(({ id }) => id);
  let pictures = 0;
  const different: string[] = [];
  for (let serial = 0; serial < 48; serial += 1) different.push(await differingInvoice(vendor, printed, `8000${serial}`));
  // The supplier is a vendor of its own, whose invoices nothing else compares anew.
  const supplier = await api.newVendor();
  const agreed: string[] = [];
  const whole = await makeOrder(api.ctx, supplier.user.id, 'PO/agreed', {
    lines: [orderLineOf({ quantity: '40', receivedQuantity: '40', unitPrice: '50', rate: null, hsnCode: null })],
  });
  const one = { invoiceValue: 50, lines: [{ orderId: whole, line: 1, quantity: 1 }] };
  for (let serial = 0; serial < 40; serial += 1) {
    agreed.push((await supplier.post('/api/invoice/create', { ...one, invoiceNumber: String(8100 + serial) })).body.data._id);
  }
  const toReport = (await supplier.post('/api/invoice/create', { invoiceNumber: '8999', invoiceValue: 100 })).body.data._id as string;
  const reported = (
    await api.ctx.db.rows<{ id: string }>(sql`
      insert into reported_payments (vendor_id, invoice_id, amount, mode, reported_by)
      select ${supplier.user.id}, ${toReport}, 0.01, 'online', ${supplier.user.id} from generate_series(1, 160) returning id::text`)
  ).map(({ id }) => id);
  const creditor = await api.newVendor();
  const toSettle = (await creditor.post('/api/invoice/create', { invoiceNumber: '8998', invoiceValue: 100 })).body.data._id as string;
  const advance = (
    await api.ctx.db.one<{ id: string }>(sql`
      insert into payments (vendor_id, amount, mode, paid_on) values (${creditor.user.id}, 50, 'online', current_date) returning id::text`)
  ).id;
  const toAdvance = await makeOrder(api.ctx, creditor.user.id, 'ADV/1');
  // One opening balance each.
  const newcomers = (
    await api.ctx.db.rows<{ id: string }>(sql`
      insert into vendors (code, legal_name, address_line1, address_line2, postal_code, country_id, state, city)
      select 700000 + n, 'Newcomer ' || n, 'Plot 4', 'Market Road', '411037', '101', 'Maharashtra', 'Pune' from generate_series(1, 160) n returning id::text`)
  ).map(({ id }) => id);
  await api.ctx.db.execute(sql`
    insert into users (id, email, mobile_number, first_name, last_name, is_active)
    select id, 'newcomer' || place || '@example.org', (6100000000 + place)::text, 'New', 'Comer', true
    from unnest(${newcomers}::bigint[]) with ordinality named (id, place)`);
  const openings = async (status: 'open' | 'accepted') =>
    (
      await api.ctx.db.rows<{ id: string }>(sql`
        insert into opening_balances (vendor_id, amount, day, reason, status, counted_on)
        select id, 100, '2026-03-31', 'Old ledger', ${status}, case ${status}::text when 'accepted' then date '2026-03-31' end
        from unnest(${newcomers.splice(0, 40)}::bigint[]) id returning id::text`)
    ).map(({ id }) => id);
  const [waitingOpenings, acceptedOpenings] = [await openings('open'), await openings('accepted')];
  /** Weaker controls that somebody else asked for. */
  const weaker = await api.ctx.db.one<{ at: string }>(sql`
    update portal_settings set waiting_controls = '{"bankWaitHours": 1}', waiting_controls_by = array[${supplier.user.id}::bigint],
      waiting_controls_at = clock_timestamp()
    returning to_json(waiting_controls_at) #>> '{}' as at`);
  const tolerances = (
    await api.ctx.db.rows<{ id: string }>(sql`
      insert into match_tolerances (category, valid_from, quantity, price, price_amount)
      select 'Category ' || n, current_date, 1, 1, 1 from generate_series(1, 40) n
      returning id::text`)
  ).map(({ id }) => id);
  const idps = (
    await api.ctx.db.rows<{ id: string }>(sql`
      insert into idps (name, issuer, client_id, saved_by) select 'Provider ' || n, 'http://127.0.0.1:9', 'client ' || n, ${vendor.user.id}
      from generate_series(1, 40) n returning id::text`)
  ).map(({ id }) => id);
  const [idp = ''] = idps;
  const linkedUsers = (
    await api.ctx.db.rows<{ id: string }>(sql`
      with people as (
        insert into users (email, mobile_number, first_name, last_name, is_active, company_id)
        select 'linked' || n || '@example.org', (6000000000 + n)::text, 'Linked', 'Person', true, ${vendor.user.id} from generate_series(1, 24) n
        returning id)
      insert into identities (idp_id, subject, user_id) select ${idp}, id::text, id from people returning user_id::text as id`)
  ).map(({ id }) => id);
  let clients = 0;
  const provider = { name: 'Provider', issuer: 'https://login.example', required: false, trustMfa: false };
  const returned = { body: { state: 'made up', secret: 'made up' } };
  const logo = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const code = Number((await api.ctx.db.first<{ code: number }>(sql`select code from vendors where id = ${vendor.user.id}`))?.code);
  const csv = (text: string) => ({ files: { file: { name: 'rows.csv', content: Buffer.from(text) } } });
  const orderRows = csv(`Vendor Code,PO Number,PO Date,EAN Code,Quantity,Price\n${code},SHEET/1,01-11-2026,${EAN},10,5\n`);
  const answerRows = await workbookOf([
    ['PO Number', 'Line', 'Confirmation'],
    ['PO/unanswered', 1, null],
  ]);
  await makeOrder(api.ctx, vendor.user.id, 'PO/unanswered');
  const billRows = await workbookOf([
    ['Invoice Number', 'Item Name', 'Quantity', 'Price'],
    ['6001', 'Freight', 1, 50],
  ]);
  const noteRows = await workbookOf([
    ['DC Number', 'PO Number', 'Line', 'Quantity'],
    ['DC/sheet', 'PO/unanswered', 1, 1],
  ]);
  const receiptRows = csv(`Vendor Code,PO Number,EAN Code,Receipt Number,Receipt Date,Quantity\n${code},PO/0,${EAN},G1,02-11-2026,1\n`);
  const returnRows = csv(
    `Vendor Code,Return Number,Product Name,Quantity Purchased,Quantity Returned\n${code},R1,Basmati Rice 1 kg,10,1\n`,
  );
  const paymentRows = csv(`Vendor Code,Payment Reference,Payment Date,Amount\n${code},UTR 1,02-11-2026,1\n`);
  let newcomer = 700_160;
  /** One more vendor each time. */
  const openingRows = () => {
    const row = `${newcomer},100,31-03-2026,Old ledger`;
    newcomer -= 1;
    return csv(`Vendor Code,Amount,Date,Reason\n${row}\n`);
  };
  const rateRows = csv('HSN,Rate,Valid From\n9403,18,22-09-2025\n');
  const [rate = '', ...doomedRates] = (
    await api.ctx.db.rows<{ id: string }>(sql`
      insert into gst_rates (hsn_prefix, rate, valid_from) select (8400 + n)::text, 18, date '2025-09-22' from generate_series(1, 9) n
      returning id::text`)
  ).map(({ id }) => id);
  let year = 2100;
  /** The registration is of a year of its own, since days may not overlap. */
  const unregistered = () => {
    year += 1;
    const [legalName, address, postalCode, stateCode] = ['Mill', 'Plot 4', '411037', '27'];
    return { kind: 'unregistered', legalName, address, postalCode, stateCode, validFrom: `${year}-04-01`, validTo: `${year}-04-30` };
  };
  const made = await api.ctx.db.rows<{ id: string }>(sql`
    insert into registrations (vendor_id, kind, legal_name, address, postal_code, state_code, valid_from, valid_to)
    select ${vendor.user.id}, 'unregistered', 'Mill', 'Plot 4', '411037', '27', day, day
    from (select date '2090-01-01' + n as day from generate_series(1, 40) n) days returning id::text`);
  const [ownRegistration = '', ...doomedRegistrations] = made.map(({ id }) => id);
  const [site = '', ...doomedSites] = (
    await api.ctx.db.rows<{ id: string }>(sql`
      insert into buyer_sites (name, address, postal_code) select 'Depot ' || n, 'Plot 4', '411037' from generate_series(1, 40) n
      returning id::text`)
  ).map(({ id }) => id);
  const typed = () => ({ poNumber: `T/${api.serial()}`, poDate: '2026-11-02', lines: [{ EANCode: EAN, quantity: 1, price: 10 }] });
  const views = (
    await api.ctx.db.rows<{ id: string }>(sql`
      insert into list_views (user_id, list, name, shared, query) select ${vendor.user.id}, 'invoice.list', 'View ' || n, true, ''
      from generate_series(1, 24) n returning id::text`)
  ).map(({ id }) => id);
  const bare = () => ({});
  const sheet = Buffer.from('EAN Code,Item Code,Item Name\n8901030516337,R2,Rice 2 kg\n');
  const invoiceSheet = await workbookOf([
    ['Invoice Number', 'Invoice Value'],
    ['990001', 118],
  ]);
  const unsubscribeToken = (await unsubscribeUrl(api.ctx.db, 'http://x', vendor.user.id, 'orders')).split('/').at(-1) ?? '';
  const products = await workbookOf([
    ['EAN Code', 'Shelf Life in Days', 'Quantity', 'MRP', 'Percentage'],
    [EAN, 9, 1, 100, 10],
  ]);
  const careful = await api.newVendor();
  const { codes } = await setUp(careful);
  const challenges: string[] = [];
  for (const _ of codes) {
    const { body } = await api.visitor.post('/api/auth/login', { email: careful.user.email, passWord: careful.user.password });
    challenges.push((body as { challenge: string }).challenge);
  }
  const withoutDevice = await api.newVendor();
  await setUp(withoutDevice);
  const [theirs, others] = [await askForAccount(api, vendor.user.id), await askForAccount(api, withoutDevice.user.id)];
  const secrets = await Promise.all(
    Array.from({ length: 24 }, async () => emailSecret(api, (await newMember(api, vendor, 'reader')).user.id)),
  );
  await api.ctx.db.execute(
    sql`insert into buyer_suppliers (source, external_id, name) values ('embedded', 'S-1', 'Mill') on conflict do nothing`,
  );
  const people = await peopleOf(api, vendor);
  const lost = await api.signIn(vendor.user);
  const [lostSession] = (await lost.get('/api/auth/sessions')).body as { _id: string }[];
  return {
    'auth.login': () => ({ body: { email: vendor.user.email, passWord: vendor.user.password } }),
    'auth.login.code': () => ({ body: { challenge: challenges.pop(), code: codes.pop() } }),
    'security.get': () => ({ id: vendor.user.id }),
    'secondFactor.start': () => ({ body: { passWord: vendor.user.password } }),
    'secondFactor.confirm': () => ({ body: { code: '000000' } }),
    'secondFactor.newCodes': () => ({ body: { passWord: vendor.user.password, code: '000000' } }),
    'secondFactor.off': () => ({ body: { passWord: vendor.user.password, code: '000000' } }),
    'secondFactor.reset': () => ({ id: withoutDevice.user.id }),
    'provider.list': bare,
    'provider.create': () => ({ body: { ...provider, clientId: `new client ${(clients += 1)}` } }),
    'provider.edit': () => ({ id: idp, body: { name: 'Another name' } }),
    'provider.remove': () => ({ id: idps.pop() ?? '' }),
    'provider.check': () => ({ id: idp }),
    'auth.provider.start': () => ({ body: { email: 'somebody@nowhere.example' } }),
    'auth.provider.finish': () => returned,
    'auth.provider.links': bare,
    // The provider does not exist: one that is there is asked for its description.
    'auth.provider.startLink': () => ({ id: '99999', body: { passWord: vendor.user.password } }),
    'auth.provider.finishLink': () => returned,
    'auth.provider.startConfirm': bare,
    'auth.provider.finishConfirm': () => returned,
    'auth.provider.unlink': () => ({ id: idp }),
    'auth.provider.unlinkUser': () => ({ id: linkedUsers.pop() ?? '' }),
    'auth.provider.startInvitation': () => ({ body: { provider: idp, invitation: 'made up' } }),
    'auth.provider.finishInvitation': () => returned,
    'session.signIns': bare,
    'session.list': bare,
    'session.end': () => ({ id: lostSession?._id ?? '' }),
    'session.endAll': bare,
    'session.endOf': () => ({ id: withoutDevice.user.id }),
    'identity.requests': bare,
    'identity.decide': () => ({ id: others._id, body: { approve: true, updatedAt: others.updatedAt } }),
    'identity.withdraw': () => ({ id: theirs._id }),
    'identity.confirmEmail': () => ({ body: { secret: secrets.pop() ?? '' } }),
    'identity.keepEmail': bare,
    'identity.matches': bare,
    'identity.decideMatch': () => ({
      body: { source: 'embedded', externalId: 'S-1', vendorId: withoutDevice.user.id, link: false, updatedAt: '' },
    }),
    'identity.waiting': bare,
    'key.list': () => ({ query: { userID: vendor.user.id } }),
    'key.create': () => ({ body: { name: 'ERP', scopes: ['orders:read'], days: 30, passWord: vendor.user.password } }),
    'key.replace': () => ({ id: people.key, body: { passWord: vendor.user.password } }),
    'key.revoke': () => ({ id: people.keys.pop() ?? '' }),
    'webhook.list': () => ({ query: { userID: vendor.user.id } }),
    'webhook.create': () => ({ body: { url: 'https://erp.example.com/hooks', events: ['invoice'] } }),
    'webhook.edit': () => ({ id: people.webhook, body: { url: 'https://127-0-0-1.invalid/hooks', events: ['order'], on: true } }),
    'webhook.rotate': () => ({ id: people.webhook }),
    'webhook.remove': () => ({ id: people.webhooks.pop() ?? '' }),
    'webhook.test': () => ({ id: people.webhook }),
    'webhook.deliveries': () => ({ id: people.webhook }),
    'webhook.replay': () => ({ id: people.webhook }),
    'change.list': () => ({ query: { userID: vendor.user.id, limit: '5' } }),
    'member.list': () => ({ query: { userID: vendor.user.id } }),
    'member.edit': () => ({ id: people.colleague, body: { role: 'orders' } }),
    'member.remove': () => ({ id: people.leaving.pop() ?? '' }),
    'invitation.create': () => ({ body: { email: `new${api.serial()}@example.org`, role: 'reader', userID: vendor.user.id } }),
    'invitation.resend': () => ({ id: people.invitation }),
    'invitation.withdraw': () => ({ id: people.invitations.pop() ?? '' }),
    'delegation.create': () => ({ body: { from: people.colleague, to: people.own, fromDay: '2090-01-01', toDay: '2090-01-02' } }),
    'delegation.end': () => ({ id: people.delegations.pop() ?? '' }),
    'leave.list': bare,
    'leave.create': () => ({ body: { to: people.colleague, fromDay: '2090-01-01', toDay: '2090-01-02' } }),
    'leave.end': () => ({ id: people.ownDelegations.pop() ?? '' }),
    'invitation.get': () => ({ body: { secret: people.secret } }),
    'invitation.accept': () => ({
      body: {
        secret: people.secrets.pop() ?? '',
        firstName: 'Meera',
        lastName: 'Shah',
        mobileNumber: String(6_000_000_000 + api.serial()),
        passWord: 'of a new person',
      },
    }),
    'company.list': bare,
    'company.enter': () => ({ id: people.own }),
    'auth.login.company': () => ({ body: people.choices.pop() ?? {} }),
    'auth.logout': bare,
    'auth.create': () => ({ body: registration(api.serial()), files: papers() }),
    'auth.createUser': () => ({ body: { vendor_name: 'Mill', vendor_Code: 7 } }),
    'auth.getCountDetail': bare,
    'dashboard.overview': bare,
    'dashboard.views': () => ({ query: { list: 'invoice.list' } }),
    'dashboard.waiting': bare,
    'auth.getAllUser': bare,
    'auth.user.list': bare,
    'auth.user.get': () => ({ id: vendor.user.id }),
    'auth.edit': () => ({ id: vendor.user.id, body: { city: 'Nashik' } }),
    'auth.sendBack': () => ({ id: registered.user.id, body: { reason: 'No stamp' } }),
    'auth.getCountry': bare,
    'auth.getState': () => ({ id: 'IN' }),
    'auth.syncCall': bare,
    'auth.forgetPassword': () => ({ body: { email: vendor.user.email } }),
    'captcha.challenge': bare,
    'audit.list': bare,
    'audit.export': () => ({ query: { userID: vendor.user.id } }),
    'audit.history': () => ({ id: product, query: { entity: 'product' } }),
    'audit.unseen': bare,
    'audit.seen': () => ({ body: { _id: '1' } }),
    'product.list': () => ({ query: { userID: vendor.user.id } }),
    'product.byEan': () => ({ id: EAN }),
    'product.save': () => ({
      body: { EANCode: EAN, shelfLifeDays: 9, quantity: 1, MRP: 100, percentage: 10, margin: 10, sellingPrice: 90 },
    }),
    'product.review': bare,
    'product.refusePrices': () => ({ body: { productIdList: [waiting], reason: 'Above the market.' } }),
    'product.changeStatusPriceApproval': () => ({ body: { productIdList: [product], priceApproval: true } }),
    'product.template': bare,
    'product.export': () => ({ query: { userID: vendor.user.id } }),
    'product.upload': () => ({ files: { file: { name: 'products.xlsx', content: products } } }),
    'product.mark': () => ({ files: { file: { name: 'products.xlsx', content: products } } }),
    'scheme.list': () => ({ query: { userID: vendor.user.id } }),
    'scheme.get': () => ({ id: scheme }),
    'scheme.byEan': () => ({ id: EAN, query: { userID: vendor.user.id } }),
    'scheme.create': () => ({ body: { schemaName: 'Holi', EANCode: EAN } }),
    'scheme.edit': () => ({ id: scheme, body: { schemaName: 'Pongal' } }),
    'scheme.delete': () => ({ id: doomed.pop() ?? '' }),
    'scheme.maxNumber': bare,
    'debitMemo.list': () => ({ query: { userID: vendor.user.id } }),
    'debitMemo.get': () => ({ id: memo.debit._id }),
    'debitMemo.create': () => ({ body: { productName: 'Rice', itemQuantity: 1, unitPrice: 100, taxRate: 5, amount: 105 } }),
    'debitMemo.edit': () => ({ id: memo.debit._id, body: { productName: 'Rice', unitPrice: 106 } }),
    'debitMemo.remove': () => ({ id: doomedDebits.pop() ?? '' }),
    'debitMemo.accept': () => ({ id: openDebits[0].pop() ?? '' }),
    'debitMemo.reverse': () => ({ id: openDebits[1].pop() ?? '', body: { reason: 'Entered twice' } }),
    'creditMemo.list': () => ({ query: { userID: vendor.user.id } }),
    'creditMemo.get': () => ({ id: memo.credit._id }),
    'creditMemo.create': () => ({ body: { productName: 'Rice', itemQuantity: 1, priceDifference: -5, taxRate: 5, amount: 5.25 } }),
    'creditMemo.edit': () => ({ id: memo.credit._id, body: { productName: 'Rice', unitPrice: 106 } }),
    'creditMemo.remove': () => ({ id: doomedCredits.pop() ?? '' }),
    'creditMemo.accept': () => ({ id: openCredits[0].pop() ?? '' }),
    'creditMemo.reverse': () => ({ id: openCredits[1].pop() ?? '', body: { reason: 'Entered twice' } }),
    'invoice.totals': () => ({ query: { userID: vendor.user.id } }),
    'invoice.list': () => ({ query: { userID: vendor.user.id } }),
    'invoice.get': () => ({ id: invoice._id }),
    'invoice.create': () => ({ body: { invoiceNumber: String(api.serial()), invoiceValue: 118 } }),
    'invoice.edit': () => ({ id: invoice._id, body: { PONumber: '77' } }),
    'invoice.delete': () => ({ id: spare.pop() ?? '' }),
    'invoice.numberRemark': () => ({ query: { invoiceNumber: '4001' } }),
    'invoice.propose': () => ({ query: { orderId: printed } }),
    'invoice.lines': () => ({ id: invoice._id }),
    'invoiceLine.template': bare,
    'invoiceLine.export': () => ({ query: { invoiceId: invoice._id } }),
    'invoiceLine.upload': () => ({ files: { file: { name: 'lines.xlsx', content: billRows } }, body: { userID: vendor.user.id } }),
    'invoiceLine.mark': () => ({ files: { file: { name: 'lines.xlsx', content: billRows } }, body: { userID: vendor.user.id } }),
    'invoice.match': () => ({ id: invoice._id }),
    'invoice.check': () => ({ body: { lines: [{ itemName: 'Freight', quantity: 1, unitPrice: 50 }] } }),
    'invoice.approve': () => ({ body: { invoiceIdList: [agreed.pop() ?? ''] } }),
    'invoice.release': () => ({ id: different.pop() ?? '', body: { reason: 'Agreed by telephone' } }),
    'invoice.return': () => ({
      id: different.pop() ?? '',
      body: { reason: 'Wrong price', lines: [{ line: 1, reason: 'Ordered at 100' }] },
    }),
    'einvoice.get': () => ({ query: { userID: vendor.user.id } }),
    // Each earlier than the one before.
    'einvoice.save': () => {
      const since = new Date(Date.UTC(2023, 7, 1) - api.serial() * 86_400_000).toISOString().slice(0, 10);
      return { body: { since, userID: vendor.user.id } };
    },
    'matchTolerance.list': bare,
    'matchTolerance.save': () => ({
      body: { userID: vendor.user.id, category: `C ${api.serial()}`, quantity: 1, price: 1, priceAmount: 1 },
    }),
    'matchTolerance.remove': () => ({ id: tolerances.pop() ?? '' }),
    'invoice.template': bare,
    'invoice.export': () => ({ query: { userID: vendor.user.id } }),
    'invoice.upload': () => ({ files: { file: { name: 'invoices.xlsx', content: invoiceSheet } } }),
    'invoice.mark': () => ({ files: { file: { name: 'invoices.xlsx', content: invoiceSheet } } }),
    'invoice.numbers': () => ({ query: { userID: vendor.user.id } }),
    'invoice.balance': () => ({ id: invoice.invoiceNumber, query: { userID: vendor.user.id } }),
    'payment.reported': bare,
    'payment.confirm': () => ({ id: reported.pop() ?? '' }),
    'payment.reject': () => ({ id: reported.pop() ?? '', body: { reason: 'Not paid' } }),
    'payment.outside': bare,
    'payment.create': () => ({
      body: { userID: vendor.user.id, invoiceNumber: invoice.invoiceNumber, amount: 1, paymentMode: 'online' },
    }),
    'payment.transfer': () => ({
      body: { userID: vendor.user.id, invoices: [{ invoiceId: paidInvoice._id, amount: 1 }], paymentMode: 'online' },
    }),
    'payment.advance': () => ({ body: { userID: creditor.user.id, orderId: toAdvance, amount: 0.01, paymentMode: 'online' } }),
    'payment.reverse': () => ({ id: reversible.pop() ?? '', body: { reason: 'Returned cheque' } }),
    'payment.report': bare,
    'payment.export': bare,
    'accountEntry.list': () => ({ query: { userID: vendor.user.id } }),
    'allocation.list': () => ({ query: { userID: vendor.user.id } }),
    'allocation.create': () => ({ body: { paymentId: advance, invoiceId: toSettle, amount: 0.01 } }),
    'openingBalance.list': bare,
    'openingBalance.create': () => ({ body: { userID: newcomers.pop() ?? '', amount: 100, day: '2026-03-31', reason: 'Old ledger' } }),
    'openingBalance.accept': () => ({ id: waitingOpenings.pop() ?? '' }),
    'openingBalance.reverse': () => ({ id: acceptedOpenings.pop() ?? '', body: { reason: 'Wrong ledger' } }),
    'outstanding.export': bare,
    'outstanding.carried': bare,
    'purchaseReturn.list': bare,
    'order.search': () => ({ body: { code: 'po/', userID: vendor.user.id } }),
    'order.list': () => ({ query: { userID: vendor.user.id } }),
    'order.totals': () => ({ query: { userID: vendor.user.id } }),
    'order.export': () => ({ query: { userID: vendor.user.id } }),
    'order.acknowledge': () => ({ id: open.pop() ?? '', body: { reference: 'SO-1' } }),
    'order.links': () => ({ id: printed }),
    'orderAnswer.get': () => ({ id: printed }),
    'orderAnswer.kept': () => ({ query: { userID: vendor.user.id } }),
    'orderAnswer.send': () => ({ id: toAnswer.pop() ?? '', body: { lines: [{ line: 1, decision: 'accept' }] } }),
    'orderAnswer.template': bare,
    'orderAnswer.export': () => ({ query: { userID: vendor.user.id } }),
    'orderAnswer.upload': () => ({ files: { file: { name: 'answers.xlsx', content: answerRows } } }),
    'orderAnswer.mark': () => ({ files: { file: { name: 'answers.xlsx', content: answerRows } } }),
    'orderAnswer.withdraw': () => ({ id: proposed.pop() ?? '', body: {} }),
    'orderAnswer.decide': () => ({ id: proposed.pop() ?? '', body: { lines: [{ line: 1, decision: 'agree' }] } }),
    'answerTolerance.get': bare,
    'answerTolerance.save': () => ({ body: { daysLate: 0, quantityLess: 0, quantityMore: 0, priceMore: 0 } }),
    'answerTolerance.remove': () => ({ id: vendor.user.id }),
    'dispatchNote.list': () => ({ query: { userID: vendor.user.id } }),
    'dispatchNote.get': () => ({ id: note._id }),
    'dispatchNote.create': () => ({ body: { DCNumber: `DC/${api.serial()}`, NumberOfCarton: 4 } }),
    'dispatchNote.edit': () => ({ id: note._id, body: { NumberOfCarton: 5 } }),
    'dispatchNote.delete': () => ({ id: doomedNotes.pop() ?? '' }),
    'dispatchNote.export': () => ({ query: { userID: vendor.user.id } }),
    'dispatchGoods.get': () => ({ id: loaded }),
    'dispatchGoods.open': () => ({ id: printed }),
    'dispatchGoods.save': () => ({ id: note._id, body: goods }),
    'dispatchGoods.transport': () => ({ id: loaded, body: { mode: 'road', distance: 120, vehicles: [{ number: 'HR38AB1234' }] } }),
    'dispatchGoods.move': () => ({ id: drafts.pop() ?? '', body: { move: 'ready' } }),
    'dispatchLine.template': bare,
    'dispatchLine.export': () => ({ query: { noteId: loaded } }),
    'dispatchLine.upload': () => ({ files: { file: { name: 'lines.xlsx', content: noteRows } }, body: { userID: vendor.user.id } }),
    'dispatchLine.mark': () => ({ files: { file: { name: 'lines.xlsx', content: noteRows } }, body: { userID: vendor.user.id } }),
    'receipt.list': bare,
    'receipt.get': () => ({ id: arrived[0] ?? '' }),
    'receipt.find': () => ({ query: { code: 'PO/0' } }),
    'receipt.create': () => ({
      body: { receiptNumber: `G/${api.serial()}`, receivedOn: '2026-01-02', lines: [{ orderId: delivered, line: 1, quantity: 1 }] },
    }),
    'receipt.photo': () => ({ id: arrived[1 + ((pictures += 1) % 3)] ?? '', files: { photo: { name: 'damage.png', content: logo } } }),
    'receipt.removePhoto': () => ({ id: photographed.pop() ?? '' }),
    'receipt.cancel': () => ({ id: arrived.pop() ?? '', body: { reason: 'Entered twice' } }),
    'dispatchGoods.arrive': () => ({ id: onTheWay.pop() ?? '', body: { arrivedOn: '2026-01-02' } }),
    'ewayBill.check': () => ({ body: { noteIds: [billed] } }),
    'ewayBill.file': () => ({ body: { noteIds: [billed] } }),
    'ewayBill.result': () => ({ body: { text: `docNo,ewbNo\nDC/ready/0,${381_009_290_312 + api.serial()}` } }),
    'shelfLife.list': bare,
    'shelfLife.save': () => ({ body: { category: 'Dairy', days: 90 } }),
    'shelfLife.remove': () => ({ id: shelf.pop() ?? '' }),
    'order.packingLabel': () => ({ id: printed, query: { cartons: '1:2' } }),
    'order.packageSheet': () => ({ id: printed }),
    'paper.get': () => ({ id: printed, query: { kind: 'order' } }),
    'buyerSystem.items': bare,
    'buyerSystem.importItems': () => ({ files: { file: { name: 'items.csv', content: sheet } } }),
    'buyerSystem.itemTemplate': bare,
    'buyerSystem.exportItems': bare,
    'buyerSystem.markItems': () => ({ files: { file: { name: 'items.csv', content: sheet } } }),
    'buyerOrder.template': bare,
    'buyerOrder.export': bare,
    'buyerOrder.upload': () => orderRows,
    'buyerOrder.mark': () => orderRows,
    'buyerOrder.get': () => ({ id: doomedOrder }),
    'buyerOrder.create': () => ({ body: { ...typed(), userID: vendor.user.id } }),
    'buyerOrder.edit': () => ({ id: open[0] ?? '', body: { ...typed(), poNumber: 'PO/0' } }),
    'buyerOrder.close': () => ({ id: endedOrder, body: { reason: 'Enough came' } }),
    'buyerOrder.confirm': () => ({ id: endedOrder, body: { line: 1, quantity: 12 } }),
    'buyerOrder.cancel': () => ({ id: doomedOrder }),
    'buyerReceipt.list': bare,
    'buyerReceipt.template': bare,
    'buyerReceipt.export': bare,
    'buyerReceipt.upload': () => receiptRows,
    'buyerReceipt.mark': () => receiptRows,
    'buyerReturn.template': bare,
    'buyerReturn.export': bare,
    'buyerReturn.upload': () => returnRows,
    'buyerReturn.mark': () => returnRows,
    'buyerPayment.template': bare,
    'buyerPayment.export': bare,
    'buyerPayment.upload': () => paymentRows,
    'buyerPayment.mark': () => paymentRows,
    'buyerOpening.template': bare,
    'buyerOpening.export': bare,
    'buyerOpening.upload': () => openingRows(),
    'buyerOpening.mark': () => openingRows(),
    'buyerSystem.connection': bare,
    'buyerSystem.faults': bare,
    'buyerSystem.pull': bare,
    'gstRate.list': bare,
    'gstRate.get': () => ({ id: rate }),
    'gstRate.create': () => ({ body: { hsnPrefix: String(2000 + api.serial()), rate: 5, validFrom: '2026-04-01' } }),
    'gstRate.edit': () => ({ id: rate, body: { notification: `No. ${api.serial()}` } }),
    'gstRate.delete': () => ({ id: doomedRates.pop() ?? '' }),
    'gstRate.ofOrder': () => ({ query: { poNumber: 'PO/0', userID: vendor.user.id } }),
    'gstRate.template': bare,
    'gstRate.export': bare,
    'gstRate.upload': () => rateRows,
    'gstRate.mark': () => rateRows,
    'eventReceivers.list': bare,
    'eventReceivers.edit': () => ({ id: 'vendor-prices', body: { mailRoles: ['owner'], noticeRoles: ['owner'] } }),
    'settings.get': bare,
    'controls.get': bare,
    'controls.decide': () => ({ body: { approve: false, at: weaker.at } }),
    'controls.save': () => ({ body: { bankWaitHours: api.serial() % 200 } }),
    'settings.logo': () => ({ files: { logo: { name: 'logo.png', content: logo } } }),
    'settings.removeLogo': bare,
    'site.notice': bare,
    'settings.save': () => ({ body: { buyerName: `Buyer ${api.serial()}` } }),
    'registration.list': () => ({ query: { userID: vendor.user.id } }),
    'registration.waiting': bare,
    'registration.create': () => ({ body: { ...unregistered(), userID: vendor.user.id } }),
    'registration.edit': () => ({ id: ownRegistration, body: { tradeName: `Mill ${api.serial()}` } }),
    'registration.confirm': () => ({ id: ownRegistration, body: { updatedAt: '' } }),
    'registration.delete': () => ({ id: doomedRegistrations.pop() ?? '' }),
    'buyerSite.list': bare,
    'buyerSite.create': () => ({ body: { name: `Site ${api.serial()}`, address: 'Plot 4', postalCode: '411037' } }),
    'buyerSite.edit': () => ({ id: site, body: { address: `Plot ${api.serial()}` } }),
    'buyerSite.delete': () => ({ id: doomedSites.pop() ?? '' }),
    'codeList.status': bare,
    'codeList.remark': () => ({ query: { ifsc: 'HDFC0002854' } }),
    'unitList.template': bare,
    'unitList.export': bare,
    'unitList.upload': () => csv('Unit,UQC\nBori,BAG\n'),
    'unitList.mark': () => csv('Unit,UQC\nBori,BAG\n'),
    'hsnList.template': bare,
    'hsnList.export': bare,
    'hsnList.upload': () => csv('HSN Code\n11010000\n'),
    'hsnList.mark': () => csv('HSN Code\n11010000\n'),
    'ifscList.template': bare,
    'ifscList.export': bare,
    'ifscList.upload': () => csv('IFSC Code\nICIC0007429\n'),
    'ifscList.mark': () => csv('IFSC Code\nICIC0007429\n'),
    'comment.list': () => ({ query: { documentKind: 'invoice', documentId: invoice._id } }),
    'comment.people': () => ({ query: { documentKind: 'invoice', documentId: invoice._id } }),
    'comment.create': () => ({ body: { documentKind: 'invoice', documentId: invoice._id, text: 'When is it paid?' } }),
    'comment.delete': () => ({ id: written.shift() ?? '' }),
    'search.everywhere': () => ({ query: { q: 'basmati' } }),
    'list.preferences': bare,
    'list.prefer': () => ({ body: { list: 'invoice.list', columns: ['invoiceNumber'], pageSize: 25 } }),
    'list.saveView': () => ({ body: { list: 'invoice.list', name: `View ${api.serial()}`, shared: false, columns: null, query: '' } }),
    'list.removeView': () => ({ id: views.shift() ?? '' }),
    'mail.list': bare,
    'mail.switches': bare,
    'notice.list': bare,
    'notice.read': () => ({ body: { upTo: '1' } }),
    'notice.switches': bare,
    'notice.change': () => ({ body: { payments: false } }),
    'mail.language': () => ({ body: { language: 'en' } }),
    'mail.change': () => ({ body: { payments: false } }),
    'mail.unsubscribe': () => ({ body: { token: unsubscribeToken } }),
    'site.about': bare,
    'site.outbox': bare,
  };
}

/** Members and invitations of a vendor, and sign-ins of somebody with two companies that wait for the choice of one. */
async function peopleOf(api: Api, vendor: Caller) {
  const membershipOf = async ({ user }: Caller) =>
    (await api.ctx.db.first<{ id: string }>(sql`select min(id)::text as id from memberships where user_id = ${user.id}`))?.id ?? '';
  const colleague = await newMember(api, vendor, 'reader');
  const leaving: string[] = [];
  for (let serial = 0; serial < 24; serial += 1) leaving.push(await membershipOf(await newMember(api, vendor, 'reader')));
  const secrets = Array.from({ length: 80 }, (_, index) => `invitation ${index} of ${vendor.user.id}`);
  const invitations: string[] = [];
  for (const secret of secrets) {
    const made = await api.ctx.db.first<{ id: string }>(sql`
      insert into invitations (vendor_id, email, role, secret_hash, invited_by, expires_at)
      values (${vendor.user.id}, ${`${hashToken(secret).toString('hex').slice(0, 12)}@example.org`}, 'reader', ${hashToken(secret)}, ${vendor.user.id}, now() + interval '1 day')
      returning id::text`);
    invitations.push(made?.id ?? '');
  }
  const elsewhere = await api.newVendor();
  await api.ctx.db.execute(
    sql`insert into memberships (user_id, vendor_id, role) values (${elsewhere.user.id}, ${vendor.user.id}, 'billing')`,
  );
  const choices: { challenge: string; company: string }[] = [];
  for (let serial = 0; serial < 8; serial += 1) {
    const { body } = await api.visitor.post('/api/auth/login', { email: elsewhere.user.email, passWord: elsewhere.user.password });
    choices.push({ challenge: body.challenge as string, company: (body.companies as { _id: string }[])[0]?._id ?? '' });
  }
  const delegations = await api.ctx.db.rows<{ id: string }>(sql`
    insert into delegations (from_membership, to_membership, from_day, to_day)
    select ${await membershipOf(colleague)}, ${await membershipOf(vendor)}, '2090-01-01', '2090-01-02' from generate_series(1, 30) returning id::text`);
  const ownDelegations = await api.ctx.db.rows<{ id: string }>(sql`
    insert into delegations (from_membership, to_membership, from_day, to_day)
    select ${await membershipOf(vendor)}, ${await membershipOf(colleague)}, '2090-01-01', '2090-01-02' from generate_series(1, 30) returning id::text`);
  const keys = await api.ctx.db.rows<{ id: string }>(sql`
    insert into api_keys (vendor_id, user_id, membership_id, name, prefix, key_hash, scopes, created_at, expires_at)
    select ${vendor.user.id}, ${vendor.user.id}, ${await membershipOf(vendor)}, 'Key ' || n, 'aap_live_', sha256(('key ' || n)::bytea), '{orders:read}',
           now(), now() + interval '1 day'
    from generate_series(1, 24) n returning id::text`);
  const hooks = await api.ctx.db.rows<{ id: string }>(sql`
    insert into webhooks (vendor_id, user_id, url, events, on_since, created_at)
    select ${vendor.user.id}, ${vendor.user.id}, 'https://hooks.invalid/' || n, '{order}', now(), now() from generate_series(1, 30) n returning id::text`);
  for (const { id } of hooks)
    await api.ctx.db.execute(sql`update webhooks set secret = ${sealSecret(api.ctx, id, newSecret())} where id = ${id}`);
  // Links of the last ones are not used up, and their invitations not withdrawn.
  const [secret = '', ...usable] = secrets.slice(40);
  return {
    key: keys[0]?.id ?? '',
    keys: keys.slice(1).map(({ id }) => id),
    webhook: hooks[0]?.id ?? '',
    webhooks: hooks.slice(1).map(({ id }) => id),
    own: await membershipOf(vendor),
    ownDelegations: ownDelegations.map(({ id }) => id),
    delegations: delegations.map(({ id }) => id),
    colleague: await membershipOf(colleague),
    leaving,
    invitation: invitations[39] ?? '',
    invitations: invitations.slice(0, 39),
    secret,
    secrets: usable,
    choices,
  };
}

/** A request for another bank account, which waits. */
async function askForAccount(api: Api, userId: string): Promise<{ _id: string; updatedAt: string }> {
  const made = await api.ctx.db.first<{ _id: string; updatedAt: string }>(sql`
    insert into identity_requests (vendor_id, changes, previous, requested_by, entered_by)
    values (${userId}, '{"accountNumber": "42"}', '{"accountNumber": "1"}', ${userId}, array[${userId}]::bigint[])
    returning id::text as _id, to_json(updated_at) #>> '{}' as "updatedAt"`);
  if (made === undefined) throw new Error('an inserted request has an id');
  return made;
}

/** The secret of a link that changes the user's e-mail. */
async function emailSecret(api: Api, userId: string): Promise<string> {
  const secret = `secret of ${userId}`;
  await api.ctx.db.execute(sql`
    insert into email_changes (user_id, email, old_email, secret_hash, expires_at)
    values (${userId}, ${`new${userId}@example.com`}, 'old@example.com', ${hashToken(secret)}, now() + interval '1 day')`);
  return secret;
}

/** A receipt that a receiver of the buyer has entered. */
export async function receiptOf(receiver: Caller, orderId: string, receiptNumber: string): Promise<string> {
  const lines = [{ orderId, line: 1, quantity: 1 }];
  return (await receiver.post('/api/receipts/create', { receiptNumber, receivedOn: '2026-01-02', lines })).body.data._id;
}

/** An invoice of goods that have not arrived. */
async function differingInvoice(vendor: Caller, orderId: string, invoiceNumber: string): Promise<string> {
  const lines = [{ orderId, line: 1, quantity: 1 }];
  const checked = await vendor.post('/api/invoice/check', { lines });
  return (await vendor.post('/api/invoice/create', { invoiceNumber, ...checked.body.sums, lines })).body.data._id;
}

/** An order with a proposal for its first line that waits for the buyer. */
export async function proposedOrder(api: Api, vendor: Caller, number: string, more: Parameters<typeof makeOrder>[3] = {}): Promise<string> {
  const id = await makeOrder(api.ctx, vendor.user.id, number, more);
  const { lines } = (await vendor.get(`/api/orderAnswer/get/${id}`)).body as { lines: { quantity: number }[] };
  const promises = [{ quantity: lines[0]?.quantity, date: '2099-01-01' }];
  const line = { line: 1, decision: 'change', reason: 'unavailable', substituteEAN: '96385074', promises };
  await vendor.post(`/api/orderAnswer/send/${id}`, { lines: [line] });
  return id;
}
