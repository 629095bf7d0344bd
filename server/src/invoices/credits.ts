import { Decimal } from '@aapurti/contract/ground/numbers';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';

/** The quantities and amounts that notes and claims take back of a line of an invoice. */
export interface TakenBack {
  /** The quantity that went back: by goods notes, and by claims of returns while no note has taken their place. */
  quantity: Decimal;
  /** Rupees without tax that notes credit, for goods and for prices. */
  taxable: Decimal;
}

/** The parts of invoices' lines that notes take back, by `invoice/no`; a line of which nothing was taken back is not in it. */
export async function takenBack(db: Database, invoiceIds: readonly string[]): Promise<ReadonlyMap<string, TakenBack>> {
  if (invoiceIds.length === 0) return new Map();
  // A claim that notes have answered in part takes back the rest.
  const rows = await db.rows<{ key: string; quantity: string; taxable: string }>(sql`
    select invoice_id || '/' || no as key, coalesce(sum(quantity * part), 0) as quantity, sum(taxable * part) as taxable
    from memo_lines join memos on memos.id = memo_id,
      lateral (select case when amount > 0 then (amount - answered) / amount else 1 end as part) left_of
    where invoice_id = any(${invoiceIds}::bigint[]) and lowers and status in ('accepted', 'open') and (status = 'accepted' or quantity is not null)
    group by invoice_id, no`);
  return new Map(rows.map(({ key, quantity, taxable }) => [key, { quantity: new Decimal(quantity), taxable: new Decimal(taxable) }]));
}
