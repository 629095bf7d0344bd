import { answerTolerances } from '@aapurti/contract/settings/answerTolerances';
import { dispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { indianDay } from '@aapurti/contract/ground/fields';
import { answers } from '@aapurti/contract/purchase-orders/orderAnswers';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { saveTransport } from '../dispatch-notes/saveGoods.ts';
import { releaseInvoice } from '../invoices/decisions.ts';
import { sendAnswers } from '../purchase-orders/answers.ts';
import { saveTolerances } from '../purchase-orders/tolerances.ts';
import { Hauling, PACKED } from './haul.ts';
import { CHAIN_ORDER, DRAFT_ORDER, SENT_ORDER } from './orders.ts';
import { DAY, type Step } from './steps.ts';
import { type DemoVendor, type Old, orderAt } from './vendors.ts';

/**
 * The chain from order confirmation to matched invoices, for each vendor: an order confirmed by line, received with a rejection, and
 * invoiced three times: matched, above the accepted quantity, and at a higher price that was released. One more delivery is in transit, and
 * one dispatch note is a draft.
 */
export function chainSteps(ctx: Context, vendor: DemoVendor<Old>, buyer: Actor): Step[] {
  const made = new Chain(ctx, vendor, buyer);
  return [
    { days: 11, run: () => made.answered() },
    { days: 3, run: () => made.sent() },
    { days: 2, run: () => made.received() },
    { days: 1, run: () => made.matched() },
    { days: 1, run: () => made.onTheWay() },
    { days: 0, run: () => made.excepted() },
    { days: 0, run: () => made.drafted() },
  ];
}

class Chain extends Hauling {
  readonly #packed: (typeof PACKED)[Old];
  readonly #order: (number: string) => string;
  #note = '';

  constructor(ctx: Context, vendor: DemoVendor<Old>, buyer: Actor) {
    super(ctx, vendor, buyer);
    this.#packed = PACKED[vendor.who];
    this.#order = (number) => orderAt(vendor.who, number);
  }

  /** Two days later than ordered is within the vendor's tolerances, so the order is acknowledged immediately. */
  async answered(): Promise<void> {
    const [first, ...others] = await this.lines(this.#order(CHAIN_ORDER));
    if (first === undefined) throw new Error('the demo has this order');
    const userID = this.actor.id;
    const tolerances = { daysLate: 3, quantityLess: 5, quantityMore: 0, priceMore: 0 };
    await saveTolerances(this.ctx, this.buyer, answerTolerances.save.body.parse({ ...tolerances, userID }));
    const late = indianDay(new Date(Date.parse(first.deliverBy) + 2 * DAY));
    const change = {
      decision: 'change',
      promises: [{ quantity: first.quantity, date: late }],
      reason: 'late',
      remark: 'One lorry for all',
    };
    const lines = [{ line: first.line, ...change }, ...others.map(({ line }) => ({ line, decision: 'accept' }))];
    await sendAnswers(this.at(11), this.actor, first.orderId, answers.send.body.parse({ lines }));
  }

  /** Two batches of the first line, cartons on a pallet, and two vehicles that share the goods. */
  async sent(): Promise<void> {
    const [first, ...others] = await this.lines(this.#order(CHAIN_ORDER));
    if (first === undefined) throw new Error('the demo has this order');
    const [pallet, carton, other] = this.#packed.ssccs;
    const dates = { madeOn: this.day(40), bestBefore: this.day(-200) };
    const batch = (quantity: number, name: string) => ({ ...first, quantity, batch: name, ...dates });
    const lines = [batch(60, 'B-1107'), batch(40, 'B-1112'), ...others.map((line) => ({ ...line, batch: 'B-1098', ...dates }))];
    const id = await this.note(2, 3, first, 12);
    const [one, two] = this.firm.vehicles;
    await this.save(3, id, {
      expectedOn: this.day(2),
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
    await this.leave(3, id, this.#packed.bills[1]);
    this.#note = id;
  }

  /** The receipt rejects 8 damaged pieces of the first line. */
  async received(): Promise<void> {
    const lines = (await this.lines(this.#order(CHAIN_ORDER))).map(({ orderId, line, quantity }, index) => ({
      orderId,
      line,
      quantity,
      ...(index === 0 ? { rejected: 8, reason: 'damaged', remark: 'Torn in transit' } : {}),
    }));
    await this.receive(2, 'GRN-0881', this.#note, lines);
  }

  async matched(): Promise<void> {
    const [, second, third] = await this.#billable();
    if (second === undefined || third === undefined) throw new Error('the order has four lines');
    await this.invoice(this.#packed.invoices[1], 1, this.#order(CHAIN_ORDER), [second, third]);
  }

  /** The invoice bills 100, though 92 were accepted, and another line at a higher price. */
  async excepted(): Promise<void> {
    const [first, , , fourth] = await this.#billable();
    if (first === undefined || fourth === undefined) throw new Error('the order has four lines');
    const [, , exceeding, dearer] = this.#packed.invoices;
    await this.invoice(exceeding, 0, this.#order(CHAIN_ORDER), [first]);
    const raised = await this.invoice(dearer, 0, this.#order(CHAIN_ORDER), [{ ...fourth, unitPrice: (fourth.price * 1.05).toFixed(2) }]);
    const reason = 'The new price was agreed on the phone; the order is amended this week';
    await releaseInvoice(this.ctx, this.buyer, raised, { reason, runId: null });
  }

  async #billable() {
    const lines = await this.lines(this.#order(CHAIN_ORDER));
    return lines.map(({ orderId, line, quantity, price }) => ({ orderId, line, quantity, price }));
  }

  /** The goods change vehicles on the way, so the delivery challan was printed twice. */
  async onTheWay(): Promise<void> {
    const [first, second, third] = await this.lines(this.#order(SENT_ORDER));
    if (first === undefined || second === undefined || third === undefined) throw new Error('the demo has this order');
    const id = await this.note(3, 1, first, 30);
    const lines = [first, second, third].map((line) => ({ ...line, batch: 'B-1121', madeOn: this.day(20), bestBefore: this.day(-160) }));
    const [one, , other] = this.firm.vehicles;
    await this.save(1, id, { expectedOn: this.day(-1), lines, vehicles: [{ number: one }] });
    await this.leave(1, id, this.#packed.bills[2]);
    const { distance } = this.firm;
    const transport = { expectedOn: this.day(-1), distance, mode: 'road', vehicles: [{ number: other }] };
    await saveTransport(this.ctx, this.actor, id, dispatchGoods.transport.body.parse(transport));
  }

  async drafted(): Promise<void> {
    const [first] = await this.lines(this.#order(DRAFT_ORDER));
    if (first === undefined) throw new Error('the demo has this order');
    const id = await this.note(4, 0, first, 4);
    await this.save(0, id, { lines: [first], vehicles: [] });
  }
}
