import { answerTolerances } from '@aapurti/contract/settings/answerTolerances';
import { dispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { indianDay } from '@aapurti/contract/ground/fields';
import { invoices } from '@aapurti/contract/invoices/invoices';
import { matching } from '@aapurti/contract/invoices/matching';
import { answers } from '@aapurti/contract/purchase-orders/orderAnswers';
import { receipts } from '@aapurti/contract/receipts/receipts';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { moveGoods } from '../dispatch-notes/moveGoods.ts';
import { saveGoods, saveTransport } from '../dispatch-notes/saveGoods.ts';
import { takeEwayResults } from '../dispatch-notes/ewayNumbers.ts';
import { checkInvoice } from '../invoices/check.ts';
import { releaseInvoice } from '../invoices/decisions.ts';
import { addInvoice } from '../invoices/invoices.ts';
import { sendAnswers } from '../purchase-orders/answers.ts';
import { saveTolerances } from '../purchase-orders/tolerances.ts';
import { enterReceipt } from '../receipts/receipts.ts';
import { makeDispatchNote } from './factories.ts';
import type { DemoVendor } from './money.ts';
import { CHAIN_ORDER, DRAFT_ORDER, SENT_ORDER } from './orders.ts';

const DAY = 86_400_000;

interface Haul {
  series: string;
  /** Kilometres to the buyer's warehouse. */
  distance: number;
  vehicles: readonly [string, string, string];
  transporter: string;
  /** The SSCCs of its packages: 17 digits and a check digit. */
  ssccs: readonly [string, string, string];
  /** E-way bill numbers. */
  bills: readonly [string, string];
  /** Numbers of its invoices with lines. */
  invoices: readonly [string, string, string];
}

const HAULS: Readonly<Record<DemoVendor['who'], Haul>> = {
  mill: {
    series: 'ARM/26-27/L',
    distance: 1390,
    vehicles: ['HR05AB4471', 'HR38X2210', 'PB11CD0932'],
    transporter: 'Karnal Golden Transport Co.',
    ssccs: ['189010301000000014', '189010301000000021', '189010301000000038'],
    bills: ['381009471120', '381009471254'],
    invoices: ['2615', '2616', '2617'],
  },
  foods: {
    series: 'SFS/DC/L',
    distance: 150,
    vehicles: ['MH12QX7705', 'MH14GH0318', 'MH12AB8810'],
    transporter: 'Deccan Cargo Movers',
    ssccs: ['189010302000000011', '189010302000000028', '189010302000000035'],
    bills: ['271004557731', '271004557846'],
    invoices: ['8112', '8113', '8114'],
  },
};

/**
 * Loads the chain from an order's answer to its matched invoices, for each vendor: an order answered by line, received with a rejection,
 * and invoiced three times: matched, over more than was accepted, and at a higher price that was released. One more lorry is on its way,
 * and a note is a draft.
 */
export async function loadChain(ctx: Context, vendors: readonly DemoVendor[], buyer: Actor): Promise<void> {
  for (const vendor of vendors) {
    const made = new Chain(ctx, vendor, buyer);
    const note = await made.answered().then(() => made.sent());
    await made.received(note);
    await made.invoiced();
    await made.onTheWay();
    await made.drafted();
  }
}

interface Line extends Record<string, unknown> {
  orderId: string;
  line: number;
  quantity: number;
  price: number;
  number: string;
  orderedOn: string;
  deliverBy: string;
}

class Chain {
  readonly #ctx: Context;
  readonly #actor: Actor;
  readonly #buyer: Actor;
  readonly #haul: Haul;

  constructor(ctx: Context, { who, actor }: DemoVendor, buyer: Actor) {
    this.#ctx = ctx;
    this.#actor = actor;
    this.#buyer = buyer;
    this.#haul = HAULS[who];
  }

  #day(ago: number): string {
    return indianDay(new Date(this.#ctx.clock().getTime() - ago * DAY));
  }

  #at(ago: number): Context {
    return { ...this.#ctx, clock: () => new Date(this.#ctx.clock().getTime() - ago * DAY) };
  }

  #lines(number: string): Promise<Line[]> {
    return this.#ctx.db.rows<Line>(sql`
      select order_id::text as "orderId", line, quantity::float8 as quantity, unit_price::float8 as price, number, ordered_on as "orderedOn",
        orders.deliver_by as "deliverBy"
      from purchase_order_lines join purchase_orders orders on orders.id = order_id
      where orders.vendor_id = ${this.#actor.id} and orders.number = ${number} order by line`);
  }

  /** Two days later than ordered is within the vendor's tolerances, so the order is acknowledged at once. */
  async answered(): Promise<void> {
    const [first, ...others] = await this.#lines(CHAIN_ORDER);
    if (first === undefined) throw new Error('the demo has this order');
    const userID = this.#actor.id;
    const tolerances = { daysLate: 3, quantityLess: 5, quantityMore: 0, priceMore: 0 };
    await saveTolerances(this.#ctx, this.#buyer, answerTolerances.save.body.parse({ ...tolerances, userID }));
    const late = indianDay(new Date(Date.parse(first.deliverBy) + 2 * DAY));
    const change = {
      decision: 'change',
      promises: [{ quantity: first.quantity, date: late }],
      reason: 'late',
      remark: 'One lorry for all',
    };
    const lines = [{ line: first.line, ...change }, ...others.map(({ line }) => ({ line, decision: 'accept' }))];
    await sendAnswers(this.#at(11), this.#actor, first.orderId, answers.send.body.parse({ lines }));
  }

  async #note(place: number, ago: number, order: Line, cartons: number): Promise<string> {
    const { series, vehicles, transporter } = this.#haul;
    const note = await makeDispatchNote(this.#at(ago), this.#actor, `${series}${place}`, {
      challanDate: this.#day(ago),
      PONumber: order.number,
      PODate: order.orderedOn,
      NumberOfCarton: cartons,
      TransporterDetails: transporter,
      VehicleNumber: vehicles[0],
      deliveryLocation: 'Aapurti Retail DC 2, Survey 114, Bhiwandi, Thane 421302',
    });
    return note._id;
  }

  async #save(ago: number, id: string, goods: object): Promise<void> {
    const form = { distance: this.#haul.distance, mode: 'road', kind: 'challan', ...goods };
    await saveGoods(this.#at(ago), this.#actor, id, dispatchGoods.save.body.parse(form));
  }

  /** Makes a note ready, gives it an e-way bill, and lets it leave. */
  async #leave(ago: number, id: string, bill: string): Promise<void> {
    const at = this.#at(ago);
    const { DCNumber } = await moveGoods(at, this.#actor, id, { move: 'ready' });
    await takeEwayResults(at, this.#actor, { text: `docNo,ewbNo\n${DCNumber},${bill}`, userID: null });
    await moveGoods(at, this.#actor, id, { move: 'leave' });
  }

  /** Two batches of the first line, cartons on a pallet, and two vehicles that share the goods. */
  async sent(): Promise<string> {
    const [first, ...others] = await this.#lines(CHAIN_ORDER);
    if (first === undefined) throw new Error('the demo has this order');
    const [pallet, carton, other] = this.#haul.ssccs;
    const dates = { madeOn: this.#day(40), bestBefore: this.#day(-200) };
    const batch = (quantity: number, name: string) => ({ ...first, quantity, batch: name, ...dates });
    const lines = [batch(60, 'B-1107'), batch(40, 'B-1112'), ...others.map((line) => ({ ...line, batch: 'B-1098', ...dates }))];
    const id = await this.#note(1, 3, first, 12);
    const [one, two] = this.#haul.vehicles;
    await this.#save(3, id, {
      expectedOn: this.#day(2),
      lines: lines.map((line) => ({ ...line, cartons: Math.ceil(line.quantity / 20) })),
      packages: [
        { kind: 'pallet', sscc: pallet, grossKg: 24, lines: [] },
        { kind: 'carton', parent: 1, sscc: carton, grossKg: 21, lines: [{ no: 1, quantity: 20 }] },
        { kind: 'carton', parent: 1, sscc: other, grossKg: 21, lines: [{ no: 2, quantity: 20 }] },
      ],
      vehicles: [
        { number: one, lines: [{ no: 1, quantity: 60 }] },
        { number: two, lines: lines.slice(1).map(({ quantity }, index) => ({ no: index + 2, quantity })) },
      ],
    });
    await this.#leave(3, id, this.#haul.bills[0]);
    return id;
  }

  /** The receipt rejects 8 damaged pieces of the first line. */
  async received(noteId: string): Promise<void> {
    const lines = (await this.#lines(CHAIN_ORDER)).map(({ orderId, line, quantity }, index) => ({
      orderId,
      line,
      quantity,
      ...(index === 0 ? { rejected: 8, reason: 'damaged', remark: 'Torn in transit' } : {}),
    }));
    const receivedOn = this.#day(2);
    const gateEntryAt = `${receivedOn}T09:10:00+05:30`;
    await enterReceipt(
      this.#at(2),
      this.#buyer,
      receipts.create.body.parse({ receiptNumber: 'GRN-0881', receivedOn, gateEntryAt, noteId, lines }),
    );
  }

  async #invoice(number: string, ago: number, lines: object[]): Promise<string> {
    const at = this.#at(ago);
    const invoiceDate = this.#day(ago);
    const { sums } = await checkInvoice(at, this.#actor, matching.check.body.parse({ invoiceDate, lines }));
    const [order] = await this.#lines(CHAIN_ORDER);
    const head = { invoiceNumber: number, invoiceDate, PONumber: CHAIN_ORDER, PODate: order?.orderedOn };
    return (await addInvoice(at, this.#actor, invoices.create.body.parse({ ...head, ...sums, lines })))._id;
  }

  async invoiced(): Promise<void> {
    const lines = await this.#lines(CHAIN_ORDER);
    const [first, second, third, fourth] = lines.map(({ orderId, line, quantity }) => ({ orderId, line, quantity }));
    if (first === undefined || second === undefined || third === undefined || fourth === undefined)
      throw new Error('the order has four lines');
    const [matched, exceeding, dearer] = this.#haul.invoices;
    await this.#invoice(matched, 1, [second, third]);
    // 100, though 92 were accepted.
    await this.#invoice(exceeding, 0, [first]);
    const raised = await this.#invoice(dearer, 0, [{ ...fourth, unitPrice: ((lines[3]?.price ?? 0) * 1.05).toFixed(2) }]);
    const reason = 'The new price was agreed on the phone; the order is amended this week';
    await releaseInvoice(this.#ctx, this.#buyer, raised, { reason, runId: null });
  }

  /** The goods go on another lorry than they left on: the paper was printed twice. */
  async onTheWay(): Promise<void> {
    const [first, second, third] = await this.#lines(SENT_ORDER);
    if (first === undefined || second === undefined || third === undefined) throw new Error('the demo has this order');
    const id = await this.#note(2, 1, first, 30);
    const lines = [first, second, third].map((line) => ({ ...line, batch: 'B-1121', madeOn: this.#day(20), bestBefore: this.#day(-160) }));
    const [one, , other] = this.#haul.vehicles;
    await this.#save(1, id, { expectedOn: this.#day(-1), lines, vehicles: [{ number: one }] });
    await this.#leave(1, id, this.#haul.bills[1]);
    const { distance } = this.#haul;
    const transport = { expectedOn: this.#day(-1), distance, mode: 'road', vehicles: [{ number: other }] };
    await saveTransport(this.#ctx, this.#actor, id, dispatchGoods.transport.body.parse(transport));
  }

  async drafted(): Promise<void> {
    const [first] = await this.#lines(DRAFT_ORDER);
    if (first === undefined) throw new Error('the demo has this order');
    const id = await this.#note(3, 0, first, 4);
    await this.#save(0, id, { lines: [first], vehicles: [] });
  }
}
