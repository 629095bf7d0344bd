import { indianDay, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { memoCodes, type MemoKind, memoName, messages } from '@aapurti/contract/memos/memoMessages';
import type { Memo } from '@aapurti/contract/memos/memos';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import type { Actor } from '../ground/actor.ts';
import { conflict } from '../ground/refusal.ts';

/** The refusal of a caller who is not the party that may decide. */
export const refusedOther = (text: string) => conflict(text, { code: memoCodes.notYours });

/** The name of a memo in messages. */
export const nameOf = (kind: MemoKind, { memoNumber, memoDate, createdAt, amount }: Memo): string =>
  memoName(kind, memoNumber, showDate(memoDate ?? indianDay(new Date(createdAt))), showMoney(amount ?? 0));

/** @throws Refusal 409 if the other party issued it, or a payment, an approval or an answer depends on it. */
export async function refuseResting(tx: Database, actor: Actor, kind: MemoKind, memo: Memo): Promise<void> {
  const name = nameOf(kind, memo);
  if (!actor.isAdmin && memo.issuer === 'buyer') throw refusedOther(messages.ofBuyer(name));
  await refuseReturned(tx, kind, memo);
  await refuseSettling(tx, kind, memo);
  const found = await tx.one<{ rests: boolean; byBuyer: boolean }>(sql`
    select status in ('answered', 'reversed') or answered > 0 or accepted_by is not null
      or exists (select from allocations where allocations.invoice_id = memos.invoice_id and kind = 'payment' and created_at > memos.created_at)
      or exists (select from allocations where memo_id = memos.id and allocations.invoice_id is distinct from memos.invoice_id and allocations.invoice_id is not null)
      or exists (
        select from match_decisions join invoices on invoices.id = match_decisions.invoice_id
        where match_decisions.invoice_id = memos.invoice_id and match_decisions.kind = 'approve' and match_state = 'approved' and decided_at > memos.created_at)
        as rests,
      coalesce((select is_admin from users where users.id = entered_by), false) as "byBuyer"
    from memos where id = ${memo._id}`);
  if (actor.isAdmin && memo.issuer === 'vendor' && !found.byBuyer) throw refusedOther(messages.ofVendor(name));
  const isOver = { reversed: messages.isReversed, answered: messages.isAnswered, open: messages.rests, accepted: messages.rests };
  if (found.rests) throw conflict(isOver[memo.status](name), { code: memoCodes.rests });
}

/** @throws Refusal 409 for a note that settles a part of a claim whose rest was accepted or deducted: the claim counts without that part. */
export async function refuseSettling(tx: Database, kind: MemoKind, memo: Memo): Promise<void> {
  const claim = await tx.first<{ number: string | null; day: string; amount: string }>(sql`
    select claim.number, coalesce(claim.memo_date, (claim.created_at at time zone 'Asia/Kolkata')::date)::text as day, claim.amount::text as amount
    from memos claim where claim.id = ${memo.claimId}::bigint and claim.status = 'accepted'`);
  if (claim === undefined) return;
  const name = memoName('debit', claim.number, showDate(claim.day), showMoney(claim.amount));
  throw conflict(messages.settles(nameOf(kind, memo), name), { code: memoCodes.rests });
}

/** @throws Refusal 409 for a claim that follows from a return. */
export async function refuseReturned(tx: Database, kind: MemoKind, memo: Memo): Promise<void> {
  if (await tx.first(sql`select from memos where id = ${memo._id} and return_id is not null`))
    throw conflict(messages.ofReturn(nameOf(kind, memo)), { code: memoCodes.rests });
}
