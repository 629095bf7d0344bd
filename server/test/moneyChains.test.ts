// Why so long: the steps of the chains, and what must hold after each of them, read together.
/**
 * Random chains of the actions between an order and its payment, over HTTP, one call after another and two concurrently, by honest and
 * dishonest users. After each step, the sums of the account, the billed and paid amounts and the acting users must be right, and the owed,
 * held and payable amounts must equal those that `ledgerOf` computes from the documents by the rules of docs/money.md alone.
 * CHAIN_SECONDS=300 runs them for longer; CHAIN_SEED=random, or a number, runs other chains.
 */
import { indianDay } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { makeOrder, orderLineOf } from '../src/demo/factories.ts';
import { payableOf } from '../src/payments/payable.ts';
import { storePayments, storeReturns } from '../src/payments/store.ts';
import { verifyBooks } from '../src/payments/verify.ts';
import { type Answer, type Api, type Caller, startApi } from './api.ts';
import { acceptMemo } from './books.ts';
import { newMember } from './members.ts';

const SECONDS = Number(process.env['CHAIN_SECONDS'] ?? 12);
const SEED = process.env['CHAIN_SEED'] ?? '34';
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

/** Numbers that choose from the existing records and users, and the amount or quantity in percent. */
interface Choice {
  what: number;
  who: number;
  share: number;
}
const ORDERED = 100;
/** The rupees by which one order line, with its rounding, may exceed the accepted value. */
const TOLERANCE = 11;

/** One vendor with an order of 100 pieces at ₹100 and 5% tax, and the documents created for it so far. */
class Chain {
  readonly vendor: Caller;
  readonly orders: string[];
  readonly log: string[] = [];
  readonly isStrict: boolean;
  /** The IDs of the accepted memos and opening balances. */
  readonly accepted = new Set<string>();
  returns = 0;
  systemPaid = 0;

  constructor(vendor: Caller, orders: string[], isStrict: boolean) {
    this.vendor = vendor;
    this.orders = orders;
    this.isStrict = isStrict;
  }

  /** Records an acceptance, because the records themselves do not contain it. */
  async accept(id: string, answer: Promise<Answer>): Promise<Answer> {
    const { status, ...rest } = await answer;
    if (status === 200) this.accepted.add(id);
    return { status, ...rest };
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
      sql`select * from (${queries[table]}) found order by found.id::bigint`,
    );
    return rows[what % Math.max(1, rows.length)];
  }
}

const buyer = ({ who }: Choice) => buyers[who % buyers.length] as Caller;
/** Usually the vendor, and sometimes a buyer user on its behalf. */
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

/** Pays the payable amount of an invoice, or the part that `amountOf` makes of it. */
async function paidOf(chain: Chain, choice: Choice, found: { id: string; number: string }, amountOf: (payable: Decimal) => Decimal) {
  const { payable } = (await chain.vendor.get(`/api/invoice/getInvoiceValue/${found.number}`, { invoiceId: found.id })).body;
  return buyer(choice).post('/api/vendorPaymentReport/create', {
    userID: chain.owner,
    invoiceNumber: found.number,
    invoiceId: found.id,
    amount: amountOf(new Decimal(payable ?? 0)).toNumber(),
    paymentMode: 'online',
  });
}

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
      issuer: choice.share % 5 === 4 ? 'buyer' : 'vendor',
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
    return found && chain.accept(`memo ${found.id}`, acceptMemo(api, enterer(chain, choice), kind, { _id: found.id }));
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
    return found && paidOf(chain, choice, found, (payable) => payable);
  },
  payAbove: async (chain, choice) => {
    const found = await chain.pick('invoices', choice);
    return found && paidOf(chain, choice, found, (payable) => payable.plus('0.01'));
  },
  payBoth: async (chain, choice) => {
    const both = [choice, { ...choice, what: choice.what + 1 + (choice.share % 3), who: choice.who + 1 }];
    const answers = await Promise.all(both.map((each) => Promise.resolve(STEPS['payInFull']?.(chain, each))));
    return answers.find((answer) => answer?.status === 200) ?? answers[0];
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
      found &&
      (choice.share % 3 === 0
        ? buyer(choice).put(`${path}/reverse`, { reason: 'Wrong' })
        : chain.accept(`opening ${found.id}`, buyer(choice).put(`${path}/accept`)))
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
/** Steps that most others need are more frequent. */
const OFTEN = ['receive', 'invoice', 'invoice', 'approve', 'approve', 'pay', 'payInFull', 'payInFull', 'payBoth', 'note', 'claimOfBuyer'];
const NAMES = [...Object.keys(STEPS), ...OFTEN, ...OFTEN];
/** The calls that pay money out by the rules. */
const PAYS = new Set(['pay', 'payInFull', 'payAbove', 'payBoth', 'transfer', 'decideReport', 'advance']);

interface MemoFact extends Record<string, unknown> {
  isTaken: boolean;
  id: string;
  kind: 'debit' | 'credit';
  issuer: 'vendor' | 'buyer';
  amount: string;
  invoice: string | null;
  claim: string | null;
  isReversed: boolean;
}

const sumOf = (amounts: readonly Decimal.Value[]) => amounts.reduce<Decimal>((sum, amount) => sum.plus(amount), new Decimal(0));

/**
 * The amounts owed, held and payable of each invoice, computed from the documents and their acceptance. It reads neither stored sums, nor
 * statuses and generated columns of memos, nor the server's own functions.
 */
async function ledgerOf({ owner, isStrict, accepted }: Chain) {
  const { db } = api.ctx;
  const rows = <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) => db.rows<Row>(query);
  const invoices = await rows<{ id: string; value: string; state: string }>(sql`
    select id::text, value::text, match_state as state from invoices where vendor_id = ${owner}`);
  const memos = await rows<MemoFact>(sql`
    select id::text, kind, issuer, coalesce(amount, 0)::text as amount, invoice_id::text as invoice, claim_id::text as claim,
      reversed_on is not null as "isReversed", taken_by is not null as "isTaken" from memos where vendor_id = ${owner}`);
  const payments = await rows<{ id: string; amount: string; back: string | null }>(sql`
    select id::text, amount::text, reversal_of::text as back from payments where vendor_id = ${owner}`);
  const openings = await rows<{ id: string; amount: string; isReversed: boolean }>(sql`
    select id::text, amount::text, reversed_on is not null as "isReversed" from opening_balances where vendor_id = ${owner}`);
  const placed = await rows<{ invoice: string | null; payment: string | null; memo: string | null; amount: string }>(sql`
    select invoice_id::text as invoice, payment_id::text as payment, memo_id::text as memo, sum(amount)::text as amount
    from allocations where vendor_id = ${owner} group by invoice_id, payment_id, memo_id`);

  const live = memos.filter(({ isReversed }) => !isReversed);
  const answered = (claim: MemoFact) => sumOf(live.flatMap(({ claim: of, amount }) => (of === claim.id ? amount : [])));
  const left = (memo: MemoFact) => Decimal.max(0, new Decimal(memo.amount).minus(answered(memo)));
  // A claim that a payment took needs no acceptance.
  const isAccepted = ({ id, isTaken }: { id: string; isTaken?: boolean }) => isTaken === true || accepted.has(`memo ${id}`);
  const isClaim = ({ kind, issuer }: MemoFact) => kind === 'debit' && issuer === 'buyer';
  // A vendor's credit memo lowers the amount immediately, a claim of the buyer once the vendor has accepted it; all others raise it once
  // accepted.
  const lowers = (memo: MemoFact) => (memo.kind === 'credit' && memo.issuer === 'vendor') || (isClaim(memo) && isAccepted(memo));
  const raises = (memo: MemoFact) => !isClaim(memo) && (memo.kind === 'credit') === (memo.issuer === 'buyer') && isAccepted(memo);
  const holds = (memo: MemoFact) => isClaim(memo) && !isAccepted(memo) && memo.invoice !== null;
  const isAgreed = ({ state }: { state: string }) => (isStrict ? ['approved'] : ['matched', 'released', 'approved']).includes(state);

  const bills = invoices.map((invoice) => {
    const own = live.filter((memo) => memo.invoice === invoice.id);
    const raised = sumOf(own.filter(raises).map(left));
    const settled = sumOf(placed.flatMap((each) => (each.invoice === invoice.id ? each.amount : [])));
    const balance = new Decimal(invoice.value).plus(raised).minus(settled);
    return {
      ...invoice,
      agreed: isAgreed(invoice),
      asked: new Decimal(invoice.value).plus(raised),
      balance,
      held: sumOf(own.filter(holds).map(left)),
    };
  });
  const held = sumOf(live.filter(holds).map(left));
  const owed = sumOf(bills.filter(({ agreed }) => agreed).map(({ asked }) => asked))
    .plus(sumOf(openings.filter(({ id, isReversed }) => !isReversed && accepted.has(`opening ${id}`)).map(({ amount }) => amount)))
    .minus(sumOf(payments.map(({ amount }) => amount)))
    .minus(sumOf(live.filter(lowers).map(left)));
  const whole = owed.minus(held);
  const payable = new Map(
    bills.map(({ id, agreed, balance, held: own }) => [
      id,
      agreed ? Decimal.max(0, Decimal.min(balance.minus(own), whole)) : new Decimal(0),
    ]),
  );
  /** The amounts that memos settle and hold on account, with the documents they come from. */
  const memoParts = new Map(
    memos.map((memo) => [
      memo.id,
      {
        placed: sumOf(placed.flatMap((each) => (each.memo === memo.id ? each.amount : []))),
        due: !memo.isReversed && lowers(memo) ? left(memo) : new Decimal(0),
      },
    ]),
  );
  const reversals = payments.flatMap(({ id, back }) => (back === null ? [] : { id, back }));
  return {
    bills,
    rooms: new Map(bills.map(({ id, agreed, balance, held: own }) => [id, agreed ? balance.minus(own) : new Decimal(0)])),
    held,
    owed,
    whole,
    payable,
    memoParts,
    reversals,
    payments,
    placed,
  };
}
type Ledger = Awaited<ReturnType<typeof ledgerOf>>;

/** Compares the server's amounts, per invoice and for the vendor, with those of the documents. */
async function expectLedger({ owner }: Chain, ledger: Ledger): Promise<void> {
  const told = await payableOf(api.ctx.db, sql`invoices.vendor_id = ${owner}`);
  const differ = (name: string, one: Decimal.Value | undefined, other: Decimal.Value | undefined) => {
    if (one === undefined || other === undefined || !new Decimal(one).eq(other))
      throw new Error(`${name} is told as ${one?.toString()}, and is ${other?.toString()} by the documents`);
  };
  for (const { id, balance, held, owed, heldOfAll, payable } of told) {
    const own = ledger.bills.find((invoice) => invoice.id === id);
    differ(`the balance of invoice ${id}`, balance, own?.balance);
    differ(`what is held of invoice ${id}`, held, own?.held);
    differ('what is owed', owed, ledger.owed);
    differ('what is held of all', heldOfAll, ledger.held);
    differ(`what is payable of invoice ${id}`, payable, ledger.payable.get(id));
  }
  for (const [id, { placed, due }] of ledger.memoParts) differ(`what memo ${id} settles and has on account`, placed, due);
  for (const { id, back } of ledger.reversals) {
    const both = [id, back];
    const amounts = ledger.payments.filter((payment) => payment.id === back || payment.back === back).map(({ amount }) => amount);
    differ(`payment ${back} with its reversal`, sumOf(amounts), 0);
    for (const invoice of new Set(ledger.placed.map((each) => each.invoice))) {
      const parts = ledger.placed.filter((each) => each.invoice === invoice && each.payment !== null && both.includes(each.payment));
      differ(`what payment ${back} and its reversal settle of invoice ${invoice ?? 'none'}`, sumOf(parts.map(({ amount }) => amount)), 0);
    }
  }
}

/** The last payment of the portal, and which part of it settles which invoice. */
const newPayments = (owner: string, after: string) =>
  api.ctx.db.rows<{ id: string; amount: string; invoice: string | null; order: string | null; part: string }>(sql`
    select payments.id::text, payments.amount::text, allocations.invoice_id::text as invoice, order_id::text as "order", allocations.amount::text as part
    from payments join allocations on payment_id = payments.id
    where payments.vendor_id = ${owner} and payments.id > ${after} and source = 'portal' and reversal_of is null`);

/**
 * The amounts settled since an allocation, without the claims that payments took; for an advance that settles another order's invoice, also
 * the invoices of its own order.
 */
const newlySettled = (owner: string, after: string) =>
  api.ctx.db.rows<{ invoice: string; amount: string; passedOver: string[] }>(sql`
    with billing as (
      select invoice_lines.invoice_id as invoice, invoice_lines.order_id as orders from invoice_lines
      union select invoices.id, head.id from invoices join purchase_orders head
        on head.vendor_id = invoices.vendor_id and code_key(head.number) = code_key(invoices.po_number) where invoices.line_count = 0)
    select part.invoice_id::text as invoice, part.amount::text as amount, case
      when paying.order_id is null or exists (select from billing where billing.invoice = part.invoice_id and orders = paying.order_id) then '{}'
      else array(select billing.invoice::text from billing where orders = paying.order_id) end as "passedOver"
    from allocations part left join payments paying on paying.id = part.payment_id
    where part.vendor_id = ${owner} and part.id > ${after} and part.invoice_id is not null and part.amount > 0
      and not exists (select from memos where memos.id = part.memo_id and memos.invoice_id = part.invoice_id and taken_by is not null)`);

async function lastAllocation(owner: string): Promise<string> {
  return (await api.ctx.db.one<{ id: string }>(sql`select coalesce(max(id), 0)::text as id from allocations where vendor_id = ${owner}`))
    .id;
}

async function lastPayment(owner: string): Promise<string> {
  return (await api.ctx.db.one<{ id: string }>(sql`select coalesce(max(id), 0)::text as id from payments where vendor_id = ${owner}`)).id;
}

/** Checks that unreleased invoices bill no more of an order than the accepted quantity less returns, at the order's price with taxes. */
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

/** Checks with the log that no user paid what they entered or approved, or approved what they entered. */
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

/**
 * Checks that the entries add up to the balances of agreed invoices less the amount on account, and to the stored totals, and that no
 * balance is negative.
 */
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
  last: { payment: string; allocation: string },
  { before, after }: { before: Ledger; after: Ledger },
): Promise<void> {
  const paid = await newPayments(chain.owner, last.payment);
  const isAdvance = names.includes('advance') || names.includes('decideReport');
  const settled = new Map<string, Decimal>();
  if (names.some((name) => PAYS.has(name)))
    for (const { invoice, amount, passedOver } of await newlySettled(chain.owner, last.allocation)) {
      settled.set(invoice, (settled.get(invoice) ?? new Decimal(0)).plus(amount));
      // An advance first settles the amounts owed for its own order; the invoice that is being paid takes none of it.
      const own = passedOver.filter((id) => after.rooms.get(id)?.gt(0) === true && !paid.some((each) => each.invoice === id));
      if (own.length > 0) throw new Error(`an advance settled invoice ${invoice} and passed over ${own.join()} of its order`);
    }
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

/**
 * Returns some of the 70 billed pieces; 90 were accepted. Their cost is claimed, and exactly 20 more pieces may be billed, because returned
 * pieces count neither as accepted nor as billed.
 */
async function expectReturn(chain: Chain, share: number): Promise<void> {
  const { held } = await ledgerOf(chain);
  await STEPS['return']?.(chain, { what: 0, who: 1, share });
  const claimed = (await ledgerOf(chain)).held.minus(held);
  const cost = 105 * (1 + Math.floor(share / 10));
  if (!claimed.eq(cost)) throw new Error(`${claimed.toFixed(2)} is claimed of goods that cost ${cost}`);
  const bill = async (quantity: number) => billed(chain, { what: 0, who: 4, share: 0 }, [{ orderId: chain.orders[0], line: 1, quantity }]);
  const more = await chain.vendor.post('/api/invoice/create', { ...(await bill(21)), invoiceNumber: String(api.serial()) });
  const right = await chain.vendor.put(`/api/invoice/edit/${more.body.data?._id}`, await bill(20));
  const states = [more, right].map(({ body }) => body.data?.matchState);
  if (states.join() !== 'exception,matched') throw new Error(`21 and 20 of 20 pieces that are left are ${states.join(' and ')}`);
}

/** The number of accepted calls and of all calls, per step. */
const counts = new Map<string, { done: number; all: number }>();
function count(name: string, answer: Answer | undefined): void {
  const { done: accepted, all } = counts.get(name) ?? { done: 0, all: 0 };
  if (process.env['CHAIN_SAYS'] !== undefined && answer?.status !== 200)
    console.info(name, answer?.status, JSON.stringify(answer?.body ?? null).slice(0, 160));
  counts.set(name, { done: accepted + (answer?.status === 200 ? 1 : 0), all: all + 1 });
}

type Chosen = readonly [string, Choice, boolean];

/** @param mustPass requires that each step is accepted. */
async function run(choices: readonly Chosen[], isStrict: boolean, mustPass = false): Promise<void> {
  await api.ctx.db.execute(sql`
    update portal_settings set duties = true, pay_only_matched = true, pay_only_approved = ${isStrict}, vendor_payments_reported = true, advance_percent = 30`);
  const vendor = await api.newVendor();
  const orders: string[] = [];
  for (const number of ['71', '72']) {
    orders.push(await makeOrder(api.ctx, vendor.user.id, number, { lines: [orderLineOf({ quantity: String(ORDERED), hsnCode: null })] }));
  }
  await api.ctx.db.execute(sql`update purchase_orders set source = 'embedded' where id = any(${orders}::bigint[])`);
  const chain = new Chain(vendor, orders, isStrict);
  // The chain starts with two payable invoices, so that most chains reach a payment. Of the 120 pieces received, 30 are rejected.
  await STEPS['receive']?.(chain, { what: 0, who: 0, share: 120 });
  for (const share of [40, 30]) await STEPS['invoice']?.(chain, { what: 0, who: 4, share });
  for (const what of [0, 1]) await STEPS['approve']?.(chain, { what, who: 4, share: 0 });
  await expectReturn(chain, choices[0]?.[1].share ?? 0);
  let before = await ledgerOf(chain);
  for (let at = 0; at < choices.length; at += 1) {
    const [name, choice, isWithNext] = choices[at] ?? ['', { what: 0, who: 0, share: 0 }, false];
    const together =
      isWithNext && at + 1 < choices.length
        ? [[name, choice] as const, choices[at + 1] ?? ([name, choice] as const)]
        : [[name, choice] as const];
    if (together.length > 1) at += 1;
    const last = { payment: await lastPayment(chain.owner), allocation: await lastAllocation(chain.owner) };
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
      if (mustPass && answers.some((answer) => answer?.status !== 200)) throw new Error('a step was refused');
      for (const answer of answers)
        // A call may wait for another one longer than the lock timeout.
        if (answer !== undefined && answer.status >= 500 && answer.status !== 503)
          throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
      const ledger = await ledgerOf(chain);
      await expectLedger(chain, ledger);
      await expectEntries(chain);
      await expectBilled(chain);
      await expectApart(chain);
      // The payable amounts at the time of two concurrent calls are known only if both calls pay.
      if (names.every((step) => PAYS.has(step)) || names.length === 1) await expectPaid(chain, names, last, { before, after: ledger });
      before = ledger;
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${chain.log.join('\n')}`, { cause: error });
    }
  }
  const { differences } = await verifyBooks(api.ctx.db);
  if (differences.length > 0) throw new Error(`the books differ: ${JSON.stringify(differences)}\n${chain.log.join('\n')}`);
}

const by = (name: string, what: number, who: number, share: number): Chosen => [name, { what, who, share }, false];
/** One of each step that moves money; all of them are accepted. */
const ONE_OF_EACH: readonly Chosen[] = [
  by('claimOfBuyer', 0, 0, 10),
  // A vendor's credit memo counts immediately, a concession of the buyer once another user has accepted it.
  by('note', 1, 21, 10),
  by('note', 2, 3, 14),
  by('acceptMemo', 1, 7, 0),
  // The advance of the second order is set off against the part of its invoice that a claim does not hold.
  by('advance', 1, 2, 20),
  by('decideReport', 0, 3, 0),
  by('receive', 1, 1, 50),
  by('invoice', 1, 4, 20),
  by('approve', 3, 4, 0),
  by('claimOfBuyer', 3, 0, 60),
  by('payInFull', 0, 2, 0),
  // A claim on a paid invoice lowers the payable amount of the others.
  by('claimOfBuyer', 0, 0, 60),
  by('reversePayment', 1, 3, 0),
  by('reversePayment', 0, 3, 0),
  // Two users pay invoices of different orders concurrently, and a claim on a paid invoice leaves less than both amounts.
  by('payInFull', 0, 2, 0),
  by('claimOfBuyer', 0, 0, 20),
  by('payBoth', 1, 2, 1),
];

test.each([{ isStrict: false }, { isStrict: true }])(
  'one chain with each step balances if only approved invoices can be paid: $isStrict',
  ({ isStrict }) => run(ONE_OF_EACH, isStrict, true),
  120_000,
);

const choice = fc.noBias(fc.record({ what: fc.nat(11), who: fc.nat(63), share: fc.integer({ min: 0, max: 120 }) }));
const step = fc.tuple(fc.constantFrom(...NAMES), choice, fc.boolean());

test(
  'chains of orders, receipts, invoices, notes, claims and payments keep account, match, limits and duties',
  async () => {
    const seed = SEED === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(SEED);
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
