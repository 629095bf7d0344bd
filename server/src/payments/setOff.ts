import { Decimal } from '@aapurti/contract/ground/numbers';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudits } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import { dueDate } from '../invoices/due.ts';

/** Invoices that credits are set off against at once: what is more waits for the next time. */
const AT_ONCE = 200;

/** The open agreed invoices that take what a vendor has on account, the first due first; none where it has nothing. They are to be locked. */
export async function waitingForCredits(db: Database, owner: string, except: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id::text from (
      select id, sum(balance - held) over (order by due, id) - (balance - held) as before
      from (
        select id, balance, held, ${dueDate} as due from invoices
        where vendor_id = ${owner} and is_open and held < balance and is_agreed(match_state) and id <> all(${except}::bigint[])) open) due,
      (select on_account as credit from vendor_books where vendor_id = ${owner}) account
    where before < credit order by before, due.id limit ${AT_ONCE}`);
  return rows.map(({ id }) => id);
}

/** The condition that an allocation is of a credit: what a reversed payment has on account is made up for by its reversal, and settles nothing. */
export const isCredit: Sql = sql`not exists (select from payments where payments.id = allocations.payment_id and is_reversed)`;

interface Source extends Record<string, unknown> {
  paymentId: string | null;
  memoId: string | null;
  openingId: string | null;
  left: string;
}

/** Sets off what a vendor has on account against invoices in their sequence. They and the account are locked. */
export async function setOffCredits(tx: Database, actor: Actor, owner: string, ids: readonly string[], day: string): Promise<void> {
  const sources = await tx.rows<Source>(sql`
    select payment_id::text as "paymentId", memo_id::text as "memoId", opening_id::text as "openingId", sum(amount) as left from allocations
    where vendor_id = ${owner} and invoice_id is null and ${isCredit} group by payment_id, memo_id, opening_id having sum(amount) > 0 order by min(day), min(id)`);
  // An opening balance that is not paid yet takes its part.
  const { credit } = await tx.one<{ credit: string }>(sql`
    select coalesce(sum(amount), 0) as credit from allocations where vendor_id = ${owner} and invoice_id is null`);
  const open = await tx.rows<{ id: string; number: string; left: string }>(sql`
    select id::text, number, least(balance, balance - held) as left from invoices
    where id = any(${ids}::bigint[]) and is_agreed(match_state) and balance > held order by array_position(${ids}::bigint[], id)`);
  const rooms = sources.map((source) => ({ ...source, left: new Decimal(source.left) }));
  let whole = Decimal.max(0, credit);
  const placed: {
    paymentId: string | null;
    memoId: string | null;
    openingId: string | null;
    invoice: string;
    number: string;
    amount: string;
  }[] = [];
  for (const { id, number, left } of open) {
    let room = Decimal.min(left, whole);
    for (const source of rooms) {
      const part = Decimal.min(room, source.left);
      if (part.lte(0)) continue;
      const { paymentId, memoId, openingId } = source;
      placed.push({ paymentId, memoId, openingId, invoice: id, number, amount: part.toFixed(2) });
      source.left = source.left.minus(part);
      room = room.minus(part);
      whole = whole.minus(part);
    }
  }
  if (placed.length === 0) return;
  await tx.execute(sql`
    select place_credit("paymentId", "memoId", invoice, amount, ${day}::date, "openingId")
    from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) part(
      "paymentId" bigint, "memoId" bigint, "openingId" bigint, invoice bigint, amount numeric)`);
  await recordAudits(
    tx,
    placed.map(({ invoice, number, amount }) => ({
      actor,
      ownerId: owner,
      action: 'invoice.setOff',
      entity: 'invoice' as const,
      entityId: invoice,
      after: { invoiceNumber: number, amount },
    })),
  );
}
