import sql from 'sql-template-tag';

import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { AccountContents } from '../mail/messages.ts';
import { queueMails } from '../mail/queue.ts';
import { textsOf } from '../ground/texts.ts';
import { companyName } from './companies.ts';

type Kind = Extract<keyof AccountContents, `new${string}`>;

interface News {
  kind: Kind;
  /** Null for the buyer. */
  vendorId: string | null;
  /** The name of the user who made it; null if nobody was signed in. */
  by: string | null;
  /** Its name, or for an owner the id of the user. */
  what: string;
  /** The id of a user who gets another e-mail about it. */
  butId?: string;
}

/**
 * E-mails all active owners of a vendor, or administrators of the buyer, about something new that can act for the company. A new owner is
 * not notified of itself as if it were another user.
 */
export async function alertOwners(ctx: Context & { db: Database }, { kind, vendorId, by, what, butId }: News): Promise<void> {
  const nameOf = (id: string | null) => sql`(select trim(first_name || ' ' || last_name) from users where id = ${id})`;
  const owners = await ctx.db.rows<{ userId: string; name: string; company: string; by: string | null; what: string }>(sql`
    select users.id::text as "userId", first_name as name, ${companyName(sql`member.vendor_id`, sql`users.id`)} as company,
           ${nameOf(by)} as by, coalesce(${kind === 'newOwner' ? nameOf(what) : sql`null::text`}, ${what}::text) as what
    from memberships member join users on users.id = user_id
    where member.vendor_id is not distinct from ${vendorId} and role in ('owner', 'administrator') and is_active
      and users.id is distinct from ${kind === 'newOwner' ? what : (butId ?? null)}`);
  await queueMails(
    ctx.db,
    owners.map(({ userId, ...content }) => ({
      kind,
      userId,
      content: { ...content, by: content.by ?? '', ...(kind === 'newControls' ? { texts: textsOf(what) } : {}) },
    })),
  );
  ctx.afterwards(async () => ctx.mail.wake());
}
