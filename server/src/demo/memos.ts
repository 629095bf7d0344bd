import { indianDay } from '@aapurti/contract/ground/fields';
import { type MemoInputs, PROPOSED, proposeMemo } from '@aapurti/contract/memos/memoFigures';
import type { MemoKind } from '@aapurti/contract/memos/memoMessages';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { makeMemo } from './factories.ts';

interface Story {
  kind: MemoKind;
  description: string;
  quantity: number;
  /** The rupees too much for one piece, in a credit memo. */
  difference?: string;
}

/** The stories of what goes wrong between order and payment. The last ones are the newest. */
const STORIES: readonly Story[] = [
  { kind: 'debit', description: 'Two cartons short on receipt', quantity: 24 },
  { kind: 'credit', description: 'Old price charged after the revision', quantity: 60, difference: '3.50' },
  { kind: 'debit', description: 'Seals broken, returned with the driver', quantity: 12 },
  { kind: 'debit', description: 'Expiry within 30 days, not accepted', quantity: 36 },
  { kind: 'credit', description: 'Scheme discount left out of the invoice', quantity: 120, difference: '1.25' },
  { kind: 'debit', description: 'माल कम आया: एक पेटी', quantity: 12 },
  { kind: 'debit', description: 'Barcode could not be read', quantity: 48 },
  { kind: 'credit', description: 'Charged at MRP instead of the transfer price', quantity: 20, difference: '18.40' },
  { kind: 'debit', description: 'Wetted in transit, survey report of the transporter attached to the challan', quantity: 30 },
  { kind: 'debit', description: 'Another pack size than ordered', quantity: 18 },
  { kind: 'debit', description: 'Short weight, on average 12 g a pack', quantity: 6.5 },
  { kind: 'credit', description: 'Rate difference, settled on the phone', quantity: 75, difference: '2.05' },
];

/** The days between one vendor's memos, as `age` of demo.ts spreads them when both write in turns. */
const DAYS_APART = 3;
const DAY = 86_400_000;

export interface Writer {
  actor: Actor;
  /** The rate of tax, in percent. */
  rate: string;
  /** True if the vendor is in another state than the buyer. */
  interState: boolean;
}

/** Debit and credit memos over the vendors' own products, their figures as the form proposes them. In turns, so that each has some of the last days. */
export async function fillMemos(ctx: Context, writers: readonly Writer[]): Promise<void> {
  const shelves = await Promise.all(writers.map(async (writer) => ({ writer, products: await productsOf(ctx, writer.actor) })));
  for (const [place, story] of STORIES.entries()) {
    for (const { writer, products } of shelves) {
      const product = products[place];
      if (product !== undefined) await write(ctx, writer, place, story, product);
    }
  }
}

interface Product {
  name: string;
  hsn_code: string | null;
  transfer_price: string;
}

async function productsOf(ctx: Context, actor: Actor): Promise<Product[]> {
  return ctx.db.rows<Product>(sql`
    select name, hsn_code, transfer_price from products where vendor_id = ${actor.id} order by id limit ${STORIES.length}`);
}

async function write(ctx: Context, { actor, rate, interState }: Writer, place: number, story: Story, product: Product): Promise<void> {
  const age = (STORIES.length - place) * DAYS_APART;
  const day = (back: number) => indianDay(new Date(ctx.clock().getTime() - back * DAY));
  const inputs: MemoInputs = {
    itemQuantity: story.quantity,
    unitPrice: product.transfer_price,
    taxRate: rate,
    ...(story.difference === undefined ? {} : { priceDifference: story.difference }),
  };
  const proposal = proposeMemo(story.kind, inputs, interState);
  await makeMemo(ctx, actor, story.kind, {
    productName: product.name,
    HSNCode: product.hsn_code,
    vendorInvoiceRef: String(26_0100 + place * 7),
    vendorInvoiceRef_Date: day(age + 2),
    buyerPORef: String(4_500_017_000 + place * 31),
    buyerPORef_Date: day(age + 11),
    description: story.description,
    ...inputs,
    ...Object.fromEntries(PROPOSED.map((field) => [field, proposal?.[field] ?? null])),
  });
}
