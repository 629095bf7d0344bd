import { CREDIT_DAYS } from '@aapurti/contract/home/dashboard';
import sql, { type Sql } from 'sql-template-tag';

/** When a row of `invoices` falls due, by its vendor's days of credit: see `credit_days` of migration 0022. */
export const dueAfter = (creditDays: Sql): Sql => sql`(invoices.invoice_date + coalesce(${creditDays}, ${CREDIT_DAYS}::int))`;

/** The same without a join: for the rows of a page. */
export const dueDate = dueAfter(sql`(select credit_days from vendors where vendors.id = invoices.vendor_id)`);
