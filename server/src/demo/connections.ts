import { shelfLives } from '@aapurti/contract/dispatch-notes/shelfLives';
import { indianDay } from '@aapurti/contract/ground/fields';
import { keys } from '@aapurti/contract/integration/keys';
import { webhooks } from '@aapurti/contract/integration/webhooks';
import { members } from '@aapurti/contract/people/members';
import sql from 'sql-template-tag';

import type { Context } from '../context.ts';
import { saveShelfLife } from '../dispatch-notes/shelfLives.ts';
import type { Actor } from '../ground/actor.ts';
import { createWebhook, editWebhook } from '../integration/endpoints.ts';
import { createKey } from '../integration/keys.ts';
import { delegate } from '../people/delegations.ts';
import { accept, invite } from '../people/invitations.ts';
import { withMembership } from './factories.ts';
import { DEMO_BOOKKEEPER, DEMO_SIGN_INS } from './signIns.ts';
import { DAY } from './steps.ts';
import type { DemoVendor, Who } from './vendors.ts';

const [ADMINISTRATOR, MILL, , , , , , , GATE, ACCOUNTS] = DEMO_SIGN_INS;

/** The host name is reserved, so it resolves to nothing. */
const ENDPOINT = 'https://erp.aapurti.example/portal/events';

/** Creates keys, a webhook with its log, a leave, the shelf life of a category, and a user of two companies. */
export async function connect(ctx: Context, vendors: Readonly<Record<Who, DemoVendor>>, buyer: Actor): Promise<void> {
  const admin = await proved(ctx, buyer);
  const key = { name: 'ERP of the warehouses', scopes: ['erp:write', 'receipts:write', 'changes:read'], days: 365 };
  await createKey(ctx, admin, keys.create.body.parse({ ...key, password: ADMINISTRATOR.password }));
  const books = { name: 'Books of the mill', scopes: ['orders:read', 'invoices:write', 'payments:read'], days: 180 };
  await createKey(ctx, await proved(ctx, vendors.mill.actor), keys.create.body.parse({ ...books, password: MILL.password }));
  await follow(ctx, admin);
  await saveShelfLife(ctx, admin, shelfLives.save.body.parse({ category: 'Tea & Coffee', days: 120 }));
  await takeLeave(ctx, admin);
  await shareBookkeeper(ctx, vendors);
}

async function proved(ctx: Context, actor: Actor): Promise<Actor> {
  return { ...(await withMembership(ctx, actor)), fresh: { account: true, company: true } };
}

/** Creates a webhook that was turned off after two failures, with its earlier messages. No message of the demo leaves the portal. */
async function follow(ctx: Context, admin: Actor): Promise<void> {
  const form = { url: ENDPOINT, events: ['invoice', 'receipt'] };
  const { _id } = await createWebhook(ctx, admin, webhooks.create.body.parse(form));
  await editWebhook(ctx, admin, _id, webhooks.edit.body.parse({ ...form, on: false }));
  await ctx.db.execute(sql`
    with told as (
      select 'receipt' as entity, id, vendor_id, created_at from receipts
      union all
      select 'invoice', id, vendor_id, created_at from invoices
    ), newest as (select *, row_number() over (order by created_at desc, entity, id) as place from told limit 12)
    insert into webhook_deliveries (webhook_id, entity, record_id, vendor_id, removed, version, at, state, tries, tried_at, status, error)
    select ${_id}, entity, id, vendor_id, false, 13 - place, created_at, case when place <= 2 then 'failed' else 'delivered' end,
           case when place <= 2 then 8 else 1 end, created_at + interval '2 seconds', case when place <= 2 then null else 200 end,
           case when place <= 2 then 'late' end
    from newest order by place desc`);
  await ctx.db.execute(sql`
    update webhooks set delivered_at = (select max(tried_at) from webhook_deliveries where webhook_id = webhooks.id and state = 'delivered')
    where id = ${_id}`);
}

/** A user of accounts goes on leave in two weeks, with the gate's user as delegate. */
async function takeLeave(ctx: Context, admin: Actor): Promise<void> {
  const memberOf = async (email: string) =>
    (
      await ctx.db.one<{ id: string }>(sql`
      select memberships.id::text from memberships join users on users.id = user_id where email = ${email} and memberships.vendor_id is null`)
    ).id;
  const dayIn = (days: number) => indianDay(new Date(ctx.clock().getTime() + days * DAY));
  const leave = { from: await memberOf(ACCOUNTS.email), to: await memberOf(GATE.email), fromDay: dayIn(14), toDay: dayIn(18) };
  await delegate(ctx, admin, members.delegate.body.parse(leave));
}

/** One bookkeeper enters the invoices of the tea estate and of the oil press. */
async function shareBookkeeper(ctx: Context, { hills, press }: Readonly<Record<Who, DemoVendor>>): Promise<void> {
  const { email, password } = DEMO_BOOKKEEPER;
  const name = { firstName: 'Shobha', lastName: 'Hegde', mobileNumber: '9448071536', password };
  let person: Actor | null = null;
  for (const { actor } of [hills, press]) {
    const owner = await proved(ctx, actor);
    await invite(ctx, owner, owner.vendorId, members.invite.body.parse({ email, role: 'billing' }));
    const { url } = await ctx.db.one<{ url: string }>(sql`
      select content ->> 'url' as url from mails where kind = 'member' order by id desc limit 1`);
    const secret = url.split('/').pop();
    await accept(ctx, person, members.accept.body.parse(person === null ? { ...name, secret } : { secret }));
    const { id } = await ctx.db.one<{ id: string }>(sql`select id::text from users where email = ${email}`);
    person = { ...actor, id };
  }
}
