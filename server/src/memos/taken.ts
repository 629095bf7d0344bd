import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { enteredBy, recordAudits } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';

interface Claim extends Record<string, unknown> {
  id: string;
  owner: string;
  payment: string;
}

const today = sql`(now() at time zone 'Asia/Kolkata')::date`;

/** The condition on claims that payments deducted. */
export const isTaken = sql`memos.taken_by is not null and memos.status = 'accepted'`;

function logged(
  actor: Actor | null,
  claims: readonly (Claim & { after: Record<string, unknown> })[],
  action: 'accept' | 'reverse' | 'create',
) {
  const entity = 'debitMemo' as const;
  return claims.map(({ id, owner, after }) => ({ actor, ownerId: owner, action: `debitMemo.${action}`, entity, entityId: id, after }));
}

/**
 * Turns claims into deductions if payments of the buyer deducted them, that is, if the unpaid part of an invoice equals its claims. A
 * payment that a vendor entered deducts none. The invoices and the accounts are locked, and the caller matches the invoices again.
 * @returns true if a claim was deducted
 */
export async function takeClaims(tx: Database, actor: Actor | null, payments: readonly string[]): Promise<boolean> {
  if (payments.length === 0) return false;
  const taken = await tx.rows<Claim>(sql`
    select memos.id::text, memos.vendor_id::text as owner, paid.payment::text
    from (
      select max(payment_id) as payment, allocations.invoice_id from allocations join payments on payments.id = payment_id
      where payment_id = any(${payments}::bigint[]) and allocations.invoice_id is not null and not by_vendor and not is_reversed and reversal_of is null
      group by allocations.invoice_id having sum(allocations.amount) > 0) paid
      join invoices on invoices.id = paid.invoice_id join memos on memos.invoice_id = invoices.id
    where memos.status = 'open' and holds > 0 and balance = held and is_agreed(match_state)`);
  // An update of no claim takes a quarter of a payment's time, for the triggers of memos run all the same.
  if (taken.length === 0) return false;
  await tx.execute(sql`
    update memos set status = 'accepted', counted_on = greatest(paid_on, memo_date), taken_by = payments.id, updated_at = clock_timestamp()
    from unnest(${taken.map(({ id }) => id)}::bigint[], ${taken.map(({ payment }) => payment)}::bigint[]) as due(id, payment)
      join payments on payments.id = due.payment
    where memos.id = due.id`);
  const after = (payment: string) => ({ status: 'accepted', paymentId: payment });
  await recordAudits(
    tx,
    logged(
      actor,
      taken.map((claim) => ({ ...claim, after: after(claim.payment) })),
      'accept',
    ),
  );
  return true;
}

/**
 * Reopens claims that payments deducted: the deduction is reversed today, so that no earlier date changes, and the claim applies again. Its
 * answers, and the return that it follows from, move to the new claim.
 * @param which a condition on `memos`
 * @returns the payments, and the new claims by the deductions that they replace
 */
export async function giveBackClaims(
  tx: Database,
  actor: Actor | null,
  which: Sql,
): Promise<{ payments: string[]; anew: ReadonlyMap<string, string> }> {
  const taken = await tx.rows<Claim & { returnId: string | null; editors: string[] }>(sql`
    select id::text, vendor_id::text as owner, taken_by::text as payment, return_id::text as "returnId",
      ${enteredBy('debitMemo', sql`memos.id`)} as editors from memos
    where ${isTaken} and ${which} order by memos.id`);
  const anew = new Map<string, string>();
  for (const { id, returnId } of taken) {
    await tx.execute(sql`
      update memos set status = 'reversed', return_id = null, reversed_by = ${actor?.id ?? null}::bigint, reversed_on = ${today}, updated_at = clock_timestamp()
      where id = ${id}`);
    const made = await tx.one<{ id: string }>(sql`
      insert into memos (kind, vendor_id, product_name, vendor_invoice_ref, vendor_invoice_date, buyer_po_ref, buyer_po_date, description, item_quantity, hsn_code,
        unit_price, price_difference, tax_rate, cgst, sgst, igst, amount, vendor_registration_id, buyer_registration_id, invoice_id, number, memo_date, issuer,
        gst_kind, status, return_id, answered, entered_by)
      select kind, vendor_id, product_name, vendor_invoice_ref, vendor_invoice_date, buyer_po_ref, buyer_po_date, description, item_quantity, hsn_code,
        unit_price, price_difference, tax_rate, cgst, sgst, igst, amount, vendor_registration_id, buyer_registration_id, invoice_id, number, memo_date, issuer,
        gst_kind, 'open', ${returnId}::bigint, answered, entered_by
      from memos where id = ${id} returning id::text`);
    await tx.execute(sql`
      insert into memo_lines (memo_id, no, quantity, taxable, cgst, sgst, igst, cess)
      select ${made.id}::bigint, no, quantity, taxable, cgst, sgst, igst, cess from memo_lines where memo_id = ${id}`);
    await tx.execute(sql`update memos set claim_id = ${made.id} where claim_id = ${id}`);
    anew.set(id, made.id);
  }
  await recordAudits(tx, [
    ...logged(
      actor,
      taken.map((claim) => ({ ...claim, after: { status: 'reversed', paymentId: claim.payment } })),
      'reverse',
    ),
    ...logged(
      null,
      taken.map((claim) => ({ ...claim, id: anew.get(claim.id) ?? claim.id, after: { status: 'open', claimId: claim.id } })),
      'create',
    ).map((entry, place) => ({ ...entry, carriesOn: taken[place]?.editors ?? [] })),
  ]);
  return { payments: [...new Set(taken.map(({ payment }) => payment))], anew };
}
