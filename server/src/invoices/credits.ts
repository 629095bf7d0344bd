import { Decimal } from '@aapurti/contract/ground/numbers';
import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';

/** The quantities and amounts that notes and claims take back of a line of an invoice. */
export interface TakenBack {
  /** The returned quantity: goods notes of the vendor, and claims of returns that no note has replaced yet. */
  quantity: Decimal;
  /** Rupees without tax that notes credit, for goods and for prices. */
  taxable: Decimal;
  /** Rupees without tax that claims of the buyer deduct, for example for damage. They correct this invoice alone. */
  claimed: Decimal;
}

/** The open part of a claim, because notes may have answered some of it. */
const PART = sql`case when amount > 0 then (amount - answered) / amount else 1 end`;

/**
 * The condition for memos whose goods may be billed again: notes of the vendor, and what follows from returns, which lower the accepted
 * quantity too. A claim that a buyer user entered is about goods that stay accepted, so neither it nor the note that settles it frees any.
 */
export const freesGoods = sql`
  case when memos.issuer = 'buyer' then memos.entered_by is null
    else memos.claim_id is null or exists (select from memos claim where claim.id = memos.claim_id and claim.entered_by is null) end`;

/** The quantity of an invoice line that all memos of goods name, without one memo. `line` is the alias of the table. */
export const goodsNotedOf = (line: Sql, except: Sql, which = sql`true`): Sql => sql`coalesce((
  select sum(noted.quantity * ${PART}) from memo_lines noted join memos on memos.id = noted.memo_id
  where memos.invoice_id = ${line}.invoice_id and noted.no = ${line}.no and lowers and status in ('accepted', 'open')
    and memos.id is distinct from ${except} and ${which}), 0)`;

/** The quantity of an invoice line that may be billed again. `line` is the alias of the table. */
export const goodsBackOf = (line: Sql): Sql => goodsNotedOf(line, sql`null::bigint`, freesGoods);

/** The parts of invoice lines that notes take back, by `invoice/no`; lines without any are absent. */
export async function takenBack(db: Database, invoiceIds: readonly string[]): Promise<ReadonlyMap<string, TakenBack>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await db.rows<{ key: string; quantity: string; taxable: string; claimed: string }>(sql`
    select invoice_id || '/' || no as key, coalesce(sum(quantity * part) filter (where frees), 0) as quantity,
      coalesce(sum(taxable * part) filter (where frees), 0) as taxable, coalesce(sum(taxable * part) filter (where not frees), 0) as claimed
    from memo_lines join memos on memos.id = memo_id, lateral (select ${PART} as part, ${freesGoods} as frees) left_of
    where invoice_id = any(${invoiceIds}::bigint[]) and lowers and status in ('accepted', 'open') and (status = 'accepted' or frees and quantity is not null)
    group by invoice_id, no`);
  return new Map(
    rows.map(({ key, quantity, taxable, claimed }) => [
      key,
      { quantity: new Decimal(quantity), taxable: new Decimal(taxable), claimed: new Decimal(claimed) },
    ]),
  );
}
