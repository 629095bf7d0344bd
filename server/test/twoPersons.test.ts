/** Every control that requires two users, against one person with two ways to act: alone, with a key, and through a delegate. */
import { messages as keyMessages } from '@aapurti/contract/integration/keys';
import { indianDay } from '@aapurti/contract/ground/fields';
import type { Role } from '@aapurti/contract/access/roles';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { gstinOf, makeOrder, orderLineOf, panOf } from '../src/demo/factories.ts';
import { startSession } from '../src/sign-in/sessions.ts';
import { type Answer, type Api, Caller, startApi } from './api.ts';
import { acceptMemo, decideLines } from './books.ts';
import { addItem } from './items.ts';
import { newMember } from './members.ts';
import { keyOf } from './onBehalf.ts';

const NO_KEY = keyMessages.forPeople;
const EAN = '8901030516320';

let api: Api;
let admin: Caller;
let vendor: Caller;
let pan: string;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  admin = await api.newAdmin();
  await addItem(api.ctx, { ean: EAN, name: 'Basmati Rice 1 kg', mrp: '110.00' });
});
beforeEach(async () => {
  pan = panOf(500 + api.serial());
  vendor = await api.newVendor({ pan, gstin: gstinOf(pan, '27'), isActive: true });
});
afterAll(() => api.close());

/** A person who is a member of both the buyer and the vendor, with a session for each. */
interface Person {
  buyer: Caller;
  vendor: Caller;
}

async function person(role: Role, ofVendor: Role): Promise<Person> {
  const buyer = await newMember(api, admin, role);
  const { id } = await api.ctx.db.one<{ id: string }>(sql`
    insert into memberships (user_id, vendor_id, role) values (${buyer.user.id}, ${vendor.user.id}, ${ofVendor}) returning id::text`);
  const token = await startSession(api.ctx.db, buyer.user.id, { now: api.ctx.clock(), address: null, userAgent: null, membershipId: id });
  return { buyer, vendor: new Caller(api.app, token, buyer.user) };
}

/** A user without rights who acts for the person today, in both companies. */
async function standIn(absent: Person): Promise<Person> {
  const helper = await person('auditor', 'reader');
  const day = indianDay(api.ctx.clock());
  await api.ctx.db.execute(sql`
    insert into delegations (from_membership, to_membership, from_day, to_day)
    select giver.id, taker.id, ${day}::date, ${day}::date from memberships giver join memberships taker using (vendor_id)
    where giver.user_id = ${absent.buyer.user.id} and taker.user_id = ${helper.buyer.user.id}
    union all
    select giver.id, taker.id, ${day}::date, ${day}::date from memberships giver, memberships taker
    where giver.user_id = ${absent.buyer.user.id} and taker.user_id = ${helper.buyer.user.id} and num_nulls(giver.vendor_id, taker.vendor_id) = 2`);
  return helper;
}

const controls = (duties: boolean) =>
  api.ctx.db.execute(sql`
    update portal_settings set preset = ${duties ? 'matched' : 'entered'}, duties = ${duties}, pay_only_matched = ${duties}, pay_only_approved = false,
      bank_two_people = ${duties}, bank_wait_hours = 0, vendor_payments_reported = ${duties}, advance_percent = 50,
      waiting_controls = null, waiting_controls_by = null, waiting_controls_at = null`);

interface Made {
  _id: string;
  invoiceNumber: string;
  updatedAt: string;
}
const made = async (answer: Promise<Answer>): Promise<Made> => {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.data ?? body;
};

async function invoiced(by: Caller, quantity = 10): Promise<Made> {
  const orderId = await makeOrder(api.ctx, vendor.user.id, `PO/${api.serial()}`, {
    lines: [orderLineOf({ quantity: '100', receivedQuantity: '100' })],
  });
  const of = { userID: vendor.user.id, lines: [{ orderId, line: 1, quantity }] };
  const { sums } = (await admin.post('/api/invoice/check', of)).body;
  return made(by.post('/api/invoice/create', { ...of, ...sums, invoiceNumber: String(api.serial()) }));
}
const plain = (by: Caller) =>
  made(by.post('/api/invoice/create', { userID: vendor.user.id, invoiceNumber: String(api.serial()), invoiceValue: 1000 }));
const memo = (kind: 'credit' | 'debit', issuer: 'buyer' | 'vendor') => async (by: Caller) => {
  const invoice = await plain(vendor);
  return made(
    by.post(`/api/${kind}Memo/AddUser${kind === 'credit' ? 'CreditMemo' : 'DebitMemo'}`, {
      userID: vendor.user.id,
      productName: 'Rice',
      invoiceId: invoice._id,
      amount: 50,
      issuer,
    }),
  );
};
const opening = (amount: number) => (by: Caller) =>
  made(by.post('/api/account/openingBalances/create', { userID: vendor.user.id, amount, day: '2026-03-31', reason: 'Old ledger' }));
const pay = (by: Caller, { invoiceNumber }: Made, amount = 10) =>
  by.post('/api/vendorPaymentReport/create', { userID: vendor.user.id, invoiceNumber, amount, paymentMode: 'online' });
const approve = (by: Caller, { _id }: Made) => by.post('/api/invoice/approve', { invoiceIdList: [_id] });
const confirmReport = (by: Caller, { _id }: Made) => by.put(`/api/vendorPaymentReport/reported/${_id}/confirm`);

const priced = (by: Caller, changes: object = { percentage: 22.5, margin: 27, sellingPrice: 93 }) =>
  made(by.post('/api/product/create', { userID: vendor.user.id, EANCode: EAN, shelfLifeDays: 365, quantity: 50, MRP: 120, ...changes }));

interface Control {
  /** The company for which the first person acts; the second always acts for the buyer. */
  side?: keyof Person;
  isWithoutDuties?: boolean;
  enter: (by: Caller) => Promise<Made>;
  decide: (by: Caller, document: Made) => Promise<Answer>;
}

const CONTROLS: Record<string, Control> = {
  'the approval of an invoice': { enter: invoiced, decide: approve },
  'the approval of an invoice while duties are off': { isWithoutDuties: true, enter: invoiced, decide: approve },
  'the approval of an invoice whose lines alone were changed': {
    async enter(by) {
      const invoice = await invoiced(vendor);
      const { body: lines } = await vendor.get(`/api/invoice/lines/${invoice._id}`);
      const halves = [4, 6].map((quantity) => ({ orderId: lines[0].orderId, line: 1, quantity }));
      await made(by.put(`/api/invoice/edit/${invoice._id}`, { lines: halves }));
      // The vendor changes the lines again, and so becomes their last editor.
      await made(vendor.put(`/api/invoice/edit/${invoice._id}`, { lines: [{ orderId: lines[0].orderId, line: 1, quantity: 10 }] }));
      return invoice;
    },
    decide: approve,
  },
  'the release of an exception': {
    enter: (by) => invoiced(by, 110),
    decide: (by, { _id }) => by.post(`/api/invoice/release/${_id}`, { reason: 'Agreed by phone' }),
  },
  'the payment of an invoice': { enter: invoiced, decide: pay },
  'the payment of an invoice that the payer approved': {
    async enter(by) {
      const invoice = await invoiced(vendor);
      await made(approve(by, invoice));
      return invoice;
    },
    decide: pay,
  },
  'an opening balance': { enter: opening(100), decide: (by, { _id }) => by.put(`/api/account/openingBalances/${_id}/accept`) },
  'the reversal of what a vendor owed at first': {
    async enter(by) {
      const balance = await opening(-100)(by);
      await made(admin.put(`/api/account/openingBalances/${balance._id}/accept`));
      return balance;
    },
    decide: (by, { _id }) => by.put(`/api/account/openingBalances/${_id}/reverse`, { reason: 'It was of another vendor' }),
  },
  'an advance': {
    async enter(by) {
      const orderId = await makeOrder(api.ctx, vendor.user.id, `PO/${api.serial()}`, {
        lines: [orderLineOf({ quantity: '100', hsnCode: null })],
      });
      return made(by.post('/api/vendorPaymentReport/advance', { userID: vendor.user.id, paymentMode: 'online', orderId, amount: 100 }));
    },
    decide: confirmReport,
  },
  'a payment that the vendor reported': {
    side: 'vendor',
    enter: async (by) => made(pay(by, await invoiced(vendor))),
    decide: confirmReport,
  },
  'a debit memo of the vendor that the buyer typed in': {
    enter: memo('debit', 'vendor'),
    decide: (by, entered) => acceptMemo(api, by, 'debit', entered),
  },
  'a concession': { enter: memo('credit', 'buyer'), decide: (by, entered) => acceptMemo(api, by, 'credit', entered) },
  'the reversal of a credit': {
    side: 'vendor',
    enter: memo('credit', 'vendor'),
    decide: (by, { _id }) => by.post(`/api/creditMemo/reverse/${_id}`, { reason: 'Goods were fine' }),
  },
  'a price': {
    enter: (by) => priced(by),
    decide: (by, { _id }) => by.put('/api/product/changeStatusPriceApproval', { productIdList: [_id], priceApproval: true }),
  },
  'a price that the vendor entered': {
    side: 'vendor',
    async enter(by) {
      await priced(vendor);
      return priced(by, { percentage: 20, margin: 24, sellingPrice: 96 });
    },
    decide: (by, { _id }) => by.put('/api/product/changeStatusPriceApproval', { productIdList: [_id], priceApproval: true }),
  },
  'a bank account': {
    async enter(by) {
      const { status, body } = await by.send('PUT', `/api/auth/edit/${vendor.user.id}`, {
        accountNumber: '000123456789',
        IFSCCode: 'HDFC0000123',
      });
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      const { requests } = (await admin.get('/api/identity/requests')).body;
      return requests.find((each: { vendor: { _id: string } }) => each.vendor._id === vendor.user.id);
    },
    decide: (by, { _id, updatedAt }) => by.put(`/api/identity/requests/${_id}`, { approve: true, reason: 'Telephoned', updatedAt }),
  },
  'a registration': {
    side: 'vendor',
    async enter(by) {
      const form = { kind: 'regular', GST: gstinOf(pan, '24'), legalName: 'Mill', address: 'Ring Road', postalCode: '382445' };
      return made(by.post('/api/registrations', form));
    },
    decide: (by, { _id, updatedAt }) => by.put(`/api/registrations/${_id}/confirm`, { updatedAt }),
  },
  'the confirmation of an order': {
    async enter(by) {
      const id = await makeOrder(api.ctx, vendor.user.id, `PO/${api.serial()}`, {
        lines: [orderLineOf({ quantity: '200', unitPrice: '50' })],
        deliverBy: '2026-12-01',
      });
      const later = { line: 1, decision: 'change', reason: 'late', promises: [{ quantity: 200, date: '2026-12-20' }] };
      const { status, body } = await by.post(`/api/orderAnswer/send/${id}`, { lines: [later] });
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return { _id: id, invoiceNumber: '', updatedAt: '' };
    },
    decide: (by, { _id }) => decideLines(api, by, _id, [{ line: 1, decision: 'agree' }]),
  },
  'weaker controls': {
    async enter(by) {
      await made(by.put('/api/controls', { payableInvoices: 'any' }));
      const { waiting } = (await admin.get('/api/controls')).body;
      return { _id: waiting.at, invoiceNumber: '', updatedAt: '' };
    },
    decide: (by, { _id }) => by.put('/api/controls/waiting', { approve: true, at: _id }),
  },
};

/** Checks that the refusal requires another person. */
function expectOwn({ status, body }: Answer): void {
  expect([403, 409]).toContain(status);
  expect(body.message).toMatch(
    /You (entered|approved|requested|reported)|acting for you|you act for this user|[Aa]nother (user|administrator)|[Ss]omeone else/,
  );
}

describe.each(Object.entries(CONTROLS))('%s', (_name, { side = 'buyer', isWithoutDuties, enter, decide }) => {
  let first: Person;
  let other: Person;
  beforeEach(async () => {
    await controls(isWithoutDuties !== true);
    first = await person('administrator', 'owner');
    other = await person('administrator', 'reader');
  });

  test('needs another user with the right', async () => {
    const document = await enter(first[side]);
    expectOwn(await decide(first.buyer, document));
    expect((await decide(other.buyer, document)).status).toBe(200);
  });

  test('cannot be decided with a key of the user who entered it', async () => {
    const document = await enter(first[side]);
    const answer = await decide(await keyOf(api, first.buyer), document);
    // Some actions are not open to any key.
    if (answer.body.message !== NO_KEY) expectOwn(answer);
    expect((await decide(other.buyer, document)).status).toBe(200);
  });

  test('cannot be decided by the user whose key entered it', async () => {
    const document = await enter(await keyOf(api, first[side])).catch((error: Error) => error);
    if (document instanceof Error) expect(document.message).toContain(NO_KEY);
    else {
      expectOwn(await decide(first.buyer, document));
      expect((await decide(other.buyer, document)).status).toBe(200);
    }
  });

  test('cannot be decided by the delegate of the user who entered it', async () => {
    const document = await enter(first[side]);
    const helper = await standIn(first);
    expectOwn(await decide(helper.buyer, document));
    expect((await decide(other.buyer, document)).status).toBe(200);
  });

  test('cannot be decided by either of two users if one entered it with the right of the other', async () => {
    const helper = await standIn(first);
    const document = await enter(helper[side]).catch((error: Error) => error);
    // Some actions are not open to any delegate.
    if (document instanceof Error) expect(document.message).toMatch(/^403/);
    else {
      expectOwn(await decide(first.buyer, document));
      expectOwn(await decide(helper.buyer, document));
      expect((await decide(other.buyer, document)).status).toBe(200);
    }
  });
});
