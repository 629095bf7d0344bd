import { answers } from '@aapurti/contract/purchase-orders/orderAnswers';
import { matching } from '@aapurti/contract/invoices/matching';
import { receipts } from '@aapurti/contract/receipts/receipts';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { approveInvoices } from '../invoices/decisions.ts';
import { sendAnswers } from '../purchase-orders/answers.ts';
import { cancelReceipt } from '../receipts/receipts.ts';
import { Hauling, type OrderLine } from './haul.ts';
import type { Step, Story } from './steps.ts';
import { type DemoVendor, orderAt, type Trading } from './vendors.ts';

/** The number of days from the order to each later step. Steps in the future have not happened yet. */
interface Rhythm {
  answered: number;
  sent: number;
  received: number;
  approved?: number;
  paid?: number;
}

/** The deviations of a delivery from its vendor's usual pattern. */
interface Fault {
  /** The pieces of the first line that are missing or rejected. */
  short?: number;
  rejected?: number;
  /** The receipt is entered with 60 pieces too few, cancelled and entered again. */
  recounted?: true;
  /** The percentage above the order that the vendor invoices, or proposes in its confirmation. */
  dearer?: number;
  asks?: number;
  /** The part of the invoice that is paid by cheque. */
  part?: number;
  /** The chain stops early: the note stays ready, the goods do not arrive, or the invoice is not paid. */
  until?: 'ready' | 'sent' | 'approved';
}

type Delivery = readonly [number: string, ordered: number, quantities: readonly number[], fault?: Fault];

interface Trade {
  /** The vendor's first invoice and e-way bill. */
  invoice: number;
  bill: number;
  rhythm: Rhythm;
  /** Oldest first: the order's number in its warehouse's series, days ago, and the pieces of each line. */
  deliveries: readonly Delivery[];
}

const TRADES: Readonly<Record<Trading, Trade>> = {
  // This vendor delivers on time and in full, and is paid on time.
  hills: {
    invoice: 5401,
    bill: 331_004_118_206,
    rhythm: { answered: 1, sent: 5, received: 7, approved: 9, paid: 28 },
    deliveries: [
      ['0012', 178, [480, 240]],
      ['0021', 146, [600, 360, 120]],
      ['0054', 110, [720, 240]],
      ['0079', 74, [480, 360, 240]],
      ['0104', 33, [480, 240, 120]],
      ['0119', 7, [480, 240], { until: 'sent' }],
      ['0122', 5, [240, 120], { until: 'ready' }],
      ['0128', 0, [600, 240, 120]],
    ],
  },
  // This micro or small enterprise must be paid within 45 days after the receipt, delivers short, and waits for its payment.
  press: {
    invoice: 811,
    bill: 271_006_330_415,
    rhythm: { answered: 2, sent: 7, received: 9, approved: 15, paid: 74 },
    deliveries: [
      ['0014', 171, [360, 240]],
      ['0048', 116, [360, 120], { short: 24, recounted: true }],
      ['0067', 88, [480, 240], { part: 0.4 }],
      ['0095', 64, [240, 360], { rejected: 12 }],
      ['0100', 48, [360, 240], { until: 'approved' }],
      ['0116', 11, [240, 240]],
      ['0119', 4, [360, 120]],
      ['0126', 1, [240, 240]],
    ],
  },
  // This new vendor invoices and proposes prices that differ from the order.
  care: {
    invoice: 101,
    bill: 241_008_902_117,
    rhythm: { answered: 1, sent: 4, received: 6 },
    deliveries: [
      ['0108', 18, [360, 240, 120], { dearer: 4 }],
      ['0116', 9, [240, 120], { asks: 5 }],
      ['0117', 7, [360, 240]],
      ['0126', 1, [240, 240, 120]],
    ],
  },
};

const SERIES = 'PO/2026-27/';

export function ordersTraded({ who }: Pick<DemoVendor, 'who'>): Story[] {
  return TRADES[who as Trading].deliveries.map(([number, days, quantities]) => ({
    number: SERIES + number,
    days,
    lines: quantities.length,
    status: 'Open',
    arrived: 'none',
    quantities,
  }));
}

/** All steps after one vendor's orders, each on its day. */
export function tradeSteps(ctx: Context, vendor: DemoVendor<Trading>, buyer: Actor): Step[] {
  const { deliveries } = TRADES[vendor.who];
  return deliveries.flatMap((_, place) => new Delivering(ctx, vendor, buyer, place).steps());
}

class Delivering extends Hauling {
  readonly #trade: Trade;
  readonly #place: number;
  readonly #number: string;
  readonly #ordered: number;
  readonly #fault: Fault;
  #note = '';
  #accepted: { orderId: string; line: number; quantity: number; price: number }[] = [];
  #invoice = '';

  constructor(ctx: Context, vendor: DemoVendor<Trading>, buyer: Actor, place: number) {
    super(ctx, vendor, buyer);
    const trade = TRADES[vendor.who];
    const delivery = trade.deliveries[place];
    if (delivery === undefined) throw new Error('a delivery has a row');
    const [number, ordered, , fault = {}] = delivery;
    this.#trade = trade;
    this.#place = place;
    this.#number = orderAt(vendor.who, SERIES + number);
    this.#ordered = ordered;
    this.#fault = fault;
  }

  steps(): Step[] {
    const { answered, sent, received, approved, paid } = this.#trade.rhythm;
    const { asks, until, dearer } = this.#fault;
    const arrives = asks === undefined && until !== 'ready' && until !== 'sent';
    const steps: (readonly [after: number | undefined, run: (ago: number, at: Context) => Promise<unknown>])[] = [
      [answered, (ago) => this.answer(ago)],
      [asks === undefined ? sent : undefined, (ago) => this.send(ago)],
      [arrives ? received : undefined, (ago) => this.takeIn(ago)],
      [arrives ? received : undefined, (ago) => this.bill(ago)],
      [arrives && dearer === undefined ? approved : undefined, (_, at) => this.approve(at)],
      [arrives && until !== 'approved' ? paid : undefined, (_, at) => this.settle(at)],
    ];
    return steps.flatMap(([after, run]) => {
      const days = this.#ordered - (after ?? Infinity);
      return days < 0 ? [] : [{ days, run: (at: Context) => run(days, at) }];
    });
  }

  #lines(): Promise<OrderLine[]> {
    return this.lines(this.#number);
  }

  /** The vendor accepts every line, except where it proposes another price for the first line. */
  async answer(ago: number): Promise<void> {
    const { asks } = this.#fault;
    const lines = await this.#lines();
    const sent = lines.map(({ line, quantity, price, deliverBy: date }, index) =>
      asks === undefined || index > 0
        ? { line, decision: 'accept' }
        : {
            line,
            decision: 'change',
            promises: [{ quantity, date }],
            price: raised(price, asks),
            reason: 'price',
            remark: 'Our supplier raised its list on the 1st',
          },
    );
    await sendAnswers(this.at(ago), this.actor, lines[0]?.orderId ?? '', answers.send.body.parse({ lines: sent }));
  }

  async send(ago: number): Promise<void> {
    const lines = await this.#lines();
    const [first] = lines;
    if (first === undefined) throw new Error('an order has lines');
    const cartons = Math.ceil(lines.reduce((sum, { quantity }) => sum + quantity, 0) / 24);
    this.#note = await this.note(this.#place + 1, ago, first, cartons);
    const batch = `L${String(400 + this.#place * 7)}`;
    const goods = lines.map((line) => ({ ...line, batch, madeOn: this.day(ago + 25), bestBefore: this.day(ago - 300) }));
    await this.save(ago, this.#note, {
      expectedOn: this.day(ago - 1),
      lines: goods,
      vehicles: [{ number: this.firm.vehicles[this.#place % 3] }],
    });
    const bill = String(this.#trade.bill + this.#place * 6_118_403);
    await (this.#fault.until === 'ready' ? this.makeReady(ago, this.#note, bill) : this.leave(ago, this.#note, bill));
  }

  /** The goods arrive; missing or rejected pieces belong to the first line. */
  async takeIn(ago: number): Promise<void> {
    const { short = 0, rejected = 0, recounted = false } = this.#fault;
    const lines = await this.#lines();
    const number = `GRN/${this.#number.split('/').at(-1)}`;
    const counted = (missing: number) =>
      lines.map(({ orderId, line, quantity }, index) => ({
        orderId,
        line,
        quantity: index === 0 ? quantity - missing : quantity,
        ...(index === 0 && rejected > 0 ? { rejected, reason: 'damaged', remark: 'Tins dented, oil on the cartons' } : {}),
      }));
    if (recounted) {
      const id = await this.receive(ago, `${number}/A`, this.#note, counted(60));
      const reason = 'A pallet was counted after the entry';
      await cancelReceipt(this.at(ago), this.buyer, id, receipts.cancel.body.parse({ reason }));
    }
    await this.receive(ago, number, this.#note, counted(short));
    this.#accepted = lines.map(({ orderId, line, quantity, price }, index) => ({
      orderId,
      line,
      price,
      quantity: index === 0 ? quantity - short - rejected : quantity,
    }));
  }

  async bill(ago: number): Promise<void> {
    const { dearer } = this.#fault;
    const billed = this.#accepted.map(({ price, ...line }, index) => ({
      ...line,
      ...(dearer !== undefined && index === 0 ? { unitPrice: raised(price, dearer) } : {}),
    }));
    this.#invoice = await this.invoice(String(this.#trade.invoice + this.#place), ago, this.#number, billed);
  }

  async approve(at: Context): Promise<void> {
    await approveInvoices(at, this.buyer, matching.approve.body.parse({ invoiceIdList: [this.#invoice] }));
  }

  async settle(at: Context): Promise<void> {
    const { part } = this.#fault;
    const { balance } = await this.ctx.db.one<{ balance: string }>(sql`select balance from invoices where id = ${this.#invoice}`);
    const amount = new Decimal(balance).times(part ?? 1).toFixed(2);
    const how =
      part === undefined
        ? { paymentMode: 'online', onlineKind: 'neft', reference: this.utr(at) }
        : { paymentMode: 'cheque', reference: '004502' };
    await this.pay(at, [{ id: this.#invoice, amount }], how);
  }
}

const raised = (price: number, percentage: number) => (price * (1 + percentage / 100)).toFixed(2);
