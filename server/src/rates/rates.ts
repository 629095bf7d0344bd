import { checkedRate, type GstRate, type GstRateForm, type gstRates, messages, rateCodes } from '@aapurti/contract/rates/gstRates';
import type { BodyOf, QueryOf } from '@aapurti/contract/ground/operation';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql, { type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit, recordChange } from '../audit/audit.ts';
import { changedForm } from '../ground/changes.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { dayIn, finished, said, saidIn } from '../database/said.ts';
import { allRows, findRow, idOf, type ListResult, listRows, type ListSpec, pageOf } from '../database/list.ts';
import { compareAgain } from '../purchase-orders/lock.ts';
import { coded, notFound, refuseStale } from '../ground/refusal.ts';
import type { Workbook } from '../ground/reply.ts';
import { exportColumn } from '../sheets/columns.ts';
import { exportRows } from '../sheets/download.ts';
import { rateColumns, rateTable } from './columns.ts';

const list = {
  select: sql`
    gst_rates.id::text as _id, ${rateTable.selected}, gst_rates.proved,
    (select trim(first_name || ' ' || last_name) from audit_log join users on users.id = actor_id
     where entity = 'gstRate' and entity_id = gst_rates.id::text order by audit_log.id desc limit 1) as "changedBy",
    gst_rates.created_at as "createdAt", gst_rates.updated_at as "updatedAt"`,
  from: sql`gst_rates`,
  key: sql`gst_rates.id`,
  sorts: {
    hsnPrefix: sql`(gst_rates.hsn_prefix, gst_rates.condition, gst_rates.valid_from)`,
    rate: sql`gst_rates.rate`,
    cessRate: sql`gst_rates.cess_rate`,
    validFrom: sql`gst_rates.valid_from`,
    validTo: { absentLast: sql`gst_rates.valid_to` },
    // Sorted by their entry.
    createdAt: sql`gst_rates.id`,
  },
};

function listOf({ hsnCode, day, ...query }: QueryOf<typeof gstRates.list>): ListSpec {
  return {
    where: [
      hsnCode === undefined || hsnCode === ''
        ? null
        : sql`(starts_with(gst_rates.hsn_prefix, ${hsnCode}) or starts_with(${hsnCode}, gst_rates.hsn_prefix))`,
      day === undefined ? null : sql`${day} between gst_rates.valid_from and coalesce(gst_rates.valid_to, 'infinity')`,
    ],
    page: pageOf(query),
    ...list,
  };
}

export async function listRates(ctx: Context, query: QueryOf<typeof gstRates.list>): Promise<ListResult> {
  return listRows(ctx.db, listOf(query));
}

export async function getRate(db: Database, id: string): Promise<GstRate> {
  const found = await findRow<GstRate>(db, list, sql`gst_rates.id = ${idOf(id)}`);
  if (found === undefined) throw notFound();
  return found;
}

/**
 * Changes of stored rates are serialised, so that values read before are still valid when stored. If two are added simultaneously, the
 * table rejects one.
 */
export async function lockRates(tx: Database): Promise<void> {
  await tx.execute(sql`lock table gst_rates in share row exclusive mode`);
}

/** @throws Refusal 422 if the goods have another rate on any of these dates. */
async function refuseOverlap(tx: Database, form: GstRateForm, self: string | null): Promise<void> {
  const other = await tx.first<{ words: string }>(sql`
    select ${overlapWords(sql`hsn_prefix`, sql`rate`, daysOf)} as words from gst_rates
    where hsn_prefix = ${form.hsnPrefix} and condition = ${form.condition} and id is distinct from ${self}::bigint
      and daterange(valid_from, valid_to, '[]') && daterange(${form.validFrom}, ${form.validTo}, '[]')
    order by valid_from limit 1`);
  if (other === undefined) return;
  throw coded(422, finished(other.words), { field: 'validFrom', code: rateCodes.overlap });
}

/** The message about a rate whose dates overlap those of another. */
export const overlapWords = (prefix: Sql, rate: Sql, days: Sql): Sql =>
  said(messages.overlap('{prefix}', '{rate}', '{days}'), { prefix, rate: sql`trim_scale(${rate})::text`, days }, rateCodes.overlap);

const [from, to] = [dayIn(sql`valid_from`), dayIn(sql`valid_to`)];
/** The dates of a rate, as text. */
export const daysOf = sql`
  (case when valid_to is null then ${saidIn('from {from}', { from })} else ${saidIn('from {from} to {to}', { from, to })} end)`;

const stored = (form: GstRateForm) => rateTable.values({ ...form, cessRate: form.cessRate ?? '0' });

/** Invoices for goods with these rates, dated in their period or later. */
export const taxedBy = (rates: readonly Pick<GstRate, 'hsnPrefix' | 'validFrom'>[]): Sql => sql`
  exists (select from invoice_lines join unnest(
      ${rates.map(({ hsnPrefix }) => hsnPrefix)}::text[], ${rates.map(({ validFrom }) => validFrom)}::date[]) taxed(prefix, since)
    on starts_with(hsn_code, prefix) where invoice_id = invoices.id and invoice_date >= since)`;

export async function addRate(ctx: Context, actor: Actor, body: BodyOf<typeof gstRates.create>): Promise<GstRate> {
  return ctx.db.transaction(async (tx) => {
    await refuseOverlap(tx, body, null);
    const { id } = await tx.one<{ id: string }>(sql`
      insert into gst_rates (${rateTable.names}) values (${stored(body)}) returning id::text`);
    const added = await getRate(tx, id);
    await recordAudit(tx, { ...entry(actor, added), action: 'gstRate.create', after: logged(added) });
    await compareAgain(tx, { open: taxedBy([added]) });
    return getRate(tx, added._id);
  });
}

/**
 * Changes the submitted fields and keeps the others. A new rate from a later date ends the old one the day before: the record has the new
 * rate, and the old one stays as a row of its own. Its goods cannot be changed.
 */
export async function editRate(ctx: Context, actor: Actor, id: string, body: BodyOf<typeof gstRates.edit>): Promise<GstRate> {
  return ctx.db.transaction(async (tx) => {
    await lockRates(tx);
    const before = await getRate(tx, id);
    const { updatedAt, ...sent } = body;
    refuseStale(before, updatedAt);
    let form = changedForm(checkedRate, before, sent);
    const isOther = !form.rate.eq(before.rate) || !new Decimal(form.cessRate ?? 0).eq(before.cessRate);
    // The GST notification of a predefined rate covers only that rate.
    if (before.proved && isOther && form.notification === before.notification)
      form = changedForm(checkedRate, before, { ...sent, notification: null });
    for (const field of ['hsnPrefix', 'condition'] as const)
      if (form[field] !== before[field]) throw coded(422, messages.fixed, { field, code: rateCodes.fixed });
    await refuseOverlap(tx, form, before._id);
    if (isOther && form.validFrom > before.validFrom) {
      await tx.execute(sql`
        insert into gst_rates (${rateTable.names}, proved, created_at)
        select hsn_prefix, condition, rate, cess_rate, valid_from, least(valid_to, ${form.validFrom}::date - 1), notification, proved, created_at
        from gst_rates where id = ${before._id}`);
    }
    await tx.execute(sql`
      update gst_rates set (${rateTable.names}, proved, updated_at) = (${stored(form)}, false, clock_timestamp()) where id = ${before._id}`);
    const after = await getRate(tx, id);
    await recordChange(tx, { ...entry(actor, after), action: 'gstRate.edit' }, before, after);
    await compareAgain(tx, { open: taxedBy([before, after]) });
    return getRate(tx, id);
  });
}

export async function removeRate(ctx: Context, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockRates(tx);
    const before = await getRate(tx, id);
    await tx.execute(sql`delete from gst_rates where id = ${before._id}`);
    await recordAudit(tx, { ...entry(actor, before), action: 'gstRate.delete', before: logged(before) });
    await compareAgain(tx, { open: taxedBy([before]) });
  });
}

/** The log records who changed it. */
const logged = ({ changedBy: _by, ...rate }: GstRate) => rate;

function entry(actor: Actor, { _id }: GstRate) {
  return { actor, ownerId: null, entity: 'gstRate', entityId: _id } as const;
}

const exported = { ...rateColumns, basis: exportColumn('Basis', { width: 30 }) };

/** All rates that match the list's filters; uploading them again changes nothing. */
export function exportRates(ctx: Context, actor: Actor, query: QueryOf<typeof gstRates.export>): Promise<Workbook> {
  const select = sql`${rateTable.exported}, case when gst_rates.proved then 'Based on a GST notification' else 'Entered in the portal' end as basis`;
  const rows = allRows({ ...listOf(query), select });
  return exportRows(ctx, actor, { name: 'gst-rates.xlsx', sheet: 'GST rates', columns: exported }, rows);
}
