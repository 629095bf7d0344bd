import type { PaidInvoice } from '@aapurti/contract/papers/documentPaper';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql from 'sql-template-tag';

import type { GatheredContents } from '../mail/gathered.ts';
import { TOLD_MOST } from '../mail/messages.ts';
import type { Database } from '../database/database.ts';
import { payableOf } from './payable.ts';

/** The text of a payment in its e-mail: the first invoices, and the number of the others. */
export function toldInvoices(
  invoices: readonly PaidInvoice[] = [],
  amount: Decimal.Value,
): Pick<GatheredContents['payments']['payments'][number], 'invoices' | 'more' | 'onAccount'> {
  const rest = new Decimal(amount).minus(Decimal.sum(0, ...invoices.map(({ paid }) => paid)));
  const more = Math.max(0, invoices.length - TOLD_MOST);
  return { invoices: invoices.slice(0, TOLD_MOST), ...(more > 0 && { more }), ...(!rest.isZero() && { onAccount: rest.toFixed(2) }) };
}

/** The invoices that payments settle, by payment: the value of each, its notes and deductions so far, and the amount that the payment settled. */
export async function paidInvoices(db: Database, payments: readonly string[]): Promise<ReadonlyMap<string, readonly PaidInvoice[]>> {
  const settled = await db.rows<{ payment: string; invoice: string; day: string; paid: string }>(sql`
    select payment_id::text as payment, invoice_id::text as invoice, invoice_date as day, sum(amount) as paid
    from allocations join invoices on invoices.id = invoice_id where payment_id = any(${payments}::bigint[])
    group by payment_id, invoice_id, invoice_date, number having sum(amount) <> 0 order by invoice_date, number_order(number), invoice_id`);
  const ids = [...new Set(settled.map(({ invoice }) => invoice))];
  const known = new Map((await payableOf(db, sql`invoices.id = any(${ids}::bigint[])`)).map((invoice) => [invoice.id, invoice]));
  const found = new Map<string, PaidInvoice[]>();
  for (const { payment, invoice: id, day, paid } of settled) {
    const invoice = known.get(id);
    if (invoice === undefined) continue;
    const taken = new Decimal(invoice.notes).plus(invoice.deductions).toFixed(2);
    found.set(payment, [...(found.get(payment) ?? []), { number: invoice.number, day, value: invoice.value, taken, paid }]);
  }
  return found;
}
