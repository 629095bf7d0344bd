import type { InvoiceCandidate } from '@aapurti/contract/payments/payments';
import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { idOf } from '../database/list.ts';

/** Numbers repeat between financial years only, so this is more than there ever are. */
const CANDIDATES_MAX = 100;

export interface NamedInvoice extends InvoiceCandidate {
  vendorId: string;
  value: string;
}

/** The invoices with a number of those that are the caller's; with an id only that one. */
export async function invoicesNamed(
  db: Database,
  own: Sql,
  { number, id }: { number: string; id?: string | null | undefined },
): Promise<NamedInvoice[]> {
  const chosen = id ? sql`invoices.id = ${idOf(id)}` : sql`true`;
  return db.rows<NamedInvoice & Record<string, unknown>>(sql`
    select id::text as _id, vendor_id::text as "vendorId", number as "invoiceNumber", invoice_date as "invoiceDate", value,
      balance::float8 as balance
    from invoices where code_key(number) = code_key(${number}::text) and ${own} and ${chosen}
    order by id limit ${CANDIDATES_MAX}`);
}

/** The invoice that a number means: the only one that has it, else the only one with a balance; undefined where it means several. */
export function meantOf(found: readonly NamedInvoice[]): NamedInvoice | undefined {
  const [only, ...others] = found.length === 1 ? found : found.filter(({ balance }) => balance > 0);
  return others.length === 0 ? only : undefined;
}

/** The invoices that a refusal names as its `data`. */
export function candidatesOf(found: readonly NamedInvoice[]): InvoiceCandidate[] {
  return found.map(({ vendorId: _vendor, value: _value, ...candidate }) => candidate);
}
