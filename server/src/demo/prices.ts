import { priceReview } from '@aapurti/contract/products/priceReview';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { changePriceApproval, refusePrices } from '../products/approvals.ts';
import { makeProduct, priceFields } from './factories.ts';
import type { DemoVendor, Who } from './vendors.ts';

interface Offer extends Record<string, unknown> {
  id: string;
  ean: string;
  mrp: string;
  margin: string;
  quantity: number;
}

/**
 * Two of three prices are approved. The others are pending on the administrator's dashboard, together with all prices of the new vendor,
 * except one disapproved price for each of three vendors. One vendor asks for more than the approved price, and one for less.
 */
export async function decidePrices(ctx: Context, vendors: Readonly<Record<Who, DemoVendor>>, buyer: Actor): Promise<void> {
  const products = await ctx.db.rows<{ id: string }>(sql`
    select id::text from products where id % 3 <> 0 and vendor_id <> ${vendors.care.actor.id} order by products.id`);
  await changePriceApproval(ctx, buyer, { productIdList: products.map(({ id }) => id), priceApproval: true });
  // A price is pending since the last change of its product.
  await ctx.db.execute(sql`update products set updated_at = created_at`);
  for (const [who, refusal] of [
    ['mill', { cause: 'margin', reason: 'The margin is below the 15% that was agreed for this category' }],
    ['foods', { cause: 'lower', acceptable: 2 }],
    ['care', { cause: 'mrp', reason: 'The label of the sample says another MRP' }],
  ] as const) {
    const [offer] = await offersOf(ctx, vendors[who], false);
    if (offer === undefined) throw new Error('the demo’s vendors have prices that wait');
    const acceptablePrice = 'acceptable' in refusal ? Number(offer.mrp) - Number(offer.margin) - refusal.acceptable : null;
    await refusePrices(ctx, buyer, priceReview.refuse.body.parse({ ...refusal, acceptablePrice, productIdList: [offer.id] }));
  }
  for (const [vendor, more] of [
    [vendors.hills, -3],
    [vendors.press, 2],
  ] as const) {
    for (const { ean, mrp, margin, quantity } of (await offersOf(ctx, vendor, true)).slice(0, 2))
      await makeProduct(ctx, vendor.actor, ean, { ...priceFields(mrp, Number(margin) + more), quantity });
  }
}

function offersOf({ db }: Context, { actor }: DemoVendor, isApproved: boolean): Promise<Offer[]> {
  return db.rows<Offer>(sql`
    select id::text, ean, mrp, margin, quantity::float8 as quantity from products
    where vendor_id = ${actor.id} and price_approved = ${isApproved} order by products.id`);
}
