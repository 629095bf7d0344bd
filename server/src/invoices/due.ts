import { CREDIT_DAYS } from '@aapurti/contract/home/dashboard';
import sql, { type Sql } from 'sql-template-tag';

/**
 * The day on which a row of `invoices` is due: by the payment terms of its orders (`agreed_due`), or else by the credit days that the buyer
 * agreed with its vendor. Nothing that a vendor sends changes it.
 */
const dueAfter = (creditDays: Sql): Sql =>
  sql`coalesce(invoices.agreed_due, invoices.invoice_date + coalesce(${creditDays}, ${CREDIT_DAYS}::int))`;

/** The same day without a join, for the rows of a page. */
export const dueDate = dueAfter(sql`(select credit_days from vendors where vendors.id = invoices.vendor_id)`);

/** The open invoices that the buyer agreed to pay, with `days` until each is due: negative if it is overdue. `today` is YYYY-MM-DD. */
export const agreedByDay = (today: string): Sql => sql`(
  select invoices.*, ${dueAfter(sql`owing.credit_days`)} - ${today}::date as days
  from invoices join vendors owing on owing.id = invoices.vendor_id where invoices.is_open and is_agreed(invoices.match_state))`;
