import { dispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { indianDay } from '@aapurti/contract/ground/fields';
import { invoices } from '@aapurti/contract/invoices/invoices';
import { matching } from '@aapurti/contract/invoices/matching';
import { payments } from '@aapurti/contract/payments/payments';
import { receipts } from '@aapurti/contract/receipts/receipts';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { moveGoods } from '../dispatch-notes/moveGoods.ts';
import { saveGoods } from '../dispatch-notes/saveGoods.ts';
import { takeEwayResults } from '../dispatch-notes/ewayNumbers.ts';
import { checkInvoice } from '../invoices/check.ts';
import { addInvoice } from '../invoices/invoices.ts';
import { addTransfer } from '../payments/pay.ts';
import { enterReceipt } from '../receipts/receipts.ts';
import { makeDispatchNote } from './factories.ts';
import { DAY } from './steps.ts';
import { type DemoVendor, FIRMS, type Firm, type Old } from './vendors.ts';

interface Packed {
  /** The SSCCs of its packages: 17 digits and a check digit. */
  ssccs: readonly [string, string, string];
  /** E-way bill numbers. */
  bills: readonly [string, string, string];
  /** The numbers of its invoices with lines. */
  invoices: readonly [string, string, string, string];
}

export const PACKED: Readonly<Record<Old, Packed>> = {
  mill: {
    ssccs: ['189010301000000014', '189010301000000021', '189010301000000038'],
    bills: ['381009470617', '381009471120', '381009471254'],
    invoices: ['2615', '2616', '2617', '2618'],
  },
  foods: {
    ssccs: ['189010302000000011', '189010302000000028', '189010302000000035'],
    bills: ['271004557204', '271004557731', '271004557846'],
    invoices: ['8112', '8113', '8114', '8115'],
  },
};

export interface OrderLine extends Record<string, unknown> {
  orderId: string;
  line: number;
  itemName: string;
  quantity: number;
  price: number;
  number: string;
  orderedOn: string;
  deliverBy: string;
  deliveryLocation: string;
}

/** The received quantity of a line, and the rejected part of it. */
export interface Received {
  orderId: string;
  line: number;
  quantity: number;
  rejected?: number;
  reason?: string;
  remark?: string;
}

/** The steps of an order with lines, each on its day. */
export class Hauling {
  readonly ctx: Context;
  readonly actor: Actor;
  readonly buyer: Actor;
  readonly firm: Firm;

  constructor(ctx: Context, { who, actor }: DemoVendor, buyer: Actor) {
    this.ctx = ctx;
    this.actor = actor;
    this.buyer = buyer;
    this.firm = FIRMS[who];
  }

  day(ago: number): string {
    return indianDay(this.at(ago).clock());
  }

  at(ago: number): Context {
    const { clock } = this.ctx;
    return { ...this.ctx, clock: () => new Date(clock().getTime() - ago * DAY) };
  }

  lines(number: string): Promise<OrderLine[]> {
    return this.ctx.db.rows<OrderLine>(sql`
      select order_id::text as "orderId", line, item_name as "itemName", quantity::float8 as quantity, unit_price::float8 as price, number,
        ordered_on as "orderedOn", orders.deliver_by as "deliverBy", delivery_location as "deliveryLocation"
      from purchase_order_lines join purchase_orders orders on orders.id = order_id
      where orders.vendor_id = ${this.actor.id} and orders.number = ${number} order by line`);
  }

  /** A dispatch note of the vendor; its lines follow. @returns its id. */
  async note(place: number, ago: number, order: OrderLine, cartons: number): Promise<string> {
    const { series, vehicles, transporter } = this.firm;
    const note = await makeDispatchNote(this.at(ago), this.actor, `${series}${place}`, {
      challanDate: this.day(ago),
      PONumber: order.number,
      PODate: order.orderedOn,
      NumberOfCarton: cartons,
      TransporterDetails: transporter,
      VehicleNumber: vehicles[0],
      deliveryLocation: order.deliveryLocation,
    });
    return note._id;
  }

  async save(ago: number, id: string, goods: object): Promise<void> {
    const form = { distance: this.firm.distance, mode: 'road', kind: 'challan', ...goods };
    await saveGoods(this.at(ago), this.actor, id, dispatchGoods.save.body.parse(form));
  }

  /** Marks a note as ready and gives it an e-way bill. */
  async makeReady(ago: number, id: string, bill: string): Promise<void> {
    const at = this.at(ago);
    const { DCNumber } = await moveGoods(at, this.actor, id, { move: 'ready' });
    await takeEwayResults(at, this.actor, { text: `docNo,ewbNo\n${DCNumber},${bill}`, userID: null });
  }

  /** Marks a note as ready, gives it an e-way bill and dispatches it. */
  async leave(ago: number, id: string, bill: string): Promise<void> {
    await this.makeReady(ago, id, bill);
    await moveGoods(this.at(ago), this.actor, id, { move: 'leave' });
  }

  /** @returns the receipt's id. */
  async receive(ago: number, receiptNumber: string, noteId: string, lines: readonly Received[]): Promise<string> {
    const receivedOn = this.day(ago);
    const gateEntryAt = `${receivedOn}T09:10:00+05:30`;
    const form = receipts.create.body.parse({ receiptNumber, receivedOn, gateEntryAt, noteId, lines });
    return (await enterReceipt(this.at(ago), this.buyer, form))._id;
  }

  /** An invoice for lines of one order. @returns its id. */
  async invoice(number: string, ago: number, order: string, lines: readonly object[]): Promise<string> {
    const at = this.at(ago);
    const invoiceDate = this.day(ago);
    const { sums } = await checkInvoice(at, this.actor, matching.check.body.parse({ invoiceDate, lines }));
    const [first] = await this.lines(order);
    const head = { invoiceNumber: number, invoiceDate, PONumber: order, PODate: first?.orderedOn };
    return (await addInvoice(at, this.actor, invoices.create.body.parse({ ...head, ...sums, lines })))._id;
  }

  /** One transfer from the buyer that pays parts of invoices. @returns its id. */
  async pay(at: Context, parts: readonly { id: string; amount: string }[], form: object): Promise<string> {
    const paid = parts.map(({ id, amount }) => ({ invoiceId: id, amount }));
    const body = payments.transfer.body.parse({ userID: this.actor.id, invoices: paid, ...form });
    return (await addTransfer(at, this.buyer, body))._id;
  }

  /** A UTR in the form of banks: the bank, the year, the day of the year and a serial number. */
  utr(at: Context): string {
    const now = at.clock();
    const day = Math.ceil((now.getTime() - Date.UTC(now.getUTCFullYear(), 0, 1)) / DAY);
    return `HDFCN${String(now.getUTCFullYear()).slice(2)}${String(day).padStart(3, '0')}${this.firm.serial * 1000 + day}`;
  }
}
