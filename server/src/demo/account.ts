import { comments } from '@aapurti/contract/comments/comments';
import { payments } from '@aapurti/contract/payments/payments';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql from 'sql-template-tag';

import { addComment } from '../comments/comments.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../ground/actor.ts';
import { reversePayment } from '../payments/pay.ts';
import { enterAdvance } from '../payments/reported.ts';
import { storeReturns } from '../payments/store.ts';
import { makeMemo, samplePdf, withMembership } from './factories.ts';
import { Hauling, PACKED } from './haul.ts';
import { numberAt } from './money.ts';
import { ACCOUNT_ORDER } from './orders.ts';
import type { Step } from './steps.ts';
import { type DemoVendor, type Old, orderAt } from './vendors.ts';

const RECEIPT = 'GRN-0867';

/** The list positions of the invoices paid by the returned cheque, and of those paid by the last transfer. */
const PLACES = { mill: { cheque: 5, transfer: [10, 12] }, foods: { cheque: 3, transfer: [8, 9] } } as const;

/**
 * The vendor's account: a returned cheque; an order with an advance, short supply and a dispute; a purchase return, claimed and credited;
 * and a payment that sets off the advance and the credit on account.
 */
export function accountSteps(ctx: Context, vendor: DemoVendor<Old>, buyer: Actor): Step[] {
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
  readonly #who: Old;
  readonly #order: string;
  #cheque = '';
  #note = '';
  #receipt = '';
  #invoice = '';

  constructor(ctx: Context, vendor: DemoVendor<Old>, buyer: Actor) {
    super(ctx, vendor, buyer);
    this.#who = vendor.who;
    this.#order = orderAt(vendor.who, ACCOUNT_ORDER);
  }

  async #balances(places: readonly number[]): Promise<{ id: string; balance: string }[]> {
    return this.ctx.db.rows(sql`
      select id::text, balance from invoices
      where vendor_id = ${this.actor.id} and number = any(${places.map((place) => numberAt(this.#who, place))}::text[]) order by invoices.id`);
  }

  async chequePaid(at: Context): Promise<void> {
    const [invoice] = await this.#balances([PLACES[this.#who].cheque]);
    if (invoice === undefined) throw new Error('the demo has this invoice');
    const amount = new Decimal(invoice.balance).div(2).toFixed(2);
    this.#cheque = await this.pay(at, [{ id: invoice.id, amount }], { paymentMode: 'cheque', reference: '004417' });
  }

  /** The invoice is open again from this day. */
  async chequeReturned(at: Context): Promise<void> {
    const reason = 'Returned by the bank: the signature differs';
    await reversePayment(at, this.buyer, this.#cheque, payments.reverse.body.parse({ reason }));
  }

  /** Some 30% of the order's value. */
  async advanced(at: Context): Promise<void> {
    const order = await this.ctx.db.one<{ id: string; value: string }>(sql`
      select id::text, value from purchase_orders where vendor_id = ${this.actor.id} and number = ${this.#order}`);
    const amount = new Decimal(order.value).times(0.003).floor().times(100).toFixed(2);
    const transfer = { paymentMode: 'online', onlineKind: 'neft', reference: this.utr(at), Remarks: 'Advance with the order' };
    await enterAdvance(at, this.buyer, payments.advance.body.parse({ userID: this.actor.id, orderId: order.id, amount, ...transfer }));
  }

  async sent(): Promise<void> {
    const lines = await this.lines(this.#order);
    const [first] = lines;
    if (first === undefined) throw new Error('the demo has this order');
    this.#note = await this.note(1, 10, first, 26);
    const goods = lines.map((line) => ({ ...line, batch: 'B-1083', madeOn: this.day(45), bestBefore: this.day(-190) }));
    await this.save(10, this.#note, { expectedOn: this.day(9), lines: goods, vehicles: [{ number: this.firm.vehicles[0] }] });
    await this.leave(10, this.#note, PACKED[this.#who].bills[0]);
  }

  /** The receipt is 12 short on the first line and rejects 6 of the second. */
  async receivedShort(): Promise<void> {
    const lines = (await this.lines(this.#order)).map(({ orderId, line, quantity }, index) => ({
      orderId,
      line,
      quantity: index === 0 ? quantity - 12 : quantity,
      ...(index === 1 ? { rejected: 6, reason: 'quality', remark: 'Seams of the packs open' } : {}),
    }));
    this.#receipt = await this.receive(9, RECEIPT, this.#note, lines);
  }

  /** The vendor invoices the accepted quantities. */
  async billed(): Promise<void> {
    const accepted = (await this.lines(this.#order)).map(({ orderId, line, quantity }, index) => ({
      orderId,
      line,
      quantity: quantity - ([12, 6][index] ?? 0),
    }));
    this.#invoice = await this.invoice(PACKED[this.#who].invoices[0], 9, this.#order, accepted);
  }

  /** Buyer and vendor disagree about the received quantities. */
  async disputed(at: Context): Promise<void> {
    const say = async (actor: Actor, text: string, attachments: Parameters<typeof addComment>[3] = []) => {
      const about = { documentKind: 'receipt', documentId: this.#receipt, text };
      const { _id } = await addComment(at, await withMembership(at, actor), comments.create.body.parse(about), attachments);
      await at.db.execute(sql`update comments set created_at = created_at - make_interval(days => 8) where id = ${_id}`);
    };
    await say(
      this.actor,
      'We loaded 240 of line 1. The weighbridge slip of our gate shows it: please count again before you close the order.',
      [{ name: 'Weighbridge slip.pdf', content: samplePdf('Weighbridge slip of the gate'), mediaType: 'application/pdf' }],
    );
    await say(this.buyer, 'Counted twice at the gate with your driver, who signed for 228. The 12 are not with us; ask the transporter.');
  }

  /** Four of the third line are returned after they were invoiced, and their cost is claimed. */
  async returned(at: Context): Promise<void> {
    const { source } = this.ctx.buyerSystem;
    const goods = (await this.lines(this.#order))[2];
    if (goods === undefined) throw new Error('the order has three lines');
    await at.db.transaction((tx) =>
      storeReturns(tx, source, [
        {
          externalId: `RET-${this.#who}-billed`,
          version: '1',
          supplier: this.actor.id,
          ownerId: this.actor.id,
          poNumber: this.#order,
          poDate: goods.orderedOn,
          invoiceNumber: PACKED[this.#who].invoices[0],
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

  /** The vendor's credit note replaces the claim. */
  async answered(at: Context): Promise<void> {
    const claim = await at.db.one<{ id: string; amount: number; name: string; cgst: number; sgst: number; igst: number }>(sql`
      select id::text, amount::float8 as amount, product_name as name, cgst::float8 as cgst, sgst::float8 as sgst, igst::float8 as igst
      from memos where vendor_id = ${this.actor.id} and return_id is not null and invoice_id = ${this.#invoice}`);
    await makeMemo(at, this.actor, 'credit', {
      invoiceId: this.#invoice,
      claimId: claim.id,
      memoNumber: 'CN/26-27/R01',
      memoDate: this.day(6),
      buyerPORef: this.#order,
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

  /** One transfer pays two invoices. The advance is set off against its invoice, and the credit against the oldest one. */
  async paid(at: Context): Promise<void> {
    const [one, two] = await this.#balances(PLACES[this.#who].transfer);
    if (one === undefined || two === undefined) throw new Error('the demo has these invoices');
    const half = new Decimal(two.balance).div(2).toFixed(2);
    const parts = [
      { id: one.id, amount: new Decimal(one.balance).times(0.4).toFixed(2) },
      { id: two.id, amount: half },
    ];
    await this.pay(at, parts, { paymentMode: 'online', onlineKind: 'rtgs', reference: this.utr(at) });
  }
}
