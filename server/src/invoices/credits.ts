import { Decimal } from '@aapurti/contract/ground/numbers';
import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';

/** The quantities and amounts that notes and claims take back of a line of an invoice. */
export interface TakenBack {
  /** The returned quantity: goods notes, and claims of returns that no note has replaced yet. */
  quantity: Decimal;
  /** Rupees without tax that notes credit, for goods and for prices. */
  taxable: Decimal;
}

/** The open part of a claim, because notes may have answered some of it. */
const PART = sql`case when amount > 0 then (amount - answered) / amount else 1 end`;

/** The returned quantity of an invoice line, without one memo. `line` is the alias of the table. */
export const goodsBackOf = (line: Sql, except: Sql): Sql => sql`coalesce((
  select sum(noted.quantity * ${PART}) from memo_lines noted join memos on memos.id = noted.memo_id
  where memos.invoice_id = ${line}.invoice_id and noted.no = ${line}.no and lowers and status in ('accepted', 'open')
    and memos.id is distinct from ${except}), 0)`;

/** The parts of invoice lines that notes take back, by `invoice/no`; lines without any are absent. */
export async function takenBack(db: Database, invoiceIds: readonly string[]): Promise<ReadonlyMap<string, TakenBack>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await db.rows<{ key: string; quantity: string; taxable: string }>(sql`
    select invoice_id || '/' || no as key, coalesce(sum(quantity * part), 0) as quantity, sum(taxable * part) as taxable
    from memo_lines join memos on memos.id = memo_id, lateral (select ${PART} as part) left_of
    where invoice_id = any(${invoiceIds}::bigint[]) and lowers and status in ('accepted', 'open') and (status = 'accepted' or quantity is not null)
    group by invoice_id, no`);
  return new Map(rows.map(({ key, quantity, taxable }) => [key, { quantity: new Decimal(quantity), taxable: new Decimal(taxable) }]));
}
