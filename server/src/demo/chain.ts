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
import { Hauling } from './haul.ts';
import type { DemoVendor } from './money.ts';
import { CHAIN_ORDER, DRAFT_ORDER, SENT_ORDER } from './orders.ts';

const DAY = 86_400_000;

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

class Chain extends Hauling {
  /** Two days later than ordered is within the vendor's tolerances, so the order is acknowledged at once. */
  async answered(): Promise<void> {
    const [first, ...others] = await this.lines(CHAIN_ORDER);
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
  async sent(): Promise<string> {
    const [first, ...others] = await this.lines(CHAIN_ORDER);
    if (first === undefined) throw new Error('the demo has this order');
    const [pallet, carton, other] = this.haul.ssccs;
    const dates = { madeOn: this.day(40), bestBefore: this.day(-200) };
    const batch = (quantity: number, name: string) => ({ ...first, quantity, batch: name, ...dates });
    const lines = [batch(60, 'B-1107'), batch(40, 'B-1112'), ...others.map((line) => ({ ...line, batch: 'B-1098', ...dates }))];
    const id = await this.note(2, 3, first, 12);
    const [one, two] = this.haul.vehicles;
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
    await this.leave(3, id, this.haul.bills[1]);
    return id;
  }

  /** The receipt rejects 8 damaged pieces of the first line. */
  async received(noteId: string): Promise<void> {
    const lines = (await this.lines(CHAIN_ORDER)).map(({ orderId, line, quantity }, index) => ({
      orderId,
      line,
      quantity,
      ...(index === 0 ? { rejected: 8, reason: 'damaged', remark: 'Torn in transit' } : {}),
    }));
    await this.receive(2, 'GRN-0881', noteId, lines);
  }

  async invoiced(): Promise<void> {
    const lines = await this.lines(CHAIN_ORDER);
    const [first, second, third, fourth] = lines.map(({ orderId, line, quantity }) => ({ orderId, line, quantity }));
    if (first === undefined || second === undefined || third === undefined || fourth === undefined)
      throw new Error('the order has four lines');
    const [, matched, exceeding, dearer] = this.haul.invoices;
    await this.invoice(matched, 1, CHAIN_ORDER, [second, third]);
    // 100, though 92 were accepted.
    await this.invoice(exceeding, 0, CHAIN_ORDER, [first]);
    const raised = await this.invoice(dearer, 0, CHAIN_ORDER, [{ ...fourth, unitPrice: ((lines[3]?.price ?? 0) * 1.05).toFixed(2) }]);
    const reason = 'The new price was agreed on the phone; the order is amended this week';
    await releaseInvoice(this.ctx, this.buyer, raised, { reason, runId: null });
  }

  /** The goods go on another lorry than they left on: the paper was printed twice. */
  async onTheWay(): Promise<void> {
    const [first, second, third] = await this.lines(SENT_ORDER);
    if (first === undefined || second === undefined || third === undefined) throw new Error('the demo has this order');
    const id = await this.note(3, 1, first, 30);
    const lines = [first, second, third].map((line) => ({ ...line, batch: 'B-1121', madeOn: this.day(20), bestBefore: this.day(-160) }));
    const [one, , other] = this.haul.vehicles;
    await this.save(1, id, { expectedOn: this.day(-1), lines, vehicles: [{ number: one }] });
    await this.leave(1, id, this.haul.bills[2]);
    const { distance } = this.haul;
    const transport = { expectedOn: this.day(-1), distance, mode: 'road', vehicles: [{ number: other }] };
    await saveTransport(this.ctx, this.actor, id, dispatchGoods.transport.body.parse(transport));
  }

  async drafted(): Promise<void> {
    const [first] = await this.lines(DRAFT_ORDER);
    if (first === undefined) throw new Error('the demo has this order');
    const id = await this.note(4, 0, first, 4);
    await this.save(0, id, { lines: [first], vehicles: [] });
  }
}
