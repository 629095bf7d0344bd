import { indianDay } from '@aapurti/contract/ground/fields';
import { type MemoInputs, PROPOSED, proposeMemo } from '@aapurti/contract/memos/memoFigures';
import type { MemoKind } from '@aapurti/contract/memos/memoMessages';
import { effectOf, type Issuer, type Memo } from '@aapurti/contract/memos/memos';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { acceptMemo, reverseMemo } from '../memos/memos.ts';
import { makeMemo } from './factories.ts';
import { numberAt } from './money.ts';
import type { Step } from './steps.ts';
import { type DemoVendor, type Old, people } from './vendors.ts';

interface Story {
  kind: MemoKind;
  issuer: Issuer;
  days: number;
  description: string;
  quantity: number;
  /** The overcharge per piece in rupees, in a credit memo. */
  difference?: string;
  /** The list positions of the invoices that it concerns. */
  invoice: Readonly<Record<Old, number>>;
  /** The other party's decision: days ago, and the reason for a reversal. Absent if the memo is pending or needs no decision. */
  decided?: readonly [days: number, reversal?: string];
}

const at = (mill: number, foods: number) => ({ mill, foods });

/**
 * The disputes between order and payment. The buyer claims for goods that did not arrive as ordered, and the vendor accepts or rejects the
 * claim. The vendor credits overcharges and bills undercharges.
 */
const STORIES: readonly Story[] = [
  { kind: 'debit', issuer: 'buyer', days: 36, description: 'Two cartons short on receipt', quantity: 24, invoice: at(5, 3), decided: [35] },
  // The invoice is paid, so the credit stays on account until the payment in `account.ts` sets it off.
  {
    kind: 'credit',
    issuer: 'vendor',
    days: 33,
    description: 'Old price charged after the revision',
    quantity: 60,
    difference: '3.50',
    invoice: at(1, 0),
  },
  {
    kind: 'debit',
    issuer: 'buyer',
    days: 30,
    description: 'Seals broken, returned with the driver',
    quantity: 12,
    invoice: at(6, 4),
    decided: [28],
  },
  {
    kind: 'debit',
    issuer: 'buyer',
    days: 27,
    description: 'Expiry within 30 days, not accepted',
    quantity: 36,
    invoice: at(5, 3),
    decided: [25, 'In date at the second count'],
  },
  {
    kind: 'credit',
    issuer: 'vendor',
    days: 24,
    description: 'Scheme discount left out of the invoice',
    quantity: 120,
    difference: '1.25',
    invoice: at(8, 6),
  },
  { kind: 'debit', issuer: 'buyer', days: 21, description: 'माल कम आया: एक पेटी', quantity: 12, invoice: at(8, 6), decided: [19] },
  { kind: 'debit', issuer: 'buyer', days: 18, description: 'Barcode could not be read', quantity: 12, invoice: at(9, 7), decided: [16] },
  {
    kind: 'credit',
    issuer: 'vendor',
    days: 15,
    description: 'Charged at MRP instead of the transfer price',
    quantity: 20,
    difference: '18.40',
    invoice: at(3, 1),
  },
  {
    kind: 'debit',
    issuer: 'vendor',
    days: 14,
    description: 'Freight of the second lorry, as agreed on the phone',
    quantity: 8,
    invoice: at(8, 6),
    decided: [13],
  },
  {
    kind: 'debit',
    issuer: 'buyer',
    days: 12,
    description: 'Wetted in transit, survey report of the transporter attached to the challan',
    quantity: 30,
    invoice: at(9, 7),
  },
  { kind: 'debit', issuer: 'buyer', days: 9, description: 'Another pack size than ordered', quantity: 18, invoice: at(10, 8) },
  {
    kind: 'debit',
    issuer: 'vendor',
    days: 6,
    description: 'Packing of the second lorry, not on the invoice',
    quantity: 6.5,
    invoice: at(8, 6),
  },
  {
    kind: 'credit',
    issuer: 'vendor',
    days: 3,
    description: 'Rate difference, settled on the phone',
    quantity: 75,
    difference: '2.05',
    invoice: at(5, 3),
  },
];

/** Both parties' debit and credit memos about the vendor's invoices, with the figures that the form proposes. */
export async function memoStepsOf(ctx: Context, vendor: DemoVendor<Old>, buyer: Actor): Promise<Step[]> {
  const products = await ctx.db.rows<Product>(sql`
    select name, hsn_code, transfer_price from products where vendor_id = ${vendor.actor.id} order by id limit ${STORIES.length}`);
  return STORIES.flatMap((story, place) => {
    const product = products[place];
    if (product === undefined) return [];
    let made: Memo | undefined;
    const write: Step = { days: story.days, run: async (then) => (made = await writeMemo(then, vendor, buyer, story, product)) };
    if (story.decided === undefined) return [write];
    const [days, reversal] = story.decided;
    const decide = async (then: Context) => {
      if (made === undefined) throw new Error('the memo comes before the decision about it');
      const decider = effectOf(story.kind, story.issuer).lowers ? vendor.actor : buyer;
      return reversal === undefined
        ? acceptMemo(then, decider, story.kind, made._id, made.updatedAt)
        : reverseMemo(then, buyer, story.kind, made._id, reversal);
    };
    return [write, { days, run: decide }];
  });
}

interface Product extends Record<string, unknown> {
  name: string;
  hsn_code: string | null;
  transfer_price: string;
}

async function writeMemo(ctx: Context, vendor: DemoVendor<Old>, buyer: Actor, story: Story, product: Product): Promise<Memo> {
  const { kind, issuer } = story;
  const inputs: MemoInputs = {
    itemQuantity: story.quantity,
    unitPrice: product.transfer_price,
    taxRate: vendor.rate,
    ...(story.difference === undefined ? {} : { priceDifference: story.difference }),
  };
  const proposal = proposeMemo(kind, inputs, vendor.interState);
  const invoice = await ctx.db.one<{ id: string; order: string; ordered: string }>(sql`
    select id::text, po_number as order, po_date as ordered from invoices
    where vendor_id = ${vendor.actor.id} and number = ${numberAt(vendor.who, story.invoice[vendor.who])}`);
  return makeMemo(ctx, issuer === 'buyer' ? buyer : vendor.actor, kind, {
    userID: issuer === 'buyer' ? vendor.actor.id : null,
    invoiceId: invoice.id,
    memoNumber: memoNumber(vendor, story),
    memoDate: indianDay(ctx.clock()),
    productName: product.name,
    HSNCode: product.hsn_code,
    buyerPORef: invoice.order,
    buyerPORef_Date: invoice.ordered,
    description: story.description,
    ...inputs,
    ...Object.fromEntries(PROPOSED.map((field) => [field, proposal?.[field] ?? null])),
  });
}

/** Credit notes and debit notes have separate series for each party. */
function memoNumber({ who }: DemoVendor<Old>, story: Story): string {
  const { kind, issuer } = story;
  const same = STORIES.filter((each) => each.kind === kind && each.issuer === issuer);
  const series = { buyer: `DN/${people[who].vendor_Code}`, vendor: kind === 'credit' ? 'CN/26-27' : 'DN/26-27' }[issuer];
  return `${series}/${String(same.indexOf(story) + 1).padStart(3, '0')}`;
}
