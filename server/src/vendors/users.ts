import type { accounts as calls, User } from '@aapurti/contract/vendors/accounts';
import type { Language } from '@aapurti/contract/ground/languages';
import type { QueryOf } from '@aapurti/contract/ground/operation';
import { encodeNames } from '@aapurti/contract/ground/wire';
import { say } from '@aapurti/contract/ground/template';
import sql, { type Sql } from 'sql-template-tag';

import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { contains, idOf, type ListResult, listRows, pageOf } from '../database/list.ts';
import { notFound } from '../ground/refusal.ts';
import { WireJson } from '../ground/reply.ts';
import { countryName, stateName } from './geography.ts';
import type { Actor } from '../ground/actor.ts';
import { boundTo } from '../access/ownSites.ts';
import { companiesOfUser } from '../people/companies.ts';
import { userTable, vendorTable } from './columns.ts';
import { documentBytes } from './documents.ts';
import { isCurrentSession } from '../sign-in/sessions.ts';

/** A stored user under the contract's names; files are ids. */
export interface UserRow extends Omit<User, 'userImg' | 'countryName' | 'stateName' | 'accessToken' | 'gstinAlsoOf' | 'membership'> {
  avatar: string | null;
  language: Language | null;
  /** The company that the record shows: the one with the same id, or else the one that the user was invited to or acts for. */
  companyId: string;
}

const userColumns = sql`
  users.id::text as _id, vendors.id::text as "companyId", ${userTable.exported}, users.is_admin as "isAdmin", users.is_active as "isActive", users.avatar, users.language,
  vendors.code as "vendor_Code", ${vendorTable.exported}, vendors.pan_document as "panDocument", vendors.gst_document as "gstDocument",
  vendors.cancelled_cheque as "cancelledCheque", vendors.incorporation_certificate as "certiOfIncorporation",
  vendors.agreed_terms as "agreedTerms", vendors.supplier_id as "system_Vendor_id", vendors.identity_confirmed_at is not null as "identityConfirmed",
  (select jsonb_build_object('id', request.id::text, 'changes', changes, 'requestedAt', requested_at, 'appliesAt', applies_at)
    from identity_requests request where request.vendor_id = vendors.id and request.state = 'pending') as "pendingIdentity",
  case when vendors.sent_back_at is not null then jsonb_build_object('reason', vendors.sent_back_reason, 'at', vendors.sent_back_at) end as "sentBack",
  (select change.email from email_changes change
    where change.user_id = users.id and changed_at is null and expires_at > now()) as "pendingEmail",
  to_json(users.created_at) #>> '{}' as "createdAt",
  to_json(greatest(users.updated_at, vendors.updated_at)) #>> '{}' as "updatedAt"`;

/** The first users of companies, with the company of the same id. */
const accounts = sql`users join vendors on vendors.id = users.id`;

/** Inactive administrators, and administrators without the required two-step verification, see only themselves. */
function seesAll(actor: Actor): boolean {
  return actor.isAdmin && actor.isActive && actor.setUpFirst !== true;
}

/** Files become links that expire within minutes and name their receiver; codes of country and state get their names. */
export function toUser(ctx: Context, { avatar, ...stored }: UserRow, readerId: string): User {
  const { companyId: _, language: __, sentBack, ...row } = stored;
  const link = (file: string | null) => (file === null ? null : ctx.files.link(file, readerId === row._id ? undefined : readerId));
  return {
    ...row,
    ...(sentBack ? { sentBack } : {}),
    userImg: avatar === null ? null : ctx.files.link(avatar),
    countryName: countryName(row.country_id),
    stateName: stateName(row.country_id, row.state),
    panDocument: link(row.panDocument),
    gstDocument: link(row.gstDocument),
    cancelledCheque: link(row.cancelledCheque),
    certiOfIncorporation: link(row.certiOfIncorporation),
  };
}

/** The company and party that the session acts for, on the caller's own record; they may differ from the record's. */
export function actingAs(
  { vendorId, roles, sites, isAdmin }: Pick<Actor, 'vendorId' | 'roles' | 'sites' | 'isAdmin'>,
  company: string,
  companies: number,
  language: Language | null,
) {
  return {
    isAdmin,
    membership: {
      company,
      vendorId,
      roles: [...roles],
      siteIds: boundTo(sites),
      boundRoles: Object.keys(sites),
      several: companies > 1,
      language,
    },
  };
}

/** A user with a company: `companyId`, or else the user's own or the one that the user was invited to. */
export async function findUser(db: Database, where: Sql, companyId: string | null = null): Promise<UserRow | undefined> {
  const company = sql`coalesce(${companyId}::bigint, users.company_id, users.id)`;
  return db.first<UserRow & Record<string, unknown>>(sql`
    select ${userColumns} from users join vendors on vendors.id = ${company} where ${where}`);
}

/** The caller, or any user for an administrator. @throws Refusal 404 */
export async function visibleUser(ctx: Context, actor: Actor, id: string): Promise<UserRow> {
  const isSelf = id === actor.id;
  const row = seesAll(actor) || isSelf ? await findUser(ctx.db, sql`users.id = ${idOf(id)}`, isSelf ? actor.vendorId : null) : undefined;
  if (row === undefined) throw notFound();
  return row;
}

/** The record; the caller's own has `accessToken`, the token if it belongs to the user's current session. */
export async function getUser(ctx: Context, actor: Actor, id: string, token: string | null): Promise<User> {
  const row = await visibleUser(ctx, actor, id);
  if (id !== actor.id)
    return {
      ...toUser(ctx, row, actor.id),
      gstinAlsoOf: await othersWithGstin(ctx.db, row, id),
      paperBytes: await documentBytes(ctx.db, id),
    };
  return { ...(await ownRecord(ctx, actor, row)), accessToken: (await isCurrentSession(ctx, actor)) ? token : null };
}

/** The caller's own record, with the company that it acts for. */
export async function ownRecord(ctx: Context, actor: Actor, row: UserRow): Promise<User> {
  const companies = await companiesOfUser(ctx.db, actor.id, actor.membershipId);
  const company = companies.find(({ current }) => current)?.company ?? row.vendor_name;
  return { ...toUser(ctx, row, actor.id), ...actingAs(actor, company, companies.length, row.language) };
}

type VendorName = NonNullable<User['gstinAlsoOf']>[number];

type TaxNumbers = Pick<User, 'kind' | 'gstin' | 'pan'>;

/** Other vendors, active or not, with the GSTIN; for a vendor without a GSTIN, vendors whose GSTIN contains its PAN. */
export async function othersWithGstin(db: Database, { kind, gstin, pan }: TaxNumbers, ownId: string): Promise<VendorName[]> {
  const same = kind === 'unregistered' ? sql`substring(gstin from 3 for 10) = ${pan}` : sql`gstin = ${gstin}`;
  return db.rows<VendorName & Record<string, unknown>>(sql`
    select id::text as _id, legal_name as vendor_name, code as "vendor_Code" 
    from vendors where id in (select vendor_id from registrations where ${same}) and id <> ${ownId} order by id`);
}

/** Sentences for the administrator who has entered this GSTIN; a vendor must not learn of others. */
export async function sharedGstin(db: Database, numbers: TaxNumbers, ownId: string): Promise<string[]> {
  const others = await othersWithGstin(db, numbers, ownId);
  const names = others.map(({ vendor_name, vendor_Code }) => `${vendor_name} (${vendor_Code})`);
  if (others.length === 0) return [];
  return [
    numbers.kind === 'unregistered'
      ? say('This PAN is registered for GST: {names}.', { names })
      : say('The GST number is also used by {names}.', { names }),
  ];
}

/** Personal texts that others know, which make bad passwords. */
export function personalTexts(user: Record<string, unknown>): string[] {
  return ['email', 'vendor_name', 'mobileNumber'].flatMap((field) => (typeof user[field] === 'string' ? [user[field]] : []));
}

/** Newest first; all except active administrators get only themselves. */
export async function listUsers(ctx: Context, actor: Actor, query: QueryOf<typeof calls.list>): Promise<ListResult> {
  const found = await listRows(ctx.db, {
    select: userColumns,
    from: seesAll(actor)
      ? accounts
      : sql`users join vendors on vendors.id = coalesce(${actor.vendorId}::bigint, users.company_id, users.id)`,
    scope: [seesAll(actor) ? null : sql`users.id = ${actor.id}`],
    where: [
      query.status === undefined ? null : sql`is_active = ${query.status === 'active'}`,
      query.synced === undefined ? null : sql`not is_admin and (supplier_id is not null) = ${query.synced === 'true'}`,
      contains(sql`lower(first_name || ' ' || last_name || ' ' || legal_name || ' ' || email || ' ' || mobile_number)`, query.search),
    ],
    key: sql`users.id`,
    sorts: {
      firstName: sql`lower(first_name)`,
      lastName: sql`lower(last_name)`,
      email: sql`lower(email)`,
      vendor_Code: sql`vendors.code`,
      createdAt: sql`users.id`,
    },
    page: pageOf(query),
  });
  const rows = (JSON.parse(found.body.text) as UserRow[]).map((row) => toUser(ctx, row, actor.id));
  return { ...found, body: new WireJson(JSON.stringify(encodeNames(rows)), found.count) };
}

/** The names for the user selector, sorted by name, unpaged. */
export async function listNames(ctx: Context, actor: Actor) {
  return ctx.db.rows<{ _id: string; firstName: string; lastName: string; vendor_name: string }>(sql`
    select users.id::text as _id, first_name as "firstName", last_name as "lastName", legal_name as vendor_name from ${accounts}
    ${seesAll(actor) ? sql`` : sql`where users.id = ${actor.id}`}
    order by lower(legal_name), lower(first_name), users.id`);
}
