import sql, { type Sql } from 'sql-template-tag';

/**
 * What counts first of the invoices that bill an order: what the buyer has paid, what is approved, what is released, then the rest. Within each the number decides
 * that was drawn when the invoice began to count, so that no change of an older invoice takes what a newer one has. A payment that its vendor entered
 * does not count.
 */
export const rank = (invoice: Sql): Sql => sql`
  (case when exists (select from payments where payments.invoice_id = ${invoice}.id and not by_vendor) then 0
    else coalesce(array_position(array['approved', 'released'], ${invoice}.match_state), 3) end)`;

/** Whether the buyer has paid of an invoice. */
export const paidByBuyer = sql`exists (select from payments where payments.invoice_id = invoices.id and not by_vendor)`;

/** Sorts by what counts first. */
export const countsFirst = (invoice: Sql): Sql => sql`${rank(invoice)}, ${invoice}.counts_no`;

/** The number of an invoice that begins to count. Its orders are locked. */
export const nextCountsNo = sql`nextval('invoice_counts')`;
