import {
  answerCodes,
  type AnsweredLine,
  type answers,
  messages,
  type OrderAnswers,
  type SentLine,
} from '@aapurti/contract/purchase-orders/orderAnswers';
import {
  answerProblem,
  asOrdered,
  leftProblem,
  type LineAnswer,
  needsBuyer,
  type Ordered,
  unpromised,
} from '@aapurti/contract/purchase-orders/answerRules';
import { indianDay } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import { messages as orderMessages } from '@aapurti/contract/purchase-orders/orders';
import { messages as lineMessages } from '@aapurti/contract/sheets/lineSheets';
import { say } from '@aapurti/contract/ground/template';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { type LineOf, lineMap } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { storableJson } from '../database/storable.ts';
import { EMBEDDED } from '../erp/embedded.ts';
import { tell } from '../mail/queue.ts';
import { coded, conflict, refuseStale, together } from '../ground/refusal.ts';
import { takeAgreed } from './agreedTerms.ts';
import { termsOf } from './answerTerms.ts';
import { quantitiesOf } from './lines.ts';
import { compareAgain, held } from './lock.ts';
import { ownOrder } from './orders.ts';
import { tolerancesFor } from './tolerances.ts';
import { loggedAnswer } from '@aapurti/contract/purchase-orders/loggedAnswer';

/** The most earlier confirmations in one reply. */
const EARLIER_MAX = 200;

const sentFields = {
  line: 'integer',
  decision: 'text',
  state: 'text',
  promises: 'jsonb',
  rejectedQuantity: ['rejected', 'numeric'],
  price: ['unit_price', 'numeric?'],
  substituteEAN: ['substitute_ean', 'text?'],
  reason: 'text?',
  remark: 'text?',
} as const;
const sentAnswerTable = lineMap('order_answers', sentFields);
export const answerTable = lineMap('order_answers', {
  ...sentFields,
  itemName: 'text',
  counter: 'jsonb?',
  buyerRemark: 'text?',
  sentAt: 'timestamptz',
  decidedAt: 'timestamptz?',
});

const answerJson = sql`json_build_object(${answerTable.json('answer')})`;

/** The lines of an order with their confirmations. @throws Refusal 404 if the order is not the caller's. */
export async function answersOf(db: Database, actor: Actor, id: string): Promise<OrderAnswers> {
  const order = await ownOrder(db, actor, id);
  const found = await db.one<Pick<OrderAnswers, 'lines' | 'earlier' | 'erp'>>(sql`
    with ended as (
      select distinct on (terms ->> 'itemCode') terms ->> 'itemCode' as item_code, terms, ended_at from order_answers
      where order_id = ${order._id} and ended_at is not null and not is_current order by terms ->> 'itemCode', id desc
    )
    select
      (select coalesce(json_agg(json_build_object('line', line.line, 'itemCode', line.item_code, 'itemName', line.item_name,
          'uom', line.uom, 'quantity', line.quantity, 'caseQuantity', line.case_quantity, 'receivedQuantity', line.received_quantity,
          'price', line.unit_price, 'answer', case when answer.id is not null then ${answerJson} end,
          'was', case when answer.id is null and ended.item_code is not null then json_build_object('quantity', ended.terms -> 'quantity',
            'price', ended.terms -> 'price', 'deliverBy', ended.terms -> 'deliverBy', 'endedAt', ended.ended_at) end) order by line.line), '[]')
        from purchase_order_lines line left join lateral (
          select * from order_answers answer where answer.order_id = line.order_id and answer.line = line.line and answer.is_current
          order by id desc limit 1) answer on true
        left join ended on ended.item_code = line.item_code
        where line.order_id = ${order._id}) as lines,
      (select coalesce(json_agg(${answerJson} order by answer.id desc), '[]') from (
        select * from order_answers where order_id = ${order._id} and not is_current order by id desc limit ${EARLIER_MAX}) answer) as earlier,
      (select json_build_object('system', source, 'toldAt', max(told_at),
          'untold', count(*) filter (where status = 'Open' and is_current and told_at is null and state in ('accepted', 'agreed', 'rejected')))
        from purchase_orders head left join order_answers answer on answer.order_id = head.id
        where head.id = ${order._id} and source <> ${EMBEDDED} group by source) as erp`);
  const { own: _, ...tolerances } = await tolerancesFor(db, order.userID);
  const { _id, userID, poNumber, status, deliverBy, siteId, updatedAt } = order;
  return { _id, userID, poNumber, status, deliverBy, acknowledged: order.acknowledgedOn !== null, siteId, tolerances, ...found, updatedAt };
}

const isOpen = ({ answer }: AnsweredLine) => answer === null || answer.state === 'declined';
const waits = ({ answer }: AnsweredLine) => answer?.state === 'proposed' || answer?.state === 'countered';

type New = LineOf<typeof sentAnswerTable>;

/**
 * Confirms lines of an open order. Changes within the tolerances apply immediately; others await the buyer, who is notified by e-mail.
 * @throws Refusal 409 if the order is not open or was changed, or a line awaits the buyer or has arrived; 422 with the errors by line.
 */
export async function sendAnswers(
  ctx: Context,
  actor: Actor,
  id: string,
  { lines: sent, updatedAt }: BodyOf<typeof answers.send>,
): Promise<OrderAnswers> {
  const today = indianDay(ctx.clock());
  return changeAnswers(ctx, actor, id, updatedAt, async (tx, before) => {
    const judged = judgeAnswers(before, sent, { today, left: await leftOf(tx, before._id) });
    if (judged.problems.length > 0)
      throw coded(422, together(judged.problems.map(({ text }) => text)), { field: 'lines', code: answerCodes.wrong });
    if (judged.blocked.length > 0)
      throw conflict(together(judged.blocked.map(({ text }) => text)), { code: answerCodes.lineNotOpen, data: before });
    await storeAnswers(tx, actor, before, judged);
    return 'order.answer';
  });
}

interface Told {
  line: number;
  text: string;
}

interface Judged {
  /** The problems with confirmations. */
  problems: Told[];
  /** Lines that cannot be confirmed now. */
  blocked: Told[];
  made: New[];
  replies: Reply[];
}

interface Reply {
  line: number;
  state: 'agreed' | 'declined';
  /** The quantity that the accepted counter-offer leaves out; null for the vendor's own quantity. */
  rejected: number | null;
}

/** The dispatched or received quantities of an order, by line. */
export type Left = ReadonlyMap<number, Decimal>;

/** The dispatched or received quantities of the lines of an order, which is locked. */
export async function leftOf(tx: Database, orderId: string): Promise<Left> {
  const { received, sent } = quantitiesOf('ordered');
  const rows = await tx.rows<{ line: number; quantity: string }>(sql`
    select line, greatest(${received}, ${sent}) as quantity
    from purchase_order_lines ordered where order_id = ${orderId}`);
  return new Map(rows.map(({ line, quantity }) => [line, new Decimal(quantity)]));
}

/** The rejected quantity of a line once a counter-offer is accepted; null if the offer names no quantities. */
export function rejectedByOffer({ quantity }: Pick<AnsweredLine, 'quantity'>, promises: readonly { quantity: Decimal | number }[]) {
  if (promises.length === 0) return null;
  return unpromised(
    new Decimal(quantity),
    promises.map((each) => ({ quantity: new Decimal(each.quantity) })),
  );
}

/** The problem with rejecting this quantity of a line, whose goods may already be dispatched. */
export function tooLate(
  { line, quantity }: Pick<AnsweredLine, 'line' | 'quantity'>,
  rejected: Decimal | number,
  left: Left,
): string | null {
  return leftProblem(line, new Decimal(quantity), new Decimal(rejected), left.get(line) ?? new Decimal(0));
}

/** Assesses confirmations of lines, without changing anything. */
export function judgeAnswers(before: OrderAnswers, sent: readonly SentLine[], { today, left }: { today: string; left: Left }): Judged {
  const byLine = new Map(before.lines.map((line) => [line.line, line]));
  const judged: Judged = { problems: [], blocked: [], made: [], replies: [] };
  const seen = new Set<number>();
  for (const each of sent) {
    const { line } = each;
    const wrong = (text: string) => judged.problems.push({ line, text });
    const block = (text: string) => judged.blocked.push({ line, text });
    const known = byLine.get(line);
    if (known === undefined) wrong(lineMessages.noLine(line, before.poNumber));
    else if (seen.has(line)) wrong(say('Line {line} appears twice in this confirmation.', { line }));
    else if (each.decision === 'agree' || each.decision === 'decline') {
      if (known.answer?.state !== 'countered') block(messages.noCounter(line, before.poNumber));
      else if (each.decision === 'decline') judged.replies.push({ line, state: 'declined', rejected: null });
      else {
        const rejected = rejectedByOffer(known, known.answer.counter?.promises ?? []);
        const problem = tooLate(known, rejected ?? known.answer.rejectedQuantity, left);
        if (problem === null) judged.replies.push({ line, state: 'agreed', rejected: rejected?.toNumber() ?? null });
        else block(problem);
      }
    } else if (known.answer?.state === 'proposed') {
      block(messages.waitsForBuyer(line, before.poNumber));
    } else if (known.answer?.state === 'countered') {
      block(messages.isCountered(line, before.poNumber));
    } else if (known.receivedQuantity > 0) {
      block(messages.isReceived(line, before.poNumber));
    } else {
      const ordered = orderedOf(known, before.deliverBy);
      const answer = answerOf(each, ordered);
      const problem = answerProblem(ordered, answer, today);
      const late = tooLate(known, answer.rejected, left);
      if (problem !== null) wrong(problem);
      else if (late !== null) block(late);
      else judged.made.push(newAnswer(ordered, answer, before));
    }
    seen.add(line);
  }
  return judged;
}

/** Stores assessed confirmations, and e-mails buyer users about those that await them. */
export async function storeAnswers(tx: Database, actor: Actor, before: OrderAnswers, { made, replies }: Judged): Promise<void> {
  await addAnswers(tx, actor, before._id, made);
  await settleCounters(tx, before._id, replies);
  const proposed = made.filter(({ state }) => state === 'proposed').length;
  if (proposed > 0) await tellBuyer(tx, before, proposed);
}

function orderedOf({ line, quantity, price }: AnsweredLine, deliverBy: string | null): Ordered {
  return { line, quantity: new Decimal(quantity), price: new Decimal(price), deliverBy };
}

function answerOf({ decision, promises, rejectedQuantity, ...sent }: SentLine, ordered: Ordered): LineAnswer {
  if (decision === 'agree' || decision === 'decline') throw new Error('answers to counter-offers have no terms');
  const { quantity } = ordered;
  if (decision === 'reject') return { ...sent, decision, promises: [], rejected: quantity, price: null, substituteEAN: null };
  if (decision === 'change') return { ...sent, decision, promises, rejected: rejectedQuantity ?? new Decimal(0) };
  return {
    decision,
    promises: asOrdered(ordered),
    rejected: new Decimal(0),
    price: null,
    substituteEAN: null,
    reason: null,
    remark: sent.remark,
  };
}

const STATES = { accept: 'accepted', change: 'accepted', reject: 'rejected' } as const;

function newAnswer(ordered: Ordered, answer: LineAnswer, { tolerances }: OrderAnswers): New {
  const { decision, promises, rejected, price, substituteEAN, reason, remark } = answer;
  return {
    line: ordered.line,
    decision,
    state: needsBuyer(ordered, answer, tolerances) ? 'proposed' : STATES[decision],
    promises: plain(promises),
    rejectedQuantity: rejected.toNumber(),
    price: price?.toNumber() ?? null,
    substituteEAN,
    reason,
    remark,
  };
}

export const plain = (promises: LineAnswer['promises']) => promises.map(({ quantity, date }) => ({ quantity: quantity.toNumber(), date }));

async function addAnswers(tx: Database, actor: Actor, orderId: string, made: readonly New[]): Promise<void> {
  if (made.length === 0) return;
  await tx.execute(sql`
    update order_answers set is_current = false, state = case when state = 'declined' then state else 'replaced' end
    where order_id = ${orderId} and is_current and line = any(${made.map(({ line }) => line)}::int[])`);
  await tx.execute(sql`
    insert into order_answers (order_id, ${sentAnswerTable.names()}, terms, item_name, entered_by)
    select line.order_id, ${sentAnswerTable.names(undefined, 'sent')}, ${termsOf(sql`line`, sql`head`)}, line.item_name, ${actor.id}
    from ${sentAnswerTable.sent(made, 'sent')}
    join purchase_order_lines line on line.order_id = ${orderId} and line.line = sent.line
    join purchase_orders head on head.id = line.order_id`);
}

async function settleCounters(tx: Database, orderId: string, replies: readonly Reply[]): Promise<void> {
  if (replies.length === 0) return;
  await tx.execute(sql`
    update order_answers answer set state = reply.state,
      promises = case when reply.state = 'agreed' and jsonb_array_length(counter->'promises') > 0 then counter->'promises' else promises end,
      rejected = coalesce(reply.rejected, answer.rejected),
      unit_price = case when reply.state = 'agreed' then coalesce((counter->>'price')::numeric, unit_price) else unit_price end
    from jsonb_to_recordset(${storableJson(replies)}::jsonb) as reply(line int, state text, rejected numeric)
    where answer.order_id = ${orderId} and is_current and answer.line = reply.line`);
}

/** Withdraws the pending proposals of lines. @throws Refusal 409 if there is none. */
export async function withdrawAnswers(
  ctx: Context,
  actor: Actor,
  id: string,
  { updatedAt }: BodyOf<typeof answers.withdraw>,
): Promise<OrderAnswers> {
  return changeAnswers(ctx, actor, id, updatedAt, async (tx, before) => {
    if (!before.lines.some(({ answer }) => answer?.state === 'proposed'))
      throw conflict(messages.nothingToWithdraw(before.poNumber), { code: answerCodes.nothingWaits, data: before });
    await tx.execute(sql`
      update order_answers set is_current = false, state = 'withdrawn'
      where order_id = ${before._id} and is_current and state = 'proposed'`);
    return 'order.withdrawAnswer';
  });
}

/**
 * Locks the order, changes its confirmations, acknowledges the order once all its lines are settled, and logs the changes.
 * @param fromFirst lines whose agreed price also applies to quantities accepted earlier.
 * @throws Refusal 409 if it is not open or was changed since `updatedAt`.
 */
export async function changeAnswers(
  ctx: Context,
  actor: Actor,
  id: string,
  updatedAt: unknown,
  make: (tx: Database, before: OrderAnswers) => Promise<string>,
  fromFirst: ReadonlySet<number> = new Set(),
): Promise<OrderAnswers> {
  return ctx.db.transaction(async (tx) => {
    const after = await changeAnswersIn(tx, ctx, actor, id, updatedAt, make, fromFirst);
    ctx.afterwards(async () => ctx.mail.wake());
    return after;
  });
}

/** The same, in the caller's transaction. */
export async function changeAnswersIn(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  actor: Actor,
  id: string,
  updatedAt: unknown,
  make: (tx: Database, before: OrderAnswers) => Promise<string>,
  fromFirst: ReadonlySet<number> = new Set(),
): Promise<OrderAnswers> {
  const order = await ownOrder(tx, actor, id, held('purchase_orders'));
  const before = await answersOf(tx, actor, order._id);
  if (order.status !== 'Open' && order.status !== 'Acknowledged')
    throw conflict(orderMessages[actor.isAdmin ? 'undecidable' : 'notOpen'](order.poNumber, order.status), { code: answerCodes.notOpen });
  refuseStale(before, updatedAt);
  const action = await make(tx, before);
  const made = await answersOf(tx, actor, order._id);
  await takeAgreed(tx, before, made, fromFirst);
  const settled = !made.lines.some((line) => isOpen(line) || waits(line)) && made.lines.some(({ answer }) => answer?.state !== 'rejected');
  await tx.execute(sql`
    update purchase_orders set updated_at = clock_timestamp(),
      acknowledged_on = coalesce(acknowledged_on, case when ${settled} then ${indianDay(clock())}::date end)
    where id = ${order._id}`);
  await compareAgain(tx, { orders: [order._id] });
  const after = await answersOf(tx, actor, order._id);
  const entry = { actor, ownerId: order.userID, action, entity: 'purchaseOrder', entityId: order._id } as const;
  await recordAudit(tx, { ...entry, ...loggedAnswers(before, after) });
  return after;
}

/** The lines whose confirmation has changed, by number. */
function loggedAnswers(before: OrderAnswers, after: OrderAnswers) {
  const was = new Map(before.lines.map(({ line, answer }) => [line, answer]));
  const changed = after.lines.filter(({ line, answer }) => JSON.stringify(answer) !== JSON.stringify(was.get(line)));
  const logged = (answerFor: (line: number) => AnsweredLine['answer'] | undefined) =>
    Object.fromEntries(changed.map(({ line }) => [say('Line {line}', { line }), loggedAnswer(answerFor(line))]));
  const is = new Map(after.lines.map(({ line, answer }) => [line, answer]));
  return { before: logged((line) => was.get(line)), after: logged((line) => is.get(line)) };
}

async function tellBuyer(tx: Database, { _id, userID, poNumber }: OrderAnswers, count: number): Promise<void> {
  const named = await tx.first<{ vendor: string }>(sql`select legal_name as vendor from vendors where id = ${userID}`);
  const orders = [{ id: _id, number: poNumber, count }];
  await tell(tx, [{ kind: 'answers', vendorId: null, orderId: _id, content: { count, vendor: named?.vendor ?? '', orders } }]);
}
