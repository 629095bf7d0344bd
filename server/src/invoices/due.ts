import { CREDIT_DAYS } from '@aapurti/contract/dashboard';
import sql from 'sql-template-tag';

/** When a row of `invoices` falls due: see `credit_days` of migration 0022. */
export const dueDate = sql`
  (invoices.invoice_date + coalesce((select credit_days from vendors where vendors.id = invoices.vendor_id), ${CREDIT_DAYS}::int))`;
