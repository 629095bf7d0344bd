import { indianDay, showMoney } from '@aapurti/contract/ground/fields';
import type { BodyOf, QueryOf } from '@aapurti/contract/ground/operation';
import { PAGE_SIZE_MAX, UNPAGED_MAX } from '@aapurti/contract/ground/operation';
import {
  isMonth,
  messages,
  type Statement,
  STATEMENT_MONTHS,
  statementCodes,
  type statements as calls,
} from '@aapurti/contract/papers/statements';
import { say } from '@aapurti/contract/ground/template';
import sql, { type Sql } from 'sql-template-tag';

import { ownedBy } from '../access/owner.ts';
import { recordAudit } from '../audit/audit.ts';
import { addComment } from '../comments/comments.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { findRows, type Page, pageOf } from '../database/list.ts';
import type { Actor } from '../ground/actor.ts';
import { conflict, forbidden, notFound } from '../ground/refusal.ts';
import type { ReplyTo } from '../ground/reply.ts';
import { lockAccounts } from '../purchase-orders/lock.ts';

const SELECT = sql`
  vendors.id::text as "vendorId", vendors.code as "vendorCode", vendors.legal_name as "vendorName", to_char(sums.month, 'YYYY-MM') as month,
  sums.month as from, sums.next - 1 as to, sums.opening, sums.closing,
  case when answers.id is null then 'waiting' when answers.closing <> sums.closing then 'changed' else answers.answer end as state,
  answers.closing as "answeredClosing", answers.remark, trim(users.first_name || ' ' || users.last_name) as "answeredBy",
  answers.created_at as "answeredAt"`;

/**
 * The statements of some months for the vendors that `owned` selects by `vendor_id`, if they had entries by then, with their last answers.
 */
function statementsOf(db: Database, { months, owned }: { months: readonly string[]; owned: Sql }): Promise<Statement[]> {
  return findRows<Statement>(
    db,
    {
      select: SELECT,
      from: sql`(
        select vendor_id, months.month, months.next, coalesce(sum(amount) filter (where entered.month < months.month), 0) as opening,
          sum(amount) as closing
        from (select month::date, (month + interval '1 month')::date as next from unnest(${months}::date[]) month) months
        join (
          select vendor_id, date_trunc('month', day)::date as month, sum(amount) as amount from account_entries where ${owned} group by 1, 2
        ) entered on entered.month <= months.month group by 1, 2, 3) sums`,
      join: sql`
        join vendors on vendors.id = sums.vendor_id
        left join lateral (
          select * from statement_answers given where given.vendor_id = sums.vendor_id and given.month = sums.month order by given.id desc limit 1
        ) answers on true
        left join users on users.id = answers.answered_by`,
    },
    sql`true order by sums.month desc, answers.answer is distinct from 'differs', answers.id is not null, vendors.legal_name, vendors.id limit ${UNPAGED_MAX}`,
  );
}

/** The first days of the closed months, newest first. */
function closedMonths(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return Array.from({ length: STATEMENT_MONTHS }, (_, before) =>
    firstDay(new Date(Date.UTC(year, month - 2 - before, 1)).toISOString().slice(0, 7)),
  );
}

const firstDay = (month: string) => `${month}-01`;
const hasEnded = (month: string, today: string) => month < today.slice(0, 7);

/**
 * The vendors that had entries by the end of a month: first those who disputed the statement, then those without an answer. A page of
 * statements adds up only the entries of its own vendors.
 */
async function vendorsOf(db: Database, month: string, { limit, offset }: Page): Promise<{ ids: string[]; total: number }> {
  // The limit makes PostgreSQL look for one entry per vendor; `exists` would read all entries.
  const having = sql`
    from vendors left join lateral (
      select id, answer from statement_answers where vendor_id = vendors.id and month = ${month}::date order by id desc limit 1
    ) last on true
    where (select true from account_entries where vendor_id = vendors.id and day < (${month}::date + interval '1 month')::date limit 1)`;
  const { total } = await db.one<{ total: number }>(sql`select count(*)::int as total ${having}`);
  const rows = await db.rows<{ id: string }>(sql`
    select vendors.id::text ${having} order by last.answer is distinct from 'differs', last.id is not null, vendors.legal_name, vendors.id
    limit ${limit} offset ${offset}`);
  return { ids: rows.map(({ id }) => id), total };
}

/** Statements of closed months: the last ones of one vendor, or one month of all vendors. */
export async function listStatements(ctx: Context, actor: Actor, query: QueryOf<typeof calls.list>): Promise<ReplyTo<typeof calls.list>> {
  const page = pageOf(query);
  const { rows, total } = await pageOfStatements(ctx, actor, query, page);
  const end = page.offset + page.limit;
  const pageSize = Math.min(page.limit, PAGE_SIZE_MAX);
  return {
    status: 200,
    body: rows,
    headers: { 'X-Total-Count': total },
    ...(end < total && { next: { page: end / pageSize + 1, pageSize } }),
  };
}

async function pageOfStatements(ctx: Context, actor: Actor, { userID, month }: QueryOf<typeof calls.list>, page: Page) {
  const today = indianDay(ctx.clock());
  if (month !== undefined && !hasEnded(month, today)) return { rows: [], total: 0 };
  const months = month === undefined ? closedMonths(today) : [firstDay(month)];
  const owned = ownedBy(sql`vendor_id`, actor, userID);
  if (owned !== null) {
    const rows = await statementsOf(ctx.reports, { months, owned });
    return { rows: rows.slice(page.offset, page.offset + page.limit), total: rows.length };
  }
  const [last = ''] = months;
  const { ids, total } = await vendorsOf(ctx.reports, last, page);
  return { rows: await statementsOf(ctx.reports, { months: [last], owned: sql`vendor_id = any(${ids}::bigint[])` }), total };
}

/**
 * Stores a vendor's answer to the statement of a closed month, with the closing balance that the vendor saw. Only the vendor's own users
 * answer.
 * @throws Refusal 403 for buyer users, 404 for a month without a statement, 409 for an open month and for another closing balance
 */
export async function answerStatement(ctx: Context, actor: Actor, month: string, body: BodyOf<typeof calls.answer>): Promise<Statement> {
  const owner = actor.vendorId;
  if (owner === null) throw forbidden();
  if (!isMonth(month)) throw notFound();
  return ctx.db.transaction(async (tx) => {
    // Changes of the account wait, so that the answer's figures are those that are stored.
    await lockAccounts(tx, [owner]);
    const read = () => statementsOf(tx, { months: [firstDay(month)], owned: sql`vendor_id = ${owner}` });
    if (!hasEnded(month, indianDay(ctx.clock()))) throw conflict(messages.open, { code: statementCodes.open });
    const [shown] = await read();
    if (shown === undefined) throw notFound();
    if (!body.closing.eq(shown.closing))
      throw conflict(messages.changed(showMoney(shown.closing)), { code: statementCodes.changed, data: shown });
    const closing = body.closing.toFixed(2);
    const { id } = await tx.one<{ id: string }>(sql`
      insert into statement_answers (vendor_id, month, closing, answer, remark, answered_by)
      values (${owner}, ${shown.from}::date, ${closing}::numeric, ${body.answer}, ${body.remark}, ${actor.id}) returning id::text`);
    await recordAudit(tx, {
      actor,
      ownerId: owner,
      action: body.answer === 'agreed' ? 'statement.agree' : 'statement.differ',
      entity: 'statement',
      entityId: id,
      after: { month, closingBalance: closing, response: body.answer, remark: body.remark },
    });
    // Buyer users are notified of the comment, and reply there.
    if (body.answer === 'differs') {
      const text = say('Statement {month}, closing balance {closing}: {remark}', {
        month,
        closing: showMoney(shown.closing),
        remark: body.remark,
      });
      await addComment({ ...ctx, db: tx }, actor, { documentKind: 'vendor', documentId: owner, text, mentions: [] }, []);
    }
    const [answered] = await read();
    if (answered === undefined) throw notFound();
    return answered;
  });
}
