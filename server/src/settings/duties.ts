import { type ControlValues, doers, LIMITS, LIMITED_ROLES, type RefusalCode, refusalMessages } from '@aapurti/contract/settings/controls';
import { mayCall, type RoleSet } from '@aapurti/contract/access/roles';
import { indianDay, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import type { AuditEntity } from '@aapurti/contract/words/auditActions';
import sql from 'sql-template-tag';

import { absentOf, ownEntryText, samePersons } from '../audit/fourEyes.ts';
import { ENTERING, personsOfEntry, signInsGiven, withGivers } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import type { Actor } from '../ground/actor.ts';
import { Refusal } from '../ground/refusal.ts';
import { countDeciders, readControls } from './controls.ts';

/** An act that duties separate from entering; paying is also separated from approving. */
export type Act = 'approve' | 'release' | 'pay';

export interface Document {
  /** Its name among the documents of one act; its id if it has none. */
  key?: string;
  entity: Extract<AuditEntity, 'invoice' | 'debitMemo' | 'creditMemo' | 'payment' | 'openingBalance'>;
  id: string;
  /** Its name in a sentence, for example "invoice 4711". */
  name: string;
  /** The amount in rupees that is approved, released or paid. */
  amount: string;
}

/** The reason why an act is refused. */
export interface Obstacle {
  code: RefusalCode;
  message: string;
}

/** The verbs of entries by which a user approved or released a document. */
const DECIDED = ['approve', 'release', 'accept'];

interface LoggedDeed extends Record<string, unknown> {
  id: string;
  kind: 'entered' | 'decided';
  persons: string[];
  name: string;
  at: Date;
}

interface Deed extends LoggedDeed {
  /** The users who could sign in as one of the persons then: the act counts as theirs too. */
  givers: string[];
}

/** The acts of users on the documents, latest first. Entries without a user are the ERP's. */
async function deedsOf(db: Database, entity: Document['entity'], ids: readonly string[]): Promise<Deed[]> {
  // An invoice made from an opening balance was entered and approved with it.
  const deeds = await db.rows<LoggedDeed>(sql`
    select asked.id, case when split_part(action, '.', 2) = any(${DECIDED}::text[]) then 'decided' else 'entered' end as kind,
      ${personsOfEntry}::text[] as persons, trim(first_name || ' ' || last_name) as name, at
    from (
        select id, ${entity}::text as entity, id as entity_id from unnest(${[...ids]}::text[]) id
        union all
        select invoice_id::text, 'openingBalance', id::text from opening_balances
        where ${entity}::text = 'invoice' and invoice_id = any(${entity === 'invoice' ? [...ids] : []}::bigint[])) asked
      join audit_log using (entity, entity_id) join users on users.id = actor_id
    where split_part(action, '.', 1) = entity and split_part(action, '.', 2) = any(${[...ENTERING, ...DECIDED]}::text[])
    order by audit_log.id desc`);
  const persons = [...new Set(deeds.flatMap((deed) => deed.persons))];
  const given = await db.rows<{ person: string; giver: string; since: Date; until: Date | null }>(sql`
    select person, giver::text, since, until from (${signInsGiven(sql`${persons}::bigint[]`)}) given`);
  return deeds.map((deed) => {
    const own = given.filter(
      ({ person, since, until }) => deed.persons.includes(person) && since <= deed.at && (until === null || until > deed.at),
    );
    return { ...deed, givers: own.map(({ giver }) => giver) };
  });
}

/**
 * The reasons why the caller may not do something to documents, by their keys; documents without a reason are allowed, all together. Call
 * it with the documents locked, in the transaction of the act: it locks the caller's totals of the day, so that two concurrent calls cannot
 * exceed a limit. Every approval, release and payment uses this rule: forms, the API, uploads and delegates.
 * @param more.isAlwaysApart true if entering and the act need two users whatever the controls are.
 */
export async function obstaclesTo(
  db: Database,
  actor: Actor,
  act: Act,
  access: RoleSet,
  documents: readonly Document[],
  { isAlwaysApart = false } = {},
): Promise<Map<string, Obstacle>> {
  const controls = await readControls(db);
  const found = new Map<string, Obstacle>();
  if (documents.length === 0) return found;
  if (controls.duties || isAlwaysApart) await findDuties(db, actor, act, access, documents, found);
  await findLimits(db, actor, act, access, { documents, controls, found });
  return found;
}

/** Checks `obstaclesTo` for one document. @throws Refusal 403 */
export async function refuseAct(db: Database, actor: Actor, act: Act, access: RoleSet, document: Document): Promise<void> {
  const [obstacle] = (await obstaclesTo(db, actor, act, access, [document])).values();
  if (obstacle !== undefined) throw refusalOf(obstacle);
}

export function refusalOf({ code, message }: Obstacle): Refusal {
  return new Refusal(403, message, { extra: { code } });
}

async function findDuties(
  db: Database,
  actor: Actor,
  act: Act,
  access: RoleSet,
  documents: readonly Document[],
  found: Map<string, Obstacle>,
): Promise<void> {
  const deeds = new Map<string, Deed[]>();
  for (const entity of new Set(documents.map((document) => document.entity))) {
    const ids = documents.filter((document) => document.entity === entity).map(({ id }) => id);
    for (const deed of await deedsOf(db, entity, ids))
      deeds.set(`${entity} ${deed.id}`, [...(deeds.get(`${entity} ${deed.id}`) ?? []), deed]);
  }
  // The payer may have entered or approved it if there are fewer than three users.
  const isPaidByOthers = act === 'pay' && (await countDeciders(db)) >= 3;
  const same = await samePersons(db, actor);
  for (const { entity, id, key = id, name, amount } of documents) {
    const done = deeds.get(`${entity} ${id}`) ?? [];
    const own = same(access, amount);
    const mine = act !== 'pay' || isPaidByOthers ? done.filter((each) => handsOf(each).some((person) => own.includes(person))) : [];
    const deed = mine.find(({ kind }) => kind === 'entered') ?? (act === 'pay' ? mine[0] : undefined);
    if (deed !== undefined) {
      const code = deed.kind === 'entered' ? 'you_entered' : 'you_approved';
      const who = doerOf(deed, actor, absentOf(actor, access, amount));
      const message = refusalMessages[code]({ who, document: name, day: dayOf(deed.at) });
      found.set(key, { code, message: await ownEntryText(db, actor, access, message, amount) });
      continue;
    }
    const approval = done.find(({ kind }) => kind === 'decided');
    const change = done.find(
      (each) => each.kind === 'entered' && approval !== undefined && handsOf(each).some((person) => handsOf(approval).includes(person)),
    );
    if (act === 'pay' && approval !== undefined && change !== undefined) {
      const message = refusalMessages.approver_changed({ who: approval.name, document: name, day: dayOf(change.at) });
      found.set(key, { code: 'approver_changed', message });
    }
  }
}

/** The users whose act it may have been. */
const handsOf = ({ persons, givers }: Deed) => [...persons, ...givers];

/** Words that say why the act counts as the caller's. */
function doerOf({ persons, givers, name }: Deed, actor: Actor, absent: readonly string[]): string {
  if (persons[0] === actor.id) return doers.you;
  if (persons.includes(actor.id)) return doers.forYou(name);
  if (persons.some((person) => absent.includes(person))) return doers.yourAbsent(name);
  const isYours = givers.some((person) => person === actor.id || absent.includes(person));
  if (isYours) return doers.yourAccount(name);
  // The others can sign in as the caller.
  return givers.length === 0 ? doers.yourGiver(name) : doers.sameGiver(name);
}

const dayOf = (at: Date) => showDate(indianDay(new Date(at)));

interface Looking {
  documents: readonly Document[];
  controls: ControlValues;
  found: Map<string, Obstacle>;
}

/** The caller's limits: the highest of the roles that allow the act, and the member's own for a document; null means none. */
function limitsOf(actor: Actor, access: RoleSet, controls: ControlValues): { document: Decimal | null; day: Decimal | null } {
  const roles = LIMITED_ROLES.filter((role) => actor.roles.includes(role) && mayCall(access, [role]));
  const highest = (place: 0 | 1) => {
    const limits = roles.map((role) => controls[LIMITS[role][place]]);
    return limits.length === 0 || limits.includes(null) ? null : Decimal.max(...limits.map((limit) => limit ?? 0));
  };
  const own = controls.preset === 'entered' ? null : actor.limitAmount;
  const ofDocument = [highest(0), own === null ? null : new Decimal(own)].filter((limit) => limit !== null);
  return { document: ofDocument.length === 0 ? null : Decimal.min(...ofDocument), day: highest(1) };
}

async function findLimits(db: Database, actor: Actor, act: Act, access: RoleSet, { documents, controls, found }: Looking): Promise<void> {
  if (!actor.isAdmin) return;
  const limits = limitsOf(actor, access, controls);
  if (limits.document === null && limits.day === null) return;
  const persons = (await samePersons(db, actor))(access, documents[0]?.amount ?? null);
  let done = limits.day === null ? new Decimal(0) : await doneToday(db, persons, act);
  for (const { id, key = id, amount } of documents) {
    if (found.has(key)) continue;
    const sum = done.plus(amount);
    const excess = (code: 'above_document_limit' | 'above_day_limit', limit: Decimal) =>
      found.set(key, {
        code,
        message: refusalMessages[code]({ amount: showMoney(amount), limit: showMoney(limit.toFixed(2)), sum: showMoney(sum.toFixed(2)) }),
      });
    if (limits.document?.lt(amount)) excess('above_document_limit', limits.document);
    else if (limits.day?.lt(sum)) excess('above_day_limit', limits.day);
    else done = sum;
  }
}

/**
 * The largest total of one of the users today, either of payments or of approvals, releases and acceptances, by the clock of the log. Their
 * log entries have the amount; an entry that raises nothing has none. Because the log counts, reversing a payment frees no limit. Locks the
 * users' totals until the transaction ends.
 */
async function doneToday(db: Database, persons: readonly string[], act: Act): Promise<Decimal> {
  // Written out, so that the database finds the entries by the index of decisions.
  const kinds =
    act === 'pay'
      ? sql`action in ('payment.create', 'payment.change')`
      : sql`action in ('invoice.approve', 'invoice.release', 'openingBalance.accept', 'openingBalance.reverse', 'debitMemo.accept', 'debitMemo.reverse',
          'creditMemo.accept', 'creditMemo.reverse')`;
  for (const person of [...persons].sort()) {
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`limits of ${person}`}, 0))`);
  }
  const { sum } = await db.one<{ sum: string }>(sql`
    select coalesce(max(sum), 0)::text as sum from (
      select sum(greatest(0, coalesce(after ->> 'amount', after ->> 'value', '0')::numeric - coalesce(before ->> 'amount', '0')::numeric)) as sum
      from unnest(${[...persons]}::bigint[]) person, audit_log
      where person = any(${withGivers(personsOfEntry, sql`audit_log.at`)}) and ${kinds}
        and at >= date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'
      group by person) totals`);
  return new Decimal(sum);
}

/** The caller as logged for an act of this amount, with the members whose right it used. */
export function actingAs(actor: Actor, access: RoleSet, amount: string | null): Pick<Actor, 'id' | 'key' | 'actingFor'> {
  return { ...actor, actingFor: absentOf(actor, access, amount) };
}
