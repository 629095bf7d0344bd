import { goodsCodes, messages } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { STATE_WORDS, type DispatchState } from '@aapurti/contract/dispatch-notes/dispatchRules';
import type { ewayBills } from '@aapurti/contract/dispatch-notes/ewayBills';
import type { Side } from '@aapurti/contract/dispatch-notes/movements';
import { ewayValidUntil, readEwayResults } from '@aapurti/contract/dispatch-notes/ewayClock';
import type { DispatchNote } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { indianDay } from '@aapurti/contract/ground/fields';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import { say } from '@aapurti/contract/ground/template';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudits } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { storableJson } from '../database/storable.ts';
import { ownerFor } from '../access/owner.ts';
import { lock, withIds } from '../purchase-orders/lock.ts';
import { invalid, Refusal } from '../ground/refusal.ts';
import { keepPaper } from './keptPapers.ts';
import { receiptsOfNotes } from './received.ts';

/** The most problems that one message names. */
const PROBLEMS_MAX = 200;

interface Found extends Record<string, unknown> {
  row: number;
  docNo: string;
  number: string;
  validUntil: string | null;
  id: string | null;
  DCNumber: string;
  state: DispatchState | null;
  distance: number | null;
  over: boolean;
  before: string | null;
  /** The stored end of that bill's validity, as an ISO timestamp. */
  until: string | null;
  /** The number of another note with the same bill. */
  elsewhere: string | null;
}

/**
 * Selects the number of another note of the vendor that has this e-way bill and is not cancelled, because a bill covers one consignment. A
 * bill that was cancelled at the government portal no longer belongs to a note.
 */
const elsewhere = (owner: string, number: Sql, id: Sql): Sql => sql`
  select other.number from dispatch_notes other where other.vendor_id = ${owner} and other.eway_bill_number = ${number} and other.id is distinct from ${id}
    and not exists (select from dispatch_goods where note_id = other.id and state = 'cancelled')
  union all
  select gone.number from dispatch_goods left join dispatch_notes gone on gone.id = note_id
  where dispatch_goods.vendor_id = ${owner} and eway_cancelled <> '{}' and ${number} = any(eway_cancelled)
  limit 1`;

/** Locks the vendor's e-way bill numbers until the transaction ends, after its notes, so that two notes cannot both take one number. */
const lockBills = (tx: Database, owner: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`e-way bills of ${owner}`}, 0))`);

/**
 * Checks the number entered in a note that was just saved. The numbers in the government portal's result file are checked by the same rule.
 * @throws Refusal 422 if another note has it.
 */
export async function refuseUsedBill(tx: Database, owner: string, number: string | null, id: string): Promise<void> {
  if (number === null) return;
  await lockBills(tx, owner);
  const other = await tx.first<{ number: string }>(elsewhere(owner, sql`${number}::text`, sql`${id}::bigint`));
  if (other !== undefined) throw invalid({ eWayBillNumber: messages.billElsewhere(number, other.number) }, 422, goodsCodes.billElsewhere);
}

/**
 * Imports the numbers of the government portal's result file, by document number. A row that does not match a note is reported, the rest is
 * stored.
 */
export async function takeEwayResults(
  ctx: Context,
  actor: Actor,
  { text, userID }: BodyOf<typeof ewayBills.result>,
): Promise<{ taken: number; problems: string[] }> {
  const { results, problems } = readEwayResults(text);
  return ctx.db.transaction(async (tx) => {
    const owner = await ownerFor(tx, actor, userID);
    const side = actor.isAdmin ? 'buyer' : 'vendor';
    const sent = { owner, side, results } as const;
    const named = await tx.rows<Found>(notesOf(sent, sql`true`));
    const ids = await lock(tx, 'dispatch_notes', withIds(named.flatMap(({ id }) => id ?? [])));
    await lockBills(tx, owner);
    // These are read once the notes are locked, because another user may have cancelled one or given it a number meanwhile.
    const found = await tx.rows<Found>(notesOf(sent, sql`dispatch_notes.id = any(${ids}::bigint[])`));
    const received = await receiptsOfNotes(tx, ids);
    const right: Found[] = [];
    for (const each of found) {
      const receipt = received.get(each.id ?? '');
      const problem = receipt === undefined ? resultProblem(each) : messages.received(receipt);
      if (problem === null) right.push(each);
      else problems.push(say('Row {row} ({docNo}): {problem}', { row: each.row, docNo: each.docNo, problem }));
    }
    for (const { id, number, before, validUntil, distance, over, row, docNo } of right) {
      if (before === number)
        await tx.execute(sql`
          update dispatch_goods set eway_valid_until = ${validUntil}::timestamptz, updated_at = clock_timestamp() where note_id = ${id}`);
      else {
        await tx.execute(sql`update dispatch_notes set eway_bill_number = ${number}, updated_at = clock_timestamp() where id = ${id}`);
        await startEwayClock(ctx, tx, { id: id ?? '', distance, over, validUntil });
      }
      try {
        await keepPaper(ctx, tx, actor, id ?? '');
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        problems.push(
          say('Row {row} ({docNo}): the number was saved, but the challan was not printed. {problem}', {
            row,
            docNo,
            problem: error.message,
          }),
        );
      }
    }
    const entry = { actor, ownerId: owner, action: 'dispatchNote.eway', entity: 'dispatchNote' } as const;
    await recordAudits(
      tx,
      right.map(({ id, number, before, until, validUntil }) => ({
        ...entry,
        entityId: id ?? '',
        before: before === number ? { ewayValidUntil: until } : { eWayBillNumber: before },
        after: before === number ? { ewayValidUntil: validUntil } : { eWayBillNumber: number },
      })),
    );
    return { taken: right.length, problems: problems.slice(0, PROBLEMS_MAX) };
  });
}

interface Sent {
  owner: string;
  side: Side;
  results: ReturnType<typeof readEwayResults>['results'];
}

/**
 * Selects the results, each with the note that its document number means, among those that `which` leaves, and any other note with the same
 * bill. Vendor and buyer number their notes separately: of two notes with one number, the caller's own is meant.
 */
const notesOf = ({ owner, side, results }: Sent, which: Sql): Sql => sql`
  select sent.row, sent."docNo", sent.number, sent."validUntil", note.id::text, note.number as "DCNumber", goods.state, goods.distance,
    coalesce((goods.vehicles->0->>'over')::boolean, false) as over, note.eway_bill_number as before,
    to_char(goods.eway_valid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until,
    (${elsewhere(owner, sql`sent.number`, sql`note.id`)}) as elsewhere
  from jsonb_to_recordset(${storableJson(results)}::jsonb) as sent(row int, "docNo" text, number text, "validUntil" text)
  left join lateral (
    select dispatch_notes.* from dispatch_notes join dispatch_goods on dispatch_goods.note_id = dispatch_notes.id
    where dispatch_notes.vendor_id = ${owner} and ${which} and (code_key(dispatch_notes.number) = code_key(sent."docNo")
        or dispatch_goods.invoice_id = (select id from invoices where vendor_id = ${owner} and code_key(number) = code_key(sent."docNo")
          order by invoice_date desc limit 1))
    order by code_key(dispatch_notes.number) = code_key(sent."docNo") desc, issuer = ${side} desc, dispatch_notes.id desc limit 1) note on true
  left join dispatch_goods goods on goods.note_id = note.id
  order by sent.row`;

/**
 * A bill that the note already has is imported again if the government portal states another end of validity, for example after an
 * extension.
 */
function resultProblem({ id, state, before, number, until, validUntil, elsewhere: other, DCNumber }: Found): string | null {
  if (id === null || state === null) return 'no dispatch note with lines has this number.';
  if (other !== null) return messages.billElsewhere(number, other);
  const isExtended = before === number && validUntil !== null && validUntil !== until;
  if (before === number && !isExtended) return say('dispatch note {DCNumber} already has this number.', { DCNumber });
  if (before !== null && before !== number)
    return say('dispatch note {DCNumber} has e-way bill {before}. Remove that number first.', { DCNumber, before });
  return state === 'cancelled' || state === 'closed'
    ? say('dispatch note {DCNumber} is {state}.', { DCNumber, state: STATE_WORDS[state].toLowerCase() })
    : null;
}

interface Clocked {
  id: string;
  distance: number | null;
  over: boolean;
  /** The end of validity that the portal states; null if it follows from the distance, starting now. */
  validUntil: string | null;
}

async function startEwayClock(ctx: Context, tx: Database, { id, distance, over, validUntil }: Clocked): Promise<void> {
  const until = validUntil ?? (distance === null ? null : ewayValidUntil(indianDay(ctx.clock()), distance, over).toISOString());
  await tx.execute(sql`
    update dispatch_goods set eway_made_at = ${ctx.clock()}, eway_valid_until = ${until}::timestamptz, part_b_changed = false,
      updated_at = clock_timestamp()
    where note_id = ${id}`);
}

/** Follows an edit of a note: an entered number starts the bill's validity, and other transport makes Part B stale. */
export async function followEwayBill(ctx: Context, tx: Database, before: DispatchNote, after: DispatchNote): Promise<void> {
  if (after.eWayBillNumber !== before.eWayBillNumber) {
    const goods = await tx.first<{ distance: number | null; over: boolean }>(sql`
      select distance, coalesce((vehicles->0->>'over')::boolean, false) as over from dispatch_goods where note_id = ${after._id}`);
    if (goods === undefined) return;
    if (after.eWayBillNumber !== null) return startEwayClock(ctx, tx, { id: after._id, ...goods, validUntil: null });
    await tx.execute(sql`
      update dispatch_goods set eway_made_at = null, eway_valid_until = null, part_b_changed = false where note_id = ${after._id}`);
  } else if (after.VehicleNumber !== before.VehicleNumber || after.TransporterDetails !== before.TransporterDetails) {
    await tx.execute(sql`update dispatch_goods set part_b_changed = true where note_id = ${after._id} and eway_made_at is not null`);
  }
}
