import { comments } from '@aapurti/contract/comments/comments';
import { payments } from '@aapurti/contract/payments/payments';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql, { raw } from 'sql-template-tag';

import { addComment } from '../comments/comments.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../ground/actor.ts';
import { addTransfer, reversePayment } from '../payments/pay.ts';
import { enterAdvance } from '../payments/reported.ts';
import { storeReturns } from '../payments/store.ts';
import { makeMemo, samplePdf } from './factories.ts';
import { Hauling } from './haul.ts';
import { type DemoVendor, numberAt, type Step } from './money.ts';
import { ACCOUNT_ORDER } from './orders.ts';

const RECEIPT = 'GRN-0867';

/** The places of the invoices of the cheque that the bank returned, and of those of the last transfer. */
const PLACES = { mill: { cheque: 5, transfer: [10, 12] }, foods: { cheque: 3, transfer: [8, 9] } } as const;

/**
 * The vendor's account: a cheque that the bank returned; an order with an advance, delivered short and disputed; goods that were returned, claimed
 * and credited; and a payment that sets off the advance and the credit on account.
 */
export function accountSteps(ctx: Context, vendor: DemoVendor, buyer: Actor): Step[] {
  const story = new Account(ctx, vendor, buyer);
  return [
    { days: 40, run: (at) => story.chequePaid(at) },
    { days: 38, run: (at) => story.chequeReturned(at) },
    { days: 20, run: (at) => story.advanced(at) },
    { days: 10, run: () => story.sent() },
    { days: 9, run: () => story.receivedShort() },
    { days: 9, run: () => story.billed() },
    { days: 8, run: (at) => story.disputed(at) },
    { days: 7, run: (at) => story.returned(at) },
    { days: 6, run: (at) => story.answered(at) },
    { days: 4, run: (at) => story.paid(at) },
  ];
}

class Account extends Hauling {
  readonly #who: DemoVendor['who'];
  #cheque = '';
  #note = '';
  #receipt = '';
  #invoice = '';

  constructor(ctx: Context, vendor: DemoVendor, buyer: Actor) {
    super(ctx, vendor, buyer);
    this.#who = vendor.who;
  }

  async #balances(places: readonly number[]): Promise<{ id: string; balance: string }[]> {
    return this.ctx.db.rows(sql`
      select id::text, balance from invoices
      where vendor_id = ${this.actor.id} and number = any(${places.map((place) => numberAt(this.#who, place))}::text[]) order by invoices.id`);
  }

  async #pay(at: Context, parts: readonly { id: string; amount: string }[], form: object): Promise<string> {
    const invoices = parts.map(({ id, amount }) => ({ invoiceId: id, amount }));
    const body = payments.transfer.body.parse({ userID: this.actor.id, invoices, ...form });
    return (await addTransfer(at, this.buyer, body))._id;
  }

  async chequePaid(at: Context): Promise<void> {
    const [invoice] = await this.#balances([PLACES[this.#who].cheque]);
    if (invoice === undefined) throw new Error('the demo has this invoice');
    const amount = new Decimal(invoice.balance).div(2).toFixed(2);
    this.#cheque = await this.#pay(at, [{ id: invoice.id, amount }], { paymentMode: 'cheque', reference: '004417' });
  }

  /** The invoice is open again from this day. */
  async chequeReturned(at: Context): Promise<void> {
    const reason = 'Returned by the bank: the signature differs';
    await reversePayment(at, this.buyer, this.#cheque, payments.reverse.body.parse({ reason }));
  }

  /** Some 30 % of the order's value. */
  async advanced(at: Context): Promise<void> {
    const order = await this.ctx.db.one<{ id: string; value: string }>(sql`
      select id::text, value from purchase_orders where vendor_id = ${this.actor.id} and number = ${ACCOUNT_ORDER}`);
    const amount = new Decimal(order.value).times(0.003).floor().times(100).toFixed(2);
    const transfer = { paymentMode: 'online', onlineKind: 'neft', reference: this.#utr(at), Remarks: 'Advance with the order' };
    await enterAdvance(at, this.buyer, payments.advance.body.parse({ userID: this.actor.id, orderId: order.id, amount, ...transfer }));
  }

  /** A UTR as banks give it: the bank, the year, the day of the year and a serial number. */
  #utr(at: Context): string {
    const now = at.clock();
    const day = Math.ceil((now.getTime() - Date.UTC(now.getUTCFullYear(), 0, 1)) / 86_400_000);
    const serial = (this.#who === 'mill' ? 417_000 : 938_000) + day;
    return `HDFCN${String(now.getUTCFullYear()).slice(2)}${String(day).padStart(3, '0')}${serial}`;
  }

  async sent(): Promise<void> {
    const lines = await this.lines(ACCOUNT_ORDER);
    const [first] = lines;
    if (first === undefined) throw new Error('the demo has this order');
    this.#note = await this.note(1, 10, first, 26);
    const goods = lines.map((line) => ({ ...line, batch: 'B-1083', madeOn: this.day(45), bestBefore: this.day(-190) }));
    await this.save(10, this.#note, { expectedOn: this.day(9), lines: goods, vehicles: [{ number: this.haul.vehicles[0] }] });
    await this.leave(10, this.#note, this.haul.bills[0]);
    await this.#dateBack('dispatch_notes', this.#note, 10);
  }

  /** Dates the time of entry back to the day of the step. */
  async #dateBack(table: 'comments' | 'dispatch_notes' | 'invoices' | 'receipts', id: string, days: number): Promise<void> {
    await this.ctx.db.execute(
      sql`update ${raw(table)} set created_at = created_at - make_interval(days => ${days}) where id::text = ${id}`,
    );
  }

  /** 12 of the first line are missing, and 6 of the second are rejected. */
  async receivedShort(): Promise<void> {
    const lines = (await this.lines(ACCOUNT_ORDER)).map(({ orderId, line, quantity }, index) => ({
      orderId,
      line,
      quantity: index === 0 ? quantity - 12 : quantity,
      ...(index === 1 ? { rejected: 6, reason: 'quality', remark: 'Seams of the packs open' } : {}),
    }));
    this.#receipt = await this.receive(9, RECEIPT, this.#note, lines);
    await this.#dateBack('receipts', this.#receipt, 9);
  }

  /** The vendor bills what was accepted. */
  async billed(): Promise<void> {
    const accepted = (await this.lines(ACCOUNT_ORDER)).map(({ orderId, line, quantity }, index) => ({
      orderId,
      line,
      quantity: quantity - ([12, 6][index] ?? 0),
    }));
    this.#invoice = await this.invoice(this.haul.invoices[0], 9, ACCOUNT_ORDER, accepted);
    await this.#dateBack('invoices', this.#invoice, 9);
  }

  /** The two sides disagree about what arrived. */
  async disputed(at: Context): Promise<void> {
    const say = async (actor: Actor, text: string, attachments: Parameters<typeof addComment>[3] = []) => {
      const about = { documentKind: 'receipt', documentId: this.#receipt, text };
      const member = await at.db.one<{ id: string }>(
        sql`select id::text from memberships where user_id = ${actor.id} order by memberships.id limit 1`,
      );
      const { _id } = await addComment(at, { ...actor, membershipId: member.id }, comments.create.body.parse(about), attachments);
      await this.#dateBack('comments', _id, 8);
    };
    await say(
      this.actor,
      'We loaded 240 of line 1. The weighbridge slip of our gate shows it: please count again before you close the order.',
      [{ name: 'Weighbridge slip.pdf', content: samplePdf('Weighbridge slip of the gate'), mediaType: 'application/pdf' }],
    );
    await say(this.buyer, 'Counted twice at the gate with your driver, who signed for 228. The 12 are not with us; ask the transporter.');
  }

  /** Four of the third line come back after they were billed: what they cost is claimed. */
  async returned(at: Context): Promise<void> {
    const { source } = this.ctx.buyerSystem;
    const goods = (await this.lines(ACCOUNT_ORDER))[2];
    if (goods === undefined) throw new Error('the order has three lines');
    await at.db.transaction((tx) =>
      storeReturns(tx, source, [
        {
          externalId: `RET-${this.#who}-billed`,
          version: '1',
          supplier: this.actor.id,
          ownerId: this.actor.id,
          poNumber: ACCOUNT_ORDER,
          poDate: goods.orderedOn,
          invoiceNumber: this.haul.invoices[0],
          invoiceDate: this.day(9),
          itemName: goods.itemName,
          receivedQuantity: String(goods.quantity),
          returnedQuantity: '4',
          remarks: 'Leaking packs, found on the shelf',
          raw: null,
        },
      ]),
    );
    await at.db.execute(
      sql`update memos set memo_date = ${this.day(7)}::date where vendor_id = ${this.actor.id} and return_id is not null`,
    );
  }

  /** The vendor's note takes the place of the claim. */
  async answered(at: Context): Promise<void> {
    const claim = await at.db.one<{ id: string; amount: number; name: string; cgst: number; sgst: number; igst: number }>(sql`
      select id::text, amount::float8 as amount, product_name as name, cgst::float8 as cgst, sgst::float8 as sgst, igst::float8 as igst
      from memos where vendor_id = ${this.actor.id} and return_id is not null and invoice_id = ${this.#invoice}`);
    await makeMemo(at, this.actor, 'credit', {
      invoiceId: this.#invoice,
      claimId: claim.id,
      memoNumber: 'CN/26-27/R01',
      memoDate: this.day(6),
      buyerPORef: ACCOUNT_ORDER,
      description: 'Four packs returned, leaking',
      productName: claim.name,
      itemQuantity: 4,
      unitPrice: null,
      CGST: claim.cgst,
      SGST: claim.sgst,
      IGST: claim.igst,
      amount: claim.amount,
    });
  }

  /** One transfer for two invoices. The advance is set off against its invoice, and the credit against the oldest. */
  async paid(at: Context): Promise<void> {
    const [one, two] = await this.#balances(PLACES[this.#who].transfer);
    if (one === undefined || two === undefined) throw new Error('the demo has these invoices');
    const half = new Decimal(two.balance).div(2).toFixed(2);
    const parts = [
      { id: one.id, amount: new Decimal(one.balance).times(0.4).toFixed(2) },
      { id: two.id, amount: half },
    ];
    await this.#pay(at, parts, { paymentMode: 'online', onlineKind: 'rtgs', reference: this.#utr(at) });
  }
}
