import type { gstRates } from '@aapurti/contract/rates/gstRates';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import type { LineRate } from '@aapurti/contract/rates/rateProposal';
import { indianDay } from '@aapurti/contract/ground/fields';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { ownedBy } from '../access/owner.ts';
import { ratesOn } from './ofCodes.ts';

/** The lines of a vendor's order with the rates of their HSN codes on a date; none if the vendor has no such order. */
export async function ratesOfOrder(ctx: Context, actor: Actor, query: QueryOf<typeof gstRates.ofOrder>): Promise<LineRate[]> {
  const day = query.day ?? indianDay(ctx.clock());
  // Numbers repeat between vendors.
  const owned = ownedBy(sql`purchase_orders.vendor_id`, actor, query.userID);
  if (owned === null || query.poNumber === undefined) return [];
  const lines = await ctx.db.rows<Omit<LineRate, 'prepacked' | 'loose'> & Record<string, unknown>>(sql`
    select line.line, line.item_name as "itemName", line.hsn_code as "hsnCode", line.taxable::float8 as taxable,
      case when num_nonnulls(line.cgst_rate, line.sgst_rate, line.igst_rate) > 0 then
        (coalesce(line.cgst_rate, 0) + coalesce(line.sgst_rate, 0) + coalesce(line.igst_rate, 0))::float8 end as "orderRate"
    from purchase_orders join purchase_order_lines line on line.order_id = purchase_orders.id
    where ${owned} and purchase_orders.number = ${query.poNumber} order by line.line`);
  const rateIf = await ratesOn(
    ctx.db,
    lines.map(({ hsnCode }) => hsnCode),
    day,
  );
  return lines.map((line) => ({ ...line, prepacked: rateIf(line.hsnCode, 'prepacked'), loose: rateIf(line.hsnCode, 'loose') }));
}
