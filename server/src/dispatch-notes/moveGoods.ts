import { type DispatchGoods, goodsCodes, messages } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { MOVEMENTS } from '@aapurti/contract/dispatch-notes/movements';
import { type DispatchMove, mayMove, MOVES, STATE_WORDS } from '@aapurti/contract/dispatch-notes/dispatchRules';
import { indianDay, showDate } from '@aapurti/contract/ground/fields';
import { documentNumberRemark } from '@aapurti/contract/ground/india';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { refuseOtherSites } from '../access/ownSites.ts';
import { conflict, invalid, refuseStale } from '../ground/refusal.ts';
import { goodsOf, lockedGoods, ordersOf } from './goods.ts';
import { keepPaper } from './keptPapers.ts';
import { lineProblems, linesOfOrders, refuseLines } from './orderLines.ts';
import { refuseOtherSide } from './notes.ts';
import { refuseReceived } from './received.ts';
import { checkSender, noteDay } from './saveGoods.ts';

/**
 * Moves a note to its next status. Before it becomes ready and before dispatch, its lines are checked against all other notes for their
 * orders, and so is its dispatch registration.
 * @throws Refusal 403 if it arrives at another site, 409 if the step is too early or the note changed meanwhile, 422 with the errors by
 * line.
 */
export async function moveGoods(
  ctx: Context,
  actor: Actor,
  id: string,
  { move, updatedAt, arrivedOn = null }: { move: DispatchMove; updatedAt?: unknown; arrivedOn?: string | null },
): Promise<DispatchGoods> {
  return ctx.db.transaction(async (tx) => {
    const before = await lockedGoods(tx, actor, id);
    if (before.state === null) throw conflict(messages.noLines, { code: goodsCodes.noLines });
    // The vendor may report the arrival of goods that the buyer sent to it.
    if (move !== 'arrive') refuseOtherSide(actor, before);
    const orderIds = ordersOf(before.lines);
    if (move === 'arrive') await refuseOtherSites(tx, actor, 'arrivals', orderIds);
    refuseStale({ updatedAt: before.updatedAt ?? '' }, updatedAt, before);
    // A received note can only be closed.
    if (move !== 'close') await refuseReceived(tx, before._id, before);
    if (!mayMove(before.state, move))
      throw conflict(say('This dispatch note is already {state}.', { state: STATE_WORDS[before.state].toLowerCase() }), {
        code: goodsCodes.state,
        data: before,
      });
    const today = indianDay(ctx.clock());
    // Goods of a sale that has an invoice travel with the invoice, whose number has rules of its own.
    if (
      (move === 'ready' || move === 'leave') &&
      MOVEMENTS[before.kind].travelsWith !== 'invoice' &&
      documentNumberRemark(before.DCNumber) !== null
    )
      throw invalid({ DCNumber: messages.challanNumber(before.DCNumber) }, 422, goodsCodes.challanNumber);
    if (move === 'ready' || move === 'leave') {
      // The note may have got another date since then, and the registration may have ended.
      await checkSender(tx, before, before.kind, before.fromGSTIN);
      await checkLines(tx, before, today);
    }
    if (move === 'arrive' && arrivedOn !== null && arrivedOn > today)
      throw invalid({ arrivedOn: say('Today is {today}.', { today: showDate(today) }) }, 422, goodsCodes.arrivalFuture);
    await tx.execute(sql`
      update dispatch_goods set state = ${MOVES[move].to}, updated_at = clock_timestamp(),
        left_at = case when ${move} = 'leave' then ${ctx.clock()}::timestamptz else left_at end,
        arrived_on = case when ${move} = 'arrive' then ${arrivedOn ?? today}::date else arrived_on end
      where note_id = ${before._id}`);
    await keepPaper(ctx, tx, actor, before._id);
    const after = await goodsOf(tx, actor, id);
    const entry = { actor, ownerId: before.userID, entity: 'dispatchNote', entityId: before._id } as const;
    const logged = ({ state, arrivedOn: day }: DispatchGoods) => ({ state, arrivedOn: day });
    await recordAudit(tx, { ...entry, action: `dispatchNote.${move}`, before: logged(before), after: logged(after) });
    return after;
  });
}

async function checkLines(tx: Database, goods: DispatchGoods, today: string): Promise<void> {
  const sent = goods.lines.map((line) => ({ ...line, quantity: new Decimal(line.quantity) }));
  const known = await linesOfOrders(tx, goods.userID, goods._id, ordersOf(sent));
  refuseLines(
    await lineProblems(tx, sent, known, { kind: goods.kind, today, arrival: goods.expectedOn ?? (await noteDay(tx, goods._id)) }),
  );
}
