import { randomBytes } from 'node:crypto';

import { type Invitation, INVITATION_DAYS, type members as calls, messages } from '@aapurti/contract/people/members';
import type { BodyOf } from '@aapurti/contract/ground/operation';
import { messages as providerMessages, type ProviderChoice } from '@aapurti/contract/sign-in/providers';
import { ROLE_WORDS } from '@aapurti/contract/access/roleWords';
import type { Role } from '@aapurti/contract/access/roles';
import { email as isEmail } from '@aapurti/contract/ground/fields';
import { personForm } from '@aapurti/contract/vendors/users';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { type Database, isUniqueViolation } from '../database/database.ts';
import { idOf } from '../database/list.ts';
import { queueMail } from '../mail/queue.ts';
import { conflict, invalid, invalidFields, notFound } from '../ground/refusal.ts';
import { duplicateOf } from '../vendors/create.ts';
import { alertOwners } from './alerts.ts';
import { refuseStaleProof } from '../sign-in/freshness.ts';
import { checkedRole, checkedSites, companiesOf, isTopRole, nameOf, refuseLasting, refuseStandIn, siteNames } from './members.ts';
import { chosenPasswordProblem, hashPassword } from '../sign-in/passwords.ts';
import { announceChange, forgetProviderWord, hashToken } from '../sign-in/sessions.ts';

export async function listInvitations(ctx: Context, vendorId: string | null): Promise<Invitation[]> {
  return ctx.db.rows<Invitation & Record<string, unknown>>(sql`
    select invitations.id::text as _id, invitations.email, role, limit_amount::float8 as "limitAmount",
           coalesce(site_ids, '{}')::text[] as "siteIds",
           trim(first_name || ' ' || last_name) as "invitedBy", to_json(expires_at) #>> '{}' as "expiresAt", expires_at <= ${ctx.clock()} as expired
    from invitations join users on users.id = invited_by
    where invitations.vendor_id is not distinct from ${vendorId} order by invitations.id desc`);
}

/** Only the secret's hash is stored. */
function newSecret(now: Date) {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashToken(secret), expiry: sql`${now}::timestamptz + make_interval(days => ${INVITATION_DAYS})` };
}

const entryOf = (actor: { id: string }, vendorId: string | null, id: string) =>
  ({ actor, ownerId: vendorId, entity: 'member', entityId: id }) as const;

/** E-mails a link. An invitation of the same address to the same company is replaced. */
export async function invite(ctx: Context, actor: Actor, vendorId: string | null, body: BodyOf<typeof calls.invite>): Promise<void> {
  const { role, limit } = checkedRole(vendorId, body);
  refuseStandIn(actor, role);
  refuseLasting(actor);
  // The link gives lasting access to the company, whatever the role.
  refuseStaleProof(actor, 'company');
  const { email } = body;
  const { secret, hash, expiry } = newSecret(ctx.clock());
  await ctx.db.transaction(async (tx) => {
    const already = await tx.first(sql`
      select from memberships join users on users.id = user_id
      where memberships.vendor_id is not distinct from ${vendorId} and lower(email) = lower(${email})`);
    if (already !== undefined) throw invalid({ email: messages.already });
    const { siteIds, sites } = await checkedSites(tx, role, body.siteIds);
    const made = await tx.first<{ id: string }>(sql`
      insert into invitations (vendor_id, email, role, limit_amount, site_ids, secret_hash, invited_by, expires_at)
      values (${vendorId}, ${email}, ${role}, ${limit}, ${siteIds}::bigint[], ${hash}, ${actor.id}, ${expiry})
      on conflict (vendor_id, lower(email)) do update set email = excluded.email, role = excluded.role, limit_amount = excluded.limit_amount,
        site_ids = excluded.site_ids, secret_hash = excluded.secret_hash, invited_by = excluded.invited_by, expires_at = excluded.expires_at,
        idp_id = null
      returning id::text`);
    if (made === undefined) throw new Error('an invitation was stored');
    const after = { email, role, limitAmount: limit, sites };
    await recordAudit(tx, { ...entryOf(actor, vendorId, made.id), action: 'member.invite', after });
    await mail({ ...ctx, db: tx }, actor, { vendorId, email, role, secret });
  });
}

/**
 * Invites a new person named by an SSO provider, on behalf of the administrator who set the provider up, as long as that administrator may
 * invite. Nothing happens for an address that has an account or an open invitation.
 */
export async function inviteUnknown(
  ctx: Context,
  { idpId, vendorId, savedBy, email, role }: { idpId: string; vendorId: string | null; savedBy: string; email: string; role: Role },
): Promise<void> {
  const { secret, hash, expiry } = newSecret(ctx.clock());
  await ctx.db.transaction(async (tx) => {
    if (!isEmail.safeParse(email).success || (await accountOf(tx, email)) !== undefined) return;
    const made = await tx.first<{ id: string }>(sql`
      insert into invitations as old (vendor_id, email, role, secret_hash, invited_by, expires_at, idp_id)
      select ${vendorId}, ${email}, ${role}, ${hash}, ${savedBy}, ${expiry}, ${idpId}
      where may_invite(${savedBy}, ${vendorId})
      on conflict (vendor_id, lower(email)) do update set role = excluded.role, limit_amount = null, site_ids = null, secret_hash = excluded.secret_hash,
        invited_by = excluded.invited_by, expires_at = excluded.expires_at, idp_id = excluded.idp_id
      where old.expires_at <= ${ctx.clock()}
      returning id::text`);
    if (made === undefined) return;
    await recordAudit(tx, {
      actor: null,
      ownerId: vendorId,
      entity: 'member',
      entityId: made.id,
      action: 'member.invite',
      after: { email, role },
    });
    await mail({ ...ctx, db: tx }, { id: savedBy }, { vendorId, email, role, secret });
  });
}

async function mail(
  ctx: Context,
  actor: { id: string },
  { vendorId, email, role, secret }: { vendorId: string | null; email: string; role: Role; secret: string },
): Promise<void> {
  const by = await ctx.db.first<{ name: string }>(
    sql`select trim(first_name || ' ' || last_name) as name from users where id = ${actor.id}`,
  );
  const known = await ctx.db.first<{ name: string }>(sql`select first_name as name from users where lower(email) = lower(${email})`);
  const company = await nameOf(ctx.db, vendorId, actor.id);
  await queueMail(ctx, {
    kind: 'member',
    // The queue needs a user, and the invited person may not be one yet.
    userId: actor.id,
    to: email,
    content: {
      name: known?.name ?? '',
      company,
      by: by?.name ?? '',
      role: ROLE_WORDS[role].name,
      url: `${ctx.settings.publicUrl}/invitation/${secret}`,
    },
  });
}

interface Stored extends Record<string, unknown> {
  id: string;
  vendorId: string | null;
  email: string;
  role: Role;
  limit: string | null;
  siteIds: string[] | null;
  sites: string;
  invitedBy: string;
}

const columns = sql`
  id::text, vendor_id::text as "vendorId", email, role, limit_amount::text as limit, site_ids::text[] as "siteIds", ${siteNames} as sites,
  invited_by::text as "invitedBy"`;

/** E-mails another link; the earlier one no longer works. */
export async function resend(ctx: Context, actor: Actor, id: string): Promise<void> {
  refuseLasting(actor);
  refuseStaleProof(actor, 'company');
  const { secret, hash, expiry } = newSecret(ctx.clock());
  await ctx.db.transaction(async (tx) => {
    const found = await tx.first<Stored>(sql`
      update invitations set secret_hash = ${hash}, expires_at = ${expiry}, invited_by = ${actor.id}, idp_id = null
      where id = ${idOf(id)} and ${companiesOf(sql`vendor_id`, actor)} returning ${columns}`);
    if (found === undefined) throw notFound();
    await recordAudit(tx, { ...entryOf(actor, found.vendorId, found.id), action: 'member.resend', after: { email: found.email } });
    await mail({ ...ctx, db: tx }, actor, { ...found, secret });
  });
}

export async function withdrawInvitation(ctx: Context, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const found = await tx.first<Stored>(sql`
      delete from invitations where id = ${idOf(id)} and ${companiesOf(sql`vendor_id`, actor)} returning ${columns}`);
    if (found === undefined) throw notFound();
    await recordAudit(tx, { ...entryOf(actor, found.vendorId, found.id), action: 'member.withdraw', before: { email: found.email } });
  });
}

/** The account with the invited address. An account without membership cannot sign in, so the link then treats it as a new person. */
async function accountOf(db: Database, email: string) {
  return db.first<{ id: string; isMember: boolean }>(sql`
    select id::text, exists (select from memberships where user_id = users.id) as "isMember" from users where lower(email) = lower(${email})`);
}

/** The invitation of a link, whose sender must still have the right to send it. @throws Refusal 409 if the link no longer works. */
export async function findLive(ctx: Context, secret: string, lock: boolean): Promise<Stored> {
  const found = await ctx.db.first<Stored>(sql`
    select ${columns} from invitations where secret_hash = ${hashToken(secret)} and expires_at > ${ctx.clock()}
      and may_invite(invited_by, vendor_id) ${lock ? sql`for update` : sql``}`);
  if (found === undefined) throw conflict(messages.dead);
  return found;
}

export async function lookAt(ctx: Context, secret: string) {
  const { vendorId, email, role, invitedBy, sites } = await findLive(ctx, secret, false);
  const account = await accountOf(ctx.db, email);
  const { choices: providers, required } = await providersOf(ctx.db, vendorId);
  const company = await nameOf(ctx.db, vendorId, invitedBy);
  return { company, email, role, sites: sites || null, known: account?.isMember ?? false, providers, required };
}

/** The providers with which a new person of the company may accept, and whether a password is enough. */
async function providersOf(db: Database, vendorId: string | null): Promise<{ choices: ProviderChoice[]; required: boolean }> {
  const found = await db.rows<ProviderChoice & { required: boolean }>(sql`
    select id::text as _id, name, required from idps where vendor_id is not distinct from ${vendorId} order by id`);
  return { choices: found.map(({ _id, name }) => ({ _id, name })), required: found.some(({ required }) => required) };
}

/**
 * Makes the holder of the link a member: the caller, if the address matches, or a new person, for whom the e-mail has proved the address. A
 * password that another company's provider may have set is removed, together with everything else that depends on that provider.
 */
export async function accept(ctx: Context, actor: Actor | null, body: BodyOf<typeof calls.accept>): Promise<string> {
  const seen = await findLive(ctx, body.secret, false);
  const person = actor === null ? await newPerson(ctx, seen, body) : null;
  const { userId, message } = await ctx.db.transaction(async (tx) => {
    const invitation = await findLive({ ...ctx, db: tx }, body.secret, true);
    const account = await accountOf(tx, invitation.email);
    if (actor !== null && account?.id !== actor.id) throw conflict(messages.forAnother(invitation.email));
    const ended = account !== undefined && (await forgetProviderWord(tx, account.id));
    const id = person === null ? (actor?.id ?? '') : await storePerson(tx, invitation, account, person);
    const made = await tx.first<{ id: string }>(sql`
      insert into memberships (user_id, vendor_id, role, limit_amount, site_ids)
      values (${id}, ${invitation.vendorId}, ${invitation.role}, ${invitation.limit}, ${invitation.siteIds}::bigint[]) on conflict do nothing returning id::text`);
    if (made === undefined) throw conflict(messages.already);
    if (person !== null && body.proof !== undefined) await linkProved(tx, ctx.clock(), body.proof, invitation.vendorId, id);
    await tx.execute(sql`delete from invitations where id = ${invitation.id}`);
    await announceChange(tx, id);
    const { email, role, invitedBy, sites } = invitation;
    await recordAudit(tx, {
      ...entryOf({ id }, invitation.vendorId, made.id),
      action: 'member.join',
      after: { user: id, email, role, invitedBy, sites },
    });
    if (isTopRole(role))
      await alertOwners({ ...ctx, db: tx }, { kind: 'newOwner', vendorId: invitation.vendorId, by: invitedBy, what: id });
    return { userId: id, message: ended && person === null ? messages.acceptedAnew : messages.accepted };
  });
  ctx.sessions.forget(userId);
  return message;
}

type NewPerson = Awaited<ReturnType<typeof newPerson>>;

/** Uses up the proof. @throws Refusal 409 if it has expired, or if another account was linked meanwhile. */
async function linkProved(tx: Database, now: Date, proof: string, vendorId: string | null, userId: string): Promise<void> {
  const proved = await tx.first<{ idpId: string; issuer: string; subject: string; name: string }>(sql`
    delete from idp_proofs using idps
    where secret_hash = ${hashToken(proof)} and expires_at > ${now} and idps.id = idp_id and vendor_id is not distinct from ${vendorId}
    returning idps.id::text as "idpId", issuer, subject, name`);
  if (proved === undefined) throw conflict(providerMessages.over);
  const { idpId, issuer, subject, name } = proved;
  const linked = await tx.execute(sql`
    insert into identities (idp_id, subject, user_id) values (${idpId}, ${subject}, ${userId}) on conflict do nothing`);
  if (linked === 0) throw conflict(providerMessages.otherAccount);
  await recordAudit(tx, {
    actor: { id: userId },
    ownerId: vendorId ?? userId,
    action: 'user.link',
    entity: 'user',
    entityId: userId,
    after: { provider: name, issuer, subject },
  });
}

async function newPerson(ctx: Context, { email, vendorId }: Stored, body: BodyOf<typeof calls.accept>) {
  if ((await accountOf(ctx.db, email))?.isMember) throw conflict(messages.signInFirst(email));
  const parsed = personForm.safeParse(body);
  const isProved = body.proof !== undefined;
  if (!isProved && (await providersOf(ctx.db, vendorId)).required) throw invalid({ password: providerMessages.byProviderOnly });
  const password = body.password ?? '';
  const personal = [email, ...(typeof body.mobileNumber === 'string' ? [body.mobileNumber] : [])];
  const problem = isProved ? null : chosenPasswordProblem(password, personal);
  const issues = [...(parsed.error?.issues ?? []), ...(problem === null ? [] : [{ path: ['password'], message: problem }])];
  if (parsed.data === undefined || issues.length > 0) throw invalidFields(issues);
  // Hashed before the transaction, which should not wait for it.
  return { ...parsed.data, email, passwordHash: isProved ? null : await hashPassword(password) };
}

/** Adds the person, or restores a user without any membership. A user whom the buyer has deactivated stays inactive. */
async function storePerson(
  tx: Database,
  { vendorId, invitedBy }: Stored,
  account: { id: string; isMember: boolean } | undefined,
  { firstName, lastName, mobileNumber, email, passwordHash }: NewPerson,
): Promise<string> {
  if (account?.isMember) throw conflict(messages.signInFirst(email));
  const duplicate = await duplicateOf(tx, { email, mobileNumber }, account?.id ?? null);
  if (duplicate !== null) throw invalid({ mobileNumber: duplicate });
  if (account !== undefined) {
    await tx.execute(sql`
      update users set first_name = ${firstName}, last_name = ${lastName}, mobile_number = ${mobileNumber}, password_hash = ${passwordHash},
        updated_at = clock_timestamp() where id = ${account.id}`);
    return account.id;
  }
  try {
    const added = await tx.transaction((savepoint) =>
      savepoint.first<{ id: string }>(sql`
        insert into users (email, mobile_number, password_hash, first_name, last_name, is_admin, is_active, company_id)
        values (${email}, ${mobileNumber}, ${passwordHash}, ${firstName}, ${lastName}, ${vendorId === null}, true,
                coalesce(${vendorId}::bigint, (select coalesce(company_id, id) from users where id = ${invitedBy})))
        returning id::text`),
    );
    if (added === undefined) throw new Error('a person was added');
    return added.id;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw invalid({ mobileNumber: (await duplicateOf(tx, { email, mobileNumber }, null)) ?? '' });
  }
}
