import {
  answerCodes,
  type AnsweredLine,
  type answers,
  type DecidedLine,
  messages,
  type OrderAnswers,
} from '@aapurti/contract/purchase-orders/orderAnswers';
import { indianDay, showMoney } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import { mayCall } from '@aapurti/contract/access/roles';
import { messages as lineMessages } from '@aapurti/contract/sheets/lineSheets';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import { enteredBy } from '../audit/audit.ts';
import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { storableJson } from '../database/storable.ts';
import { refuseOwnEntry, samePersons } from '../audit/fourEyes.ts';
import { tell } from '../mail/queue.ts';
import { refuseOtherSites } from '../access/ownSites.ts';
import { coded, conflict, stale, together } from '../ground/refusal.ts';
import { changeAnswers, type Left, leftOf, plain, rejectedByOffer, tooLate } from './answers.ts';

const ACCESS = 'orderAnswers';

/**
 * Stores the buyer's decisions about proposals and e-mails the vendor.
 * @throws Refusal 409 if a line does not await a decision, or if the confirmations are not those of `updatedAt`; 403 on orders of other sites, on confirmations that the caller entered, and on a
 * price above the order for all except approvers within their limit; 422 for a counter-offer without terms, or a second one.
 */
export async function decideAnswers(
  ctx: Context,
  actor: Actor,
  id: string,
  { lines: decided, updatedAt }: BodyOf<typeof answers.decide>,
): Promise<OrderAnswers> {
  const today = indianDay(ctx.clock());
  return changeAnswers(
    ctx,
    actor,
    id,
    updatedAt,
    async (tx, before) => {
      await refuseOtherSites(tx, actor, ACCESS, [before._id]);
      // A vendor may withdraw its proposal and send another one, until the buyer decides.
      if (updatedAt !== before.updatedAt) throw stale(before);
      const byLine = new Map(before.lines.map((line) => [line.line, line]));
      const countered = await counteredLines(tx, before._id);
      const left = await leftOf(tx, before._id);
      const problems: string[] = [];
      const blocked: string[] = [];
      const seen = new Set<number>();
      for (const each of decided) {
        const line = byLine.get(each.line);
        if (line === undefined) problems.push(lineMessages.noLine(each.line, before.poNumber));
        else if (seen.has(each.line)) problems.push(say('Line {line} appears twice in this decision.', { line: each.line }));
        else if (line.answer?.state !== 'proposed') blocked.push(messages.noProposal(each.line, before.poNumber));
        else if (each.decision === 'counter') {
          const problem = counterProblem(each, line, countered, today);
          if (problem !== null) problems.push(problem);
        }
        const late = line === undefined ? null : rejectsLeft(line, each, left);
        if (late !== null) blocked.push(late);
        seen.add(each.line);
      }
      if (problems.length > 0) throw coded(422, together(problems), { field: 'lines', code: answerCodes.decisionWrong });
      if (blocked.length > 0) throw conflict(together(blocked), { code: answerCodes.lineNotOpen, data: before });
      await refuseOwnAnswers(tx, actor, before._id, decided, byLine);
      for (const each of decided) refuseHighPrice(actor, byLine.get(each.line), each);
      const rows = decided.map(({ line, decision, promises, price, remark }) => ({
        line,
        state: DECIDED[decision],
        remark,
        counter: decision === 'counter' ? { price: price?.toNumber() ?? null, promises: plain(promises) } : null,
      }));
      await tx.execute(sql`
      update order_answers answer set state = sent.state, counter = coalesce(sent.counter, answer.counter), buyer_remark = sent.remark,
        decided_by = ${actor.id}, decided_at = clock_timestamp()
      from jsonb_to_recordset(${storableJson(rows)}::jsonb) as sent(line int, state text, remark text, counter jsonb)
      where answer.order_id = ${before._id} and is_current and answer.line = sent.line`);
      await tellVendor(tx, before, decided);
      return 'order.decide';
    },
    new Set(decided.flatMap(({ line, fromFirstPiece }) => (fromFirstPiece ? [line] : []))),
  );
}

const DECIDED = { agree: 'agreed', decline: 'declined', counter: 'countered' } as const;

async function counteredLines(tx: Database, orderId: string): Promise<ReadonlySet<number>> {
  const rows = await tx.rows<{ line: number }>(sql`
    select distinct line from order_answers where order_id = ${orderId} and counter is not null and state <> 'outdated'`);
  return new Set(rows.map(({ line }) => line));
}

function counterProblem(
  { line, promises, price }: DecidedLine,
  { quantity }: AnsweredLine,
  countered: ReadonlySet<number>,
  today: string,
): string | null {
  if (countered.has(line)) return say('Line {line}: a counter-offer was already made. Accept or reject the proposal.', { line });
  if (promises.length === 0 && price === null) return say('Line {line}: enter a price, or quantities with dates.', { line });
  if (promises.some((each) => each.quantity.lte(0))) return say('Line {line}: each quantity must be more than 0.', { line });
  if (promises.some(({ date }) => date < today)) return say('Line {line}: a date is in the past.', { line });
  const whole = promises.reduce((sum, each) => sum.plus(each.quantity), new Decimal(0));
  return whole.gt(quantity)
    ? say('Line {line}: {whole} is more than the {quantity} ordered.', { line, whole: whole.toFixed(), quantity })
    : null;
}

/** A decision, or its counter-offer, must not reject dispatched quantities. */
function rejectsLeft(line: AnsweredLine, { decision, promises }: DecidedLine, left: Left): string | null {
  if (line.answer?.state !== 'proposed' || decision === 'decline') return null;
  const offered = decision === 'counter' ? rejectedByOffer(line, promises) : null;
  return tooLate(line, offered ?? line.answer.rejectedQuantity, left);
}

async function refuseOwnAnswers(
  tx: Database,
  actor: Actor,
  orderId: string,
  decided: readonly DecidedLine[],
  byLine: ReadonlyMap<number, AnsweredLine>,
): Promise<void> {
  const entered = await tx.rows<{ line: number; persons: string[] }>(sql`
    select line, entered_by::text || ${enteredBy('purchaseOrder', sql`order_answers.order_id`, { only: sql`order_answers.entered_by`, verbs: ['answer'] })} as persons
    from order_answers
    where order_id = ${orderId} and is_current and line = any(${decided.map(({ line }) => line)}::int[]) order by line`);
  const same = await samePersons(tx, actor);
  const own = entered.find(({ line, persons }) => {
    const value = decided.flatMap((each) => (each.line === line ? (highValue(byLine.get(line), each) ?? []) : []))[0];
    const callers = value === undefined ? same(ACCESS) : same('identityApproval', value.toFixed(2));
    return persons.some((person) => callers.includes(person));
  });
  if (own !== undefined)
    await refuseOwnEntry(
      tx,
      actor,
      ACCESS,
      say('Line {line}: you entered this confirmation, so someone else must decide on it.', { line: own.line }),
    );
}

/** The value of the line at a price above the order that the decision accepts or offers; otherwise null. */
function highValue(line: AnsweredLine | undefined, { decision, price }: DecidedLine): Decimal | null {
  if (decision === 'decline') return null;
  // A counter-offer without a price keeps the proposed price.
  const asked = (decision === 'counter' ? price?.toNumber() : null) ?? line?.answer?.price;
  if (line === undefined || asked === null || asked === undefined || asked <= line.price) return null;
  return new Decimal(asked).times(line.quantity);
}

/** Only approvers may accept a price above the order, within their limit for the line's value. */
function refuseHighPrice(actor: Actor, line: AnsweredLine | undefined, decided: DecidedLine): void {
  const value = highValue(line, decided);
  if (line === undefined || value === null) return;
  if (!mayCall('identityApproval', actor.roles)) {
    throw coded(
      403,
      say('Line {line}: the price of {asked} is above the order price of {price}. An approver must decide on it.', {
        line: line.line,
        asked: showMoney(value.div(line.quantity).toFixed(4)),
        price: showMoney(line.price),
      }),
      { code: answerCodes.price },
    );
  }
  if (actor.limitAmount !== null && value.gt(actor.limitAmount)) {
    throw coded(
      403,
      say('Line {line}: {value} is above your limit of {limitAmount}.', {
        line: line.line,
        value: showMoney(value.toFixed(2)),
        limitAmount: showMoney(actor.limitAmount),
      }),
      { code: answerCodes.aboveLimit },
    );
  }
}

async function tellVendor(tx: Database, { _id, userID, poNumber }: OrderAnswers, decided: readonly DecidedLine[]): Promise<void> {
  const count = decided.length;
  await tell(tx, [{ kind: 'answers', vendorId: userID, content: { count, vendor: null, orders: [{ id: _id, number: poNumber, count }] } }]);
}
