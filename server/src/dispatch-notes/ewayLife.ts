import { type DispatchGoods, goodsCodes } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import type { ewayBills } from '@aapurti/contract/dispatch-notes/ewayBills';
import { ewayValidUntil } from '@aapurti/contract/dispatch-notes/ewayClock';
import {
  billProblem,
  EWAY_REASONS,
  type EwayRequest,
  ewayRequests,
  lateProblem,
  lifeCodes,
  lifeMessages,
  reasonCode,
  transportMissing,
} from '@aapurti/contract/dispatch-notes/ewayLife';
import { indianDay } from '@aapurti/contract/ground/fields';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import sql, { empty, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { conflict, invalid, refuseStale } from '../ground/refusal.ts';
import { goodsOf, lockedGoods } from './goods.ts';
import { keepPaper } from './keptPapers.ts';
import { ownNote, refuseOtherSide } from './notes.ts';
import { refuseReceived } from './received.ts';

type Change = BodyOf<typeof ewayBills.change>;

/**
 * Records an action on the e-way bill of a note at the government portal, and returns the API requests for that portal.
 * @throws Refusal 409 if the note has no bill or is closed, if the time limit has passed, or if the note changed meanwhile; 422 with the
 * missing fields.
 */
export async function changeEwayBill(
  ctx: Context,
  actor: Actor,
  id: string,
  change: Change,
): Promise<{ data: DispatchGoods; requests: EwayRequest[] }> {
  return ctx.db.transaction(async (tx) => {
    const before = await lockedGoods(tx, actor, id);
    refuseOtherSide(actor, before);
    refuseStale({ updatedAt: before.updatedAt ?? '' }, change.updatedAt, before);
    await refuseReceived(tx, before._id, before);
    const { eWayBillNumber: number } = before;
    const over = billProblem(before);
    if (number === null || over !== null) {
      const code = number === null || before.state === null ? lifeCodes.noBill : goodsCodes.state;
      throw conflict(over ?? lifeMessages.noBill, { code, data: before });
    }
    const note = await ownNote(tx, actor, id);
    const vehicles = before.vehicles.length > 0 ? before.vehicles : [{ number: note.VehicleNumber, over: false }];
    checkChange({ ...before, vehicles }, change);
    const late = lateProblem(before, change.action, ctx.clock());
    if (late !== null) throw conflict(late, { code: lifeCodes.notNow, data: before });
    const requests = ewayRequests(change.action, {
      ...change,
      number,
      remainingDistance: change.remainingDistance?.toNumber() ?? null,
      transport: { ...before, vehicles },
    });
    if (change.action === 'cancel')
      await tx.execute(sql`update dispatch_notes set eway_bill_number = null, updated_at = clock_timestamp() where id = ${before._id}`);
    await tx.execute(sql`
      update dispatch_goods set ${columnsOf({ ...before, number, vehicles }, change, ctx.clock())} updated_at = clock_timestamp()
      where note_id = ${before._id}`);
    await keepPaper(ctx, tx, actor, before._id);
    const data = await goodsOf(tx, actor, id);
    const entry = { actor, ownerId: before.userID, entity: 'dispatchNote', entityId: before._id } as const;
    const logged = ({ eWayBillNumber, ewayValidUntil: until, partBChanged }: DispatchGoods) => ({
      eWayBillNumber,
      ewayValidUntil: until,
      partBChanged,
    });
    const { reason, remark, place } = change;
    await recordAudit(tx, {
      ...entry,
      action: `dispatchNote.eway.${change.action}`,
      before: logged(before),
      after: { ...logged(data), reason, remark, place },
    });
    return { data, requests };
  });
}

/** @throws Refusal 422 with the missing fields that the portal requires. */
function checkChange(
  note: Pick<DispatchGoods, 'transporterId'> & { vehicles: readonly { number: string | null }[] },
  { action, reason, place, state, pin, remainingDistance }: Change,
): void {
  const isMoved = action === 'partB' || action === 'extend';
  const missing = transportMissing(note, action);
  const errors = {
    ...(Object.keys(EWAY_REASONS[action]).length > 0 && reasonCode(action, reason) === undefined ? { reason: lifeMessages.reason } : {}),
    ...(isMoved && place === null ? { place: lifeMessages.place } : {}),
    ...(isMoved && state === null ? { state: lifeMessages.state } : {}),
    ...(action === 'extend' && pin === null ? { pin: lifeMessages.pin } : {}),
    ...(action === 'extend' && remainingDistance === null ? { remainingDistance: lifeMessages.remaining } : {}),
    ...(missing === null ? {} : { action: missing }),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors, 422, lifeCodes.incomplete);
}

interface Known {
  number: string;
  ewayValidUntil: string | null;
  vehicles: readonly { over: boolean }[];
}

function columnsOf({ number, ewayValidUntil: until, vehicles }: Known, { action, remainingDistance }: Change, now: Date): Sql {
  switch (action) {
    case 'transporter':
      return empty;
    case 'partB':
      return sql`part_b_changed = false,`;
    case 'cancel':
      return sql`
        eway_cancelled = array_append(eway_cancelled, ${number}), eway_made_at = null, eway_valid_until = null, part_b_changed = false,`;
    case 'extend': {
      const end = ewayValidUntil(indianDay(now), remainingDistance?.toNumber() ?? 1, vehicles[0]?.over === true);
      // An extension never shortens the remaining validity.
      const longest = new Date(Math.max(end.getTime(), until === null ? 0 : Date.parse(until)));
      return sql`eway_valid_until = ${longest.toISOString()}::timestamptz, part_b_changed = false,`;
    }
  }
}
