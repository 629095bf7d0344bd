import sql, { type Sql } from 'sql-template-tag';

/** A payment that was reversed takes itself back. */
function paysByBuyer(invoice: Sql): Sql {
  return sql`
    (${invoice}.paid > 0 and exists (
      select from allocations join payments on payments.id = payment_id
      where allocations.invoice_id = ${invoice}.id and not by_vendor group by coalesce(reversal_of, payments.id) having sum(allocations.amount) > 0))`;
}

/**
 * The rank of the invoices that bill an order: what the buyer has paid comes first, then what is approved, what is released, and the rest.
 * Within each the number decides that was drawn when the invoice began to count, so that no change of an older invoice takes what a newer
 * one has. A payment that its vendor entered does not count.
 */
export const rank = (invoice: Sql): Sql => sql`
  (case when ${paysByBuyer(invoice)} then 0
    else coalesce(array_position(array['approved', 'released'], ${invoice}.match_state), 3) end)`;

/** The condition that the buyer has paid of an invoice. */
export const paidByBuyer = paysByBuyer(sql`invoices`);

/** Sorts by what counts first. */
export const countsFirst = (invoice: Sql): Sql => sql`${rank(invoice)}, ${invoice}.counts_no`;

/** The number of an invoice that begins to count. Its orders are locked. */
export const nextCountsNo = sql`nextval('invoice_counts')`;
