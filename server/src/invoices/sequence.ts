import sql, { type Sql } from 'sql-template-tag';

/** The condition that the buyer has paid part of an invoice; a reversed payment and its reversal cancel out. */
function paysByBuyer(invoice: Sql): Sql {
  return sql`
    (${invoice}.paid > 0 and exists (
      select from allocations join payments on payments.id = payment_id
      where allocations.invoice_id = ${invoice}.id and not by_vendor group by coalesce(reversal_of, payments.id) having sum(allocations.amount) > 0))`;
}

/**
 * The rank of an invoice among those that bill an order: paid by the buyer first, then approved, released, and the rest. Within a rank, the
 * number drawn when the invoice began to count decides, so that no change of an older invoice takes the quantity of a newer one. Payments
 * entered by the vendor do not count.
 */
export const rank = (invoice: Sql): Sql => sql`
  (case when ${paysByBuyer(invoice)} then 0
    else coalesce(array_position(array['approved', 'released'], ${invoice}.match_state), 3) end)`;

/** The condition that the buyer has paid part of an invoice. */
export const paidByBuyer = paysByBuyer(sql`invoices`);

/** Sorts invoices by the sequence in which they count. */
export const countsFirst = (invoice: Sql): Sql => sql`${rank(invoice)}, ${invoice}.counts_no`;

/** The next number in the sequence, for an invoice that begins to count. Its orders are locked. */
export const nextCountsNo = sql`nextval('invoice_counts')`;
