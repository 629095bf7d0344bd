// Why so long: the steps of the chains, and what must hold after each of them, read together.
/**
 * Random chains of what vendors and the buyer do between an order and its payment, over HTTP, one call after another and two at once, by
 * honest people and others. After each step the sums of the account, what was billed, what was paid and who did it must be right.
 * CHAIN_SECONDS=300 runs them for longer, and CHAIN_SEED=7 those of one seed.
 */
import { indianDay } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { makeOrder, orderLineOf } from '../src/demo/factories.ts';
import { storePayments, storeReturns } from '../src/payments/store.ts';
import { verifyBooks } from '../src/payments/verify.ts';
import { type Answer, type Api, type Caller, startApi } from './api.ts';
import { newMember } from './members.ts';

const SECONDS = Number(process.env['CHAIN_SECONDS'] ?? 12);
const SEED = process.env['CHAIN_SEED'];
const STEPS_MOST = 24;

let api: Api;
let buyers: Caller[] = [];
beforeAll(async () => {
  api = await startApi({ captcha: false });
  const admin = await api.newAdmin();
  buyers = [
    admin,
    await api.newAdmin(),
    await newMember(api, admin, 'accounts'),
    await newMember(api, admin, 'accounts'),
    await newMember(api, admin, 'approver'),
  ];
});
afterAll(() => api.close());

/** Numbers that choose among what there is: the record, the person, and the amount or quantity in percent. */
interface Choice {
  what: number;
  who: number;
  share: number;
}
const ORDERED = 100;
/** Rupees by which one order line and its roundings may be above what was accepted. */
const TOLERANCE = 11;

/** One vendor with an order of 100 pieces at ₹100 and 5 % tax, and what has been made of it so far. */
class Chain {
  readonly vendor: Caller;
  readonly orders: string[];
  readonly log: string[] = [];
  returns = 0;
  systemPaid = 0;

  constructor(vendor: Caller, orders: string[]) {
    this.vendor = vendor;
    this.orders = orders;
  }

  get owner() {
    return this.vendor.user.id;
  }

  async pick(table: 'invoices' | 'payments' | 'debit' | 'credit' | 'reported_payments' | 'opening_balances', { what }: Choice) {
    const where = sql`vendor_id = ${this.owner}`;
    const queries = {
      invoices: sql`select id::text, number, value::text as amount from invoices where ${where}`,
      payments: sql`select id::text, coalesce(invoice_number, '') as number, amount::text from payments where ${where}`,
      debit: sql`select id::text, '' as number, coalesce(amount, 0)::text as amount from memos where ${where} and kind = 'debit'`,
      credit: sql`select id::text, '' as number, coalesce(amount, 0)::text as amount from memos where ${where} and kind = 'credit'`,
      reported_payments: sql`select id::text, '' as number, amount::text from reported_payments where ${where}`,
      opening_balances: sql`select id::text, '' as number, amount::text from opening_balances where ${where}`,
    };
    const rows = await api.ctx.db.rows<{ id: string; number: string; amount: string }>(
      sql`select * from (${queries[table]}) found order by found.id`,
    );
    return rows[what % Math.max(1, rows.length)];
  }
}

const buyer = ({ who }: Choice) => buyers[who % buyers.length] as Caller;
/** Mostly the vendor, and sometimes somebody of the buyer for it. */
const enterer = (chain: Chain, { who }: Choice) => (who % 4 === 3 ? buyer({ what: 0, who: who >> 2, share: 0 }) : chain.vendor);
const part = (amount: string, { share }: Choice) => new Decimal(amount).times(share).div(100).toFixed(2);
const orderOf = (chain: Chain, { what }: Choice) => chain.orders[what % chain.orders.length] as string;

async function billed(chain: Chain, choice: Choice, lines: object[]) {
  const { sums } = (await enterer(chain, choice).post('/api/invoice/check', { userID: chain.owner, lines })).body;
  return { userID: chain.owner, lines, ...sums };
}
const linesOf = (chain: Chain, choice: Choice): object[] => {
  const line = { orderId: orderOf(chain, choice), line: 1 };
  const quantity = Math.max(1, choice.share);
  switch (choice.who % 6) {
    case 0:
      return [{ ...line, quantity, unitPrice: 101 }];
    case 1:
      return [
        { ...line, quantity },
        { ...line, quantity: 1 },
      ];
    case 2:
      return [
        { ...line, quantity },
        { itemName: 'Consulting', quantity: 1, unitPrice: 900 },
      ];
    default:
      return [{ ...line, quantity }];
  }
};

type Step = (chain: Chain, choice: Choice) => Promise<Answer | undefined>;
const done = { status: 200, body: {}, headers: {} };

const STEPS: Readonly<Record<string, Step>> = {
  receive: (chain, choice) =>
    (buyers[choice.who % 2] as Caller).post('/api/receipts/create', {
      receiptNumber: `G${api.serial()}`,
      receivedOn: indianDay(new Date()),
      lines: [
        {
          orderId: orderOf(chain, choice),
          line: 1,
          quantity: Math.max(1, choice.share),
          ...(choice.who % 3 === 0 ? { rejected: Math.floor(choice.share / 4), reason: 'damaged' } : {}),
        },
      ],
    }),
  return: async (chain, choice) => {
    chain.returns += 1;
    const { number } = await api.ctx.db.one<{ number: string }>(sql`
      select number from purchase_orders where id = ${orderOf(chain, choice)}`);
    await api.ctx.db.transaction((tx) =>
      storeReturns(tx, 'own', [
        {
          externalId: `R-${chain.owner}-${choice.who % 3 === 0 ? 1 : chain.returns}`,
          version: String(chain.returns),
          supplier: 'V',
          ownerId: chain.owner,
          poNumber: number,
          poDate: null,
          invoiceNumber: null,
          invoiceDate: null,
          itemName: 'Basmati Rice 1 kg',
          receivedQuantity: String(ORDERED),
          returnedQuantity: String(1 + Math.floor(choice.share / 10)),
          remarks: null,
          raw: null,
          ...(choice.who % 7 === 6 ? { cancelled: true } : {}),
        },
      ]),
    );
    return done;
  },
  invoice: async (chain, choice) =>
    enterer(chain, choice).post('/api/invoice/create', {
      ...(await billed(chain, choice, linesOf(chain, choice))),
      invoiceNumber: String(api.serial()),
    }),
  invoiceWithoutLines: async (chain, choice) => {
    const { number } = await api.ctx.db.one<{ number: string }>(
      sql`select number from purchase_orders where id = ${orderOf(chain, choice)}`,
    );
    return enterer(chain, choice).post('/api/invoice/create', {
      userID: chain.owner,
      invoiceNumber: String(api.serial()),
      invoiceValue: Math.max(1, choice.share * 105),
      PONumber: number,
    });
  },
  editInvoice: async (chain, choice) => {
    const found = await chain.pick('invoices', choice);
    if (found === undefined) return undefined;
    return enterer(chain, choice).put(`/api/invoice/edit/${found.id}`, {
      ...(await billed(chain, choice, linesOf(chain, choice))),
      reason: 'Typing error',
    });
  },
  deleteInvoice: async (chain, choice) => {
    const found = await chain.pick('invoices', choice);
    return found && chain.vendor.delete(`/api/invoice/delete/${found.id}`);
  },
  approve: async (chain, choice) => {
    const found = await chain.pick('invoices', choice);
    return found && buyer(choice).post('/api/invoice/approve', { invoiceIdList: [found.id] });
  },
  release: async (chain, choice) => {
    const found = await chain.pick('invoices', choice);
    return found && buyer(choice).post(`/api/invoice/release/${found.id}`, { reason: 'Agreed by telephone' });
  },
  sendBack: async (chain, choice) => {
    const found = await chain.pick('invoices', choice);
    return found && buyer(choice).post(`/api/invoice/return/${found.id}`, { reason: 'Wrong' });
  },
  note: async (chain, choice) => {
    const found = await chain.pick('invoices', choice);
    if (found === undefined) return undefined;
    const goods = choice.who % 2 === 0;
    const claim = choice.who % 3 === 0 ? 'none' : (await chain.pick('debit', choice))?.id;
    const quantity = Math.max(1, Math.floor(choice.share / 5));
    return enterer(chain, choice).post('/api/creditMemo/AddUserCreditMemo', {
      userID: chain.owner,
      issuer: choice.who % 5 === 4 ? 'buyer' : 'vendor',
      productName: 'Basmati Rice 1 kg',
      invoiceId: found.id,
      amount: goods ? quantity * 105 : part(found.amount, choice),
      ...(goods ? { lines: [{ no: 1, quantity }] } : {}),
      ...(claim === undefined ? {} : { claimId: claim }),
    });
  },
  claim: async (chain, choice) => {
    const found = await chain.pick('invoices', choice);
    return (
      found &&
      enterer(chain, choice).post('/api/debitMemo/AddUserDebitMemo', {
        userID: chain.owner,
        productName: 'Basmati Rice 1 kg',
        invoiceId: found.id,
        amount: part(found.amount, choice),
      })
    );
  },
  claimOfBuyer: async (chain, choice) => {
    const found = await chain.pick('invoices', choice);
    return (
      found &&
      buyer(choice).post('/api/debitMemo/AddUserDebitMemo', {
        userID: chain.owner,
        productName: 'Basmati Rice 1 kg',
        invoiceId: found.id,
        amount: part(found.amount, choice),
      })
    );
  },
  acceptMemo: async (chain, choice) => {
    const kind = choice.who % 2 === 0 ? ('debit' as const) : ('credit' as const);
    const found = await chain.pick(kind, choice);
    return found && enterer(chain, choice).post(`/api/${kind}Memo/accept/${found.id}`, {});
  },
  reverseMemo: async (chain, choice) => {
    const kind = choice.who % 2 === 0 ? ('debit' as const) : ('credit' as const);
    const found = await chain.pick(kind, choice);
    return found && enterer(chain, choice).post(`/api/${kind}Memo/reverse/${found.id}`, { reason: 'Wrong' });
  },
  deleteMemo: async (chain, choice) => {
    const found = await chain.pick('credit', choice);
    return found && enterer(chain, choice).delete(`/api/creditMemo/removeUserCreditMemo/${found.id}`);
  },
  pay: async (chain, choice) => {
    const found = await chain.pick('invoices', choice);
    return (
      found &&
      enterer(chain, { ...choice, who: choice.who % 3 === 0 ? 0 : choice.who * 4 + 3 }).post('/api/vendorPaymentReport/create', {
        userID: chain.owner,
        invoiceNumber: found.number,
        invoiceId: found.id,
        amount: Math.max(0.01, Number(part(found.amount, choice))),
        paymentMode: 'online',
      })
    );
  },
  payInFull: async (chain, choice) => {
    const found = await chain.pick('invoices', choice);
    if (found === undefined) return undefined;
    const { payable } = (await chain.vendor.get(`/api/invoice/getInvoiceValue/${found.number}`, { invoiceId: found.id })).body;
    return buyer(choice).post('/api/vendorPaymentReport/create', {
      userID: chain.owner,
      invoiceNumber: found.number,
      invoiceId: found.id,
      amount: payable,
      paymentMode: 'online',
    });
  },
  transfer: async (chain, choice) => {
    const parts = await api.ctx.db.rows<{ invoiceId: string; amount: number }>(sql`
      select id::text as "invoiceId", round(value * ${Math.max(1, choice.share)} / 100, 2)::float8 as amount from invoices
      where vendor_id = ${chain.owner} order by invoices.id desc limit 2`);
    return buyer(choice).post('/api/vendorPaymentReport/transfer', { userID: chain.owner, invoices: parts, paymentMode: 'online' });
  },
  reversePayment: async (chain, choice) => {
    const found = await chain.pick('payments', choice);
    return found && buyer(choice).post(`/api/vendorPaymentReport/reverse/${found.id}`, { reason: 'Returned cheque' });
  },
  decideReport: async (chain, choice) => {
    const found = await chain.pick('reported_payments', choice);
    return found && buyer(choice).put(`/api/vendorPaymentReport/reported/${found.id}/confirm`);
  },
  advance: (chain, choice) =>
    buyer(choice).post('/api/vendorPaymentReport/advance', {
      userID: chain.owner,
      ...(choice.who % 3 === 0 ? {} : { orderId: orderOf(chain, choice) }),
      amount: Math.max(1, choice.share * 50),
      paymentMode: 'online',
    }),
  opening: (chain, choice) =>
    buyer(choice).post('/api/account/openingBalances/create', {
      userID: chain.owner,
      amount: (choice.who % 2 === 0 ? 1 : -1) * Math.max(1, choice.share * 30),
      reason: 'Old ledger',
    }),
  decideOpening: async (chain, choice) => {
    const found = await chain.pick('opening_balances', choice);
    const path = `/api/account/openingBalances/${found?.id ?? ''}`;
    return (
      found && (choice.share % 3 === 0 ? buyer(choice).put(`${path}/reverse`, { reason: 'Wrong' }) : buyer(choice).put(`${path}/accept`))
    );
  },
  allocate: async (chain, choice) => {
    const invoice = await chain.pick('invoices', choice);
    const credits = await api.ctx.db.rows<{ paymentId?: string; memoId?: string; openingId?: string }>(sql`
      select payment_id::text as "paymentId", memo_id::text as "memoId", opening_id::text as "openingId" from allocations
      where vendor_id = ${chain.owner} and invoice_id is null group by payment_id, memo_id, opening_id having sum(amount) > 0
      order by min(allocations.id)`);
    const credit = credits[choice.who % Math.max(1, credits.length)];
    const source = Object.fromEntries(Object.entries(credit ?? {}).filter(([, id]) => id !== null));
    const body = { ...source, invoiceId: invoice?.id, amount: Math.max(1, choice.share * 10) };
    return invoice && buyer(choice).post('/api/account/allocations/create', body);
  },
  systemPays: async (chain, choice) => {
    const found = await chain.pick('invoices', choice);
    if (found === undefined || choice.who % 3 > 0) return undefined;
    chain.systemPaid += 1;
    await api.ctx.db.transaction((tx) =>
      storePayments(tx, 'erp', [
        {
          externalId: `P-${chain.owner}-${choice.what % 3}`,
          version: String(chain.systemPaid),
          supplier: 'V',
          ownerId: chain.owner,
          invoiceNumber: found.number,
          amount: String(Math.max(1, choice.share * 20)),
          mode: 'online',
          remarks: null,
          paidOn: indianDay(new Date()),
          raw: null,
        },
      ]),
    );
    return done;
  },
  closeOrder: (chain, choice) =>
    choice.share < 80
      ? Promise.resolve(undefined)
      : (buyers[choice.who % 2] as Caller).post(`/api/buyerData/orders/close/${orderOf(chain, choice)}`, { reason: 'No more needed' }),
};
/** Steps that most others need come more often. */
const OFTEN = ['receive', 'invoice', 'invoice', 'approve', 'approve', 'pay', 'payInFull', 'payInFull', 'note', 'claimOfBuyer'];
const NAMES = [...Object.keys(STEPS), ...OFTEN, ...OFTEN];
/** The calls that let money leave by the rules. */
const PAYS = new Set(['pay', 'payInFull', 'transfer', 'decideReport', 'advance']);

const total = async (query: ReturnType<typeof sql>) =>
  new Decimal((await api.ctx.db.one<{ sum: string }>(sql`select coalesce(sum(amount), 0)::text as sum from (${query}) parts`)).sum);

/** The amounts that may be paid of each invoice and of the vendor, worked out from the documents, not from the kept sums. */
async function mayBePaid(owner: string) {
  const invoices = await api.ctx.db.rows<{ id: string; room: string }>(sql`
    select id::text, case when not is_agreed(match_state) then 0 else value
      + (select coalesce(sum(amount - answered), 0) from memos where invoice_id = invoices.id and not lowers and status = 'accepted')
      - (select coalesce(sum(amount), 0) from allocations where allocations.invoice_id = invoices.id)
      - (select coalesce(sum(amount - answered), 0) from memos where invoice_id = invoices.id and kind = 'debit' and issuer = 'buyer' and status = 'open') end as room
    from invoices where vendor_id = ${owner}`);
  const owed = await total(sql`select amount from account_entries where vendor_id = ${owner}`);
  const held = await total(sql`
    select amount - answered as amount from memos where vendor_id = ${owner} and kind = 'debit' and issuer = 'buyer' and status = 'open' and invoice_id is not null`);
  return { rooms: new Map(invoices.map(({ id, room }) => [id, new Decimal(room)])), whole: owed.minus(held) };
}

/** The last payment of the portal, and what of it settles which invoice. */
const newPayments = (owner: string, after: string) =>
  api.ctx.db.rows<{ id: string; amount: string; invoice: string | null; order: string | null; part: string }>(sql`
    select payments.id::text, payments.amount::text, allocations.invoice_id::text as invoice, order_id::text as "order", allocations.amount::text as part
    from payments join allocations on payment_id = payments.id
    where payments.vendor_id = ${owner} and payments.id > ${after} and source = 'portal' and reversal_of is null`);

async function lastPayment(owner: string): Promise<string> {
  return (await api.ctx.db.one<{ id: string }>(sql`select coalesce(max(id), 0)::text as id from payments where vendor_id = ${owner}`)).id;
}

/** Invoices that nobody released bill no more of an order than what was accepted of it and did not go back, at its price with taxes. */
async function expectBilled({ owner, orders }: Chain): Promise<void> {
  for (const order of orders) {
    const { billed: value, accepted } = await api.ctx.db.one<{ billed: string; accepted: string }>(sql`
      select (
        select coalesce(sum(value - (
          select coalesce(sum(amount - answered), 0) from memos where invoice_id = invoices.id and lowers and status in ('accepted', 'open') and amount > 0)), 0)
        from invoices where vendor_id = ${owner} and id in (select invoice_id from invoice_lines where order_id = ${order})
          and (match_state = 'matched' or match_state = 'approved' and (
            select faults from match_decisions where invoice_id = invoices.id and kind = 'approve' order by match_decisions.id desc limit 1) = '[]')) as billed,
        greatest(0, least(${ORDERED}, (
          select coalesce(sum(quantity - rejected), 0) from receipt_lines join receipts on receipts.id = receipt_id where order_id = ${order} and cancelled_at is null)
        - (select coalesce(sum(returned_quantity), 0) from purchase_returns join purchase_orders on purchase_orders.vendor_id = purchase_returns.vendor_id
            and purchase_orders.number = purchase_returns.po_number where purchase_orders.id = ${order} and purchase_returns.source <> 'receipt'))) as accepted`);
    const bound = new Decimal(accepted).times(105).plus(TOLERANCE);
    if (new Decimal(value).gt(bound)) throw new Error(`order ${order}: ${value} is agreed of ${accepted} accepted pieces`);
  }
}

/** Nobody paid what he entered or approved, or approved what he entered, by the log. */
async function expectApart({ owner }: Chain): Promise<void> {
  const both = await api.ctx.db.rows(sql`
    select later.action, earlier.action as after from audit_log later
      left join allocations on later.action = 'payment.create' and payment_id = later.entity_id::bigint and allocations.invoice_id is not null
        and (select invoice_id is not null from payments where payments.id = payment_id)
      join audit_log earlier on earlier.actor_id = later.actor_id and earlier.id < later.id and earlier.entity = 'invoice'
        and earlier.entity_id = coalesce(allocations.invoice_id::text, later.entity_id)
    where later.vendor_id = ${owner}
      and (later.action = 'payment.create' and allocations.invoice_id = (select invoice_id from payments where payments.id = payment_id)
        and earlier.action in ('invoice.create', 'invoice.edit', 'invoice.approve', 'invoice.release')
        or later.action in ('invoice.approve', 'invoice.release') and earlier.action in ('invoice.create', 'invoice.edit'))`);
  if (both.length > 0) throw new Error(`one person did ${JSON.stringify(both)}`);
}

/** The entries add up to the balances of agreed invoices less what is on account, and to what is kept; no balance is below 0. */
async function expectEntries({ owner }: Chain): Promise<void> {
  const found = await api.ctx.db.one<Record<'entries' | 'balances' | 'account' | 'kept' | 'least' | 'unplaced', string>>(sql`
    select (select coalesce(sum(amount), 0) from account_entries where vendor_id = ${owner})::text as entries,
      (select coalesce(sum(value + (
          select coalesce(sum(amount - answered), 0) from memos where invoice_id = invoices.id and not lowers and status = 'accepted')
        - (select coalesce(sum(amount), 0) from allocations where allocations.invoice_id = invoices.id)), 0)
        from invoices where vendor_id = ${owner} and is_agreed(match_state))::text as balances,
      (select coalesce(sum(amount), 0) from allocations left join invoices on invoices.id = invoice_id
        where allocations.vendor_id = ${owner} and (invoice_id is null or not is_agreed(match_state)))::text as account,
      coalesce((select owed from vendor_books where vendor_id = ${owner}), 0)::text as kept,
      coalesce((select min(balance) from invoices where vendor_id = ${owner}), 0)::text as least,
      (select count(*) from payments left join lateral (
        select coalesce(sum(amount), 0) as placed from allocations where payment_id = payments.id) parts on true
        where vendor_id = ${owner} and amount <> placed)::text as unplaced`);
  const owed = new Decimal(found.balances).minus(found.account);
  if (!owed.eq(found.entries) || !owed.eq(found.kept) || Number(found.least) < 0 || found.unplaced !== '0')
    throw new Error(`the account differs: ${JSON.stringify(found)}`);
}

async function expectPaid(
  chain: Chain,
  names: readonly string[],
  last: string,
  before: Awaited<ReturnType<typeof mayBePaid>>,
): Promise<void> {
  const paid = await newPayments(chain.owner, last);
  const isAdvance = names.includes('advance') || names.includes('decideReport');
  const settled = new Map<string, Decimal>();
  for (const { invoice, part: amount } of paid)
    if (invoice !== null) settled.set(invoice, (settled.get(invoice) ?? new Decimal(0)).plus(amount));
  for (const [invoice, amount] of settled) {
    const room = before.rooms.get(invoice) ?? new Decimal(0);
    if (amount.gt(room)) throw new Error(`${amount.toFixed(2)} was paid of invoice ${invoice}, of which ${room.toFixed(2)} was payable`);
  }
  const sum = [...new Map(paid.map(({ id, amount, order }) => [id, order === null ? amount : '0'])).values()].reduce(
    (all, each) => all.plus(each),
    new Decimal(0),
  );
  if (!isAdvance && sum.gt(Decimal.max(0, before.whole)))
    throw new Error(`${sum.toFixed(2)} was paid where ${before.whole.toFixed(2)} was owed`);
}

/** The calls that were accepted, of all of a step. */
const counts = new Map<string, { done: number; all: number }>();
function count(name: string, answer: Answer | undefined): void {
  const { done: accepted, all } = counts.get(name) ?? { done: 0, all: 0 };
  if (process.env['CHAIN_SAYS'] !== undefined && answer?.status !== 200)
    console.info(name, answer?.status, JSON.stringify(answer?.body ?? null).slice(0, 160));
  counts.set(name, { done: accepted + (answer?.status === 200 ? 1 : 0), all: all + 1 });
}

async function run(choices: readonly (readonly [string, Choice, boolean])[], isStrict: boolean): Promise<void> {
  await api.ctx.db.execute(sql`
    update portal_settings set duties = true, pay_only_matched = true, pay_only_approved = ${isStrict}, vendor_payments_reported = true, advance_percent = 30`);
  const vendor = await api.newVendor();
  const orders: string[] = [];
  for (const number of ['71', '72']) {
    orders.push(await makeOrder(api.ctx, vendor.user.id, number, { lines: [orderLineOf({ quantity: String(ORDERED), hsnCode: null })] }));
  }
  await api.ctx.db.execute(sql`update purchase_orders set source = 'embedded' where id = any(${orders}::bigint[])`);
  const chain = new Chain(vendor, orders);
  // Two invoices that can be paid, so that most chains come to money.
  await STEPS['receive']?.(chain, { what: 0, who: 1, share: 90 });
  for (const share of [40, 30]) await STEPS['invoice']?.(chain, { what: 0, who: 4, share });
  for (const what of [0, 1]) await STEPS['approve']?.(chain, { what, who: 4, share: 0 });
  for (let at = 0; at < choices.length; at += 1) {
    const [name, choice, isWithNext] = choices[at] ?? ['', { what: 0, who: 0, share: 0 }, false];
    const together =
      isWithNext && at + 1 < choices.length
        ? [[name, choice] as const, choices[at + 1] ?? ([name, choice] as const)]
        : [[name, choice] as const];
    if (together.length > 1) at += 1;
    const [last, before] = [await lastPayment(chain.owner), await mayBePaid(chain.owner)];
    const answers = await Promise.all(together.map(([step, of]) => Promise.resolve(STEPS[step]?.(chain, of))));
    const names = together.map(([step]) => step);
    chain.log.push(
      names
        .map(
          (step, index) =>
            `${step} ${JSON.stringify(together[index]?.[1])}: ${answers[index]?.status ?? '-'} ${answers[index]?.body?.message ?? ''}`,
        )
        .join(' | '),
    );
    names.forEach((step, index) => count(step, answers[index]));
    try {
      for (const answer of answers)
        if (answer !== undefined && answer.status >= 500) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
      await expectEntries(chain);
      await expectBilled(chain);
      await expectApart(chain);
      // Two calls at once tell what was payable in their moment only where both pay.
      if (names.every((step) => PAYS.has(step)) || names.length === 1) await expectPaid(chain, names, last, before);
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${chain.log.join('\n')}`, { cause: error });
    }
  }
  const { differences } = await verifyBooks(api.ctx.db);
  if (differences.length > 0) throw new Error(`the books differ: ${JSON.stringify(differences)}\n${chain.log.join('\n')}`);
}

const choice = fc.noBias(fc.record({ what: fc.nat(11), who: fc.nat(63), share: fc.integer({ min: 0, max: 120 }) }));
const step = fc.tuple(fc.constantFrom(...NAMES), choice, fc.boolean());

test(
  'chains of orders, receipts, invoices, notes, claims and payments keep account, match, limits and duties',
  async () => {
    const seed = SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(SEED);
    console.info(`CHAIN_SEED=${seed}`);
    const end = Date.now() + SECONDS * 1000;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: STEPS_MOST, size: 'max' }), fc.boolean(), (choices, isStrict) =>
        run(choices, isStrict),
      ),
      { seed, numRuns: 1_000_000, interruptAfterTimeLimit: SECONDS * 1000, endOnFailure: true },
    );
    console.info([...counts].map(([name, { done: accepted, all }]) => `${name} ${accepted}/${all}`).join(', '));
    expect(Date.now()).toBeGreaterThanOrEqual(end - 1000);
  },
  (SECONDS + 120) * 1000,
);
