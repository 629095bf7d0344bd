import {
  checkedControls,
  CONTROL_LABELS,
  CONTROL_NAMES,
  type Controls,
  type controls,
  type ControlValues,
  controlWords,
  messages,
  PRESET_VALUES,
  type RefusalCode,
  refusalMessages,
  weakened,
} from '@aapurti/contract/settings/controls';
import { PRESETS } from '@aapurti/contract/settings/controlChoices';
import { ROLES } from '@aapurti/contract/access/roles';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import sql from 'sql-template-tag';

import { samePersons } from '../audit/fourEyes.ts';
import { recordAudit, recordChange, withGivers } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { findRow } from '../database/list.ts';
import type { Actor } from '../ground/actor.ts';
import { changedForm } from '../ground/changes.ts';
import { Refusal, refuseStale } from '../ground/refusal.ts';
import { alertOwners } from '../people/alerts.ts';
import { refuseLasting } from '../people/members.ts';
import { refuseStaleProof } from '../sign-in/freshness.ts';
import { controlsSelected, controlTable, countDeciders, countPeople, countUsers, readControls } from './controls.ts';
import { say, sayWords } from '@aapurti/contract/ground/template';

const ACCESS = 'identityApproval';

/** The controls, and the change that awaits another user. */
export async function showControls(db: Database, actor: Actor): Promise<Controls> {
  const stored = await findRow<Omit<Controls, 'people' | 'waiting'> & { waiting: (Waiting & { by: string }) | null }>(
    db,
    {
      select: sql`${controlsSelected}, controls_reviewed_at is not null as reviewed, updated_at as "updatedAt",
        case when waiting_controls is not null then jsonb_build_object('changes', waiting_controls, 'persons', ${waitingFor}::text[],
          'at', to_json(waiting_controls_at) #>> '{}', 'by', (
            select trim(first_name || ' ' || last_name) from users where id = waiting_controls_by[1])) end as waiting`,
      from: sql`portal_settings`,
    },
    sql`true`,
  );
  if (stored === undefined) throw new Error('the migration adds the row of settings');
  const { waiting, ...rest } = stored;
  const own = (await samePersons(db, actor))(ACCESS);
  return {
    ...rest,
    people: await countDeciders(db),
    waiting: waiting && { changes: waiting.changes, by: waiting.by, at: waiting.at, isOwn: waiting.persons.some((id) => own.includes(id)) },
  };
}

/** The users who asked for the pending change, and those who could sign in as one of them then. */
const waitingFor = withGivers(sql`waiting_controls_by`, sql`waiting_controls_at`);

interface Waiting extends Record<string, unknown> {
  changes: Partial<ControlValues>;
  persons: string[];
  at: string;
}

const refusal = (
  status: 403 | 409 | 422,
  code: Extract<RefusalCode, 'duties_needed' | 'nothing_waits' | 'controls_changed' | 'own_controls'>,
) =>
  new Refusal(status, refusalMessages[code](), {
    extra: { code },
    ...(status === 422 ? { errors: { duties: refusalMessages[code]() } } : {}),
  });

const entryOf = (actor: Actor) => ({ actor, ownerId: null, entity: 'settings', entityId: 'controls' }) as const;

/** @throws Refusal 403 without a fresh proof, 409 when stale, 422 if a field is wrong or duties may not be off. */
export async function saveControls(
  ctx: Context,
  actor: Actor,
  body: BodyOf<typeof controls.save>,
): Promise<{ message: string; data: Controls }> {
  return ctx.db.transaction(async (tx) => {
    const { updatedAt } = await tx.one<{ updatedAt: string }>(sql`
      select to_json(updated_at) #>> '{}' as "updatedAt" from portal_settings for no key update`);
    if (body.updatedAt !== undefined && body.updatedAt !== updatedAt)
      refuseStale({ updatedAt }, body.updatedAt, await showControls(tx, actor));
    const { updatedAt: _, currentPassWord: __, ...sent } = body as Readonly<Record<string, unknown>>;
    const message = await changeControls({ ...ctx, db: tx }, actor, sent);
    return { message, data: await showControls(tx, actor) };
  });
}

/**
 * Applies the submitted switches, or stores them as pending if they weaken the controls while duties are on. The row of settings is locked.
 * @throws Refusal 403 without a fresh proof, 422 if a field is wrong or duties may not be off.
 */
export async function changeControls(ctx: Context, actor: Actor, sent: Readonly<Record<string, unknown>>): Promise<string> {
  refuseLasting(actor);
  refuseStaleProof(actor, 'company');
  const before = await readControls(ctx.db);
  const other = PRESETS.find((each) => each === sent['preset'] && each !== before.preset);
  const form = changedForm(checkedControls, other === undefined ? before : { ...before, ...PRESET_VALUES[other] }, sent);
  const after = Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, value !== null && typeof value === 'object' ? value.toNumber() : value]),
  ) as unknown as ControlValues;
  if (after.preset !== 'entered' && !after.duties && (await countUsers(ctx.db)) > 1) throw refusal(422, 'duties_needed');
  const weaker = before.duties ? weakened(before, after) : [];
  if (weaker.length > 0 && (await countPeople(ctx.db, ROLES[ACCESS])) > 1) {
    await letWait(ctx, actor, before, after);
    return messages.waits;
  }
  await apply(ctx, actor, before, after, 'settings.controls');
  return weaker.length > 0 ? messages.alone : messages.saved;
}

const changedNames = (before: ControlValues, after: ControlValues) => CONTROL_NAMES.filter((name) => before[name] !== after[name]);

async function letWait(ctx: Context, actor: Actor, before: ControlValues, after: ControlValues): Promise<void> {
  const changes = Object.fromEntries(changedNames(before, after).map((name) => [name, after[name]]));
  await ctx.db.execute(sql`
    update portal_settings set waiting_controls = ${JSON.stringify(changes)}::jsonb,
      waiting_controls_by = ${[actor.id, ...actor.standsInFor]}::bigint[], waiting_controls_at = clock_timestamp()`);
  await recordAudit(ctx.db, { ...entryOf(actor), action: 'settings.controls.ask', after: changes });
  await alert(ctx, actor, before, after, true);
}

/** Stores the switches. A pending change becomes void, because it was compared with controls that have changed since. */
async function apply(ctx: Context, actor: Actor, before: ControlValues, after: ControlValues, action: string): Promise<void> {
  await ctx.db.execute(sql`
    update portal_settings set (${controlTable.names}, pay_only_matched, pay_only_approved, controls_reviewed_at, updated_at,
      waiting_controls, waiting_controls_by, waiting_controls_at)
    = (${controlTable.values(after)}, ${after.payableInvoices !== 'any'}, ${after.payableInvoices === 'approved'},
      clock_timestamp(), clock_timestamp(), null, null, null)`);
  await recordChange(ctx.db, { ...entryOf(actor), action }, before, after);
  if (changedNames(before, after).length > 0) await alert(ctx, actor, before, after, false);
}

/** E-mails all administrators the switches that change, or that will change once another user has confirmed them. */
async function alert(ctx: Context, actor: Actor, before: ControlValues, after: ControlValues, waits: boolean): Promise<void> {
  const changes = changedNames(before, after).map((name) =>
    say('{label}: {before} → {after}', {
      label: CONTROL_LABELS[name],
      before: controlWords(name, before[name]),
      after: controlWords(name, after[name]),
    }),
  );
  const what = waits ? say('Waiting for confirmation: {changes}', { changes }) : sayWords(changes);
  await alertOwners(ctx, { kind: 'newControls', vendorId: null, by: actor.id, what });
}

/**
 * Confirms or rejects the pending change.
 * @throws Refusal 403 for one's own or without a fresh proof, 409 if nothing is pending or it has changed.
 */
export async function decideControls(
  ctx: Context,
  actor: Actor,
  { approve, at }: BodyOf<typeof controls.decide>,
): Promise<{ message: string; data: Controls }> {
  refuseStaleProof(actor, 'company');
  return ctx.db.transaction(async (tx) => {
    const waiting = await tx.first<Waiting>(sql`
      select waiting_controls as changes, ${waitingFor}::text[] as persons, to_json(waiting_controls_at) #>> '{}' as at
      from portal_settings where waiting_controls is not null for no key update`);
    if (waiting === undefined) throw refusal(409, 'nothing_waits');
    if (waiting.at !== at) throw refusal(409, 'controls_changed');
    const own = (await samePersons(tx, actor))(ACCESS);
    if (approve && waiting.persons.some((person) => own.includes(person))) throw refusal(403, 'own_controls');
    const inside = { ...ctx, db: tx };
    const before = await readControls(tx);
    if (approve) {
      await apply(inside, actor, before, { ...before, ...waiting.changes }, 'settings.controls.confirm');
    } else {
      await tx.execute(sql`update portal_settings set waiting_controls = null, waiting_controls_by = null, waiting_controls_at = null`);
      await recordAudit(tx, { ...entryOf(actor), action: 'settings.controls.reject', before: waiting.changes });
    }
    return { message: approve ? messages.confirmed : messages.rejected, data: await showControls(tx, actor) };
  });
}
