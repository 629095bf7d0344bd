import type { Language } from '@aapurti/contract/ground/languages';
import { MAIL_KINDS } from '@aapurti/contract/mail/mail';
import type { OutboxMail } from '@aapurti/contract/settings/site';
import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { waitForLocks } from '../database/open.ts';
import { storableJson } from '../database/storable.ts';
import type { Settings } from '../ground/env.ts';
import { within } from '../ground/within.ts';
import type { Message, Sender } from './compose.ts';
import { gatheredMail } from './gathered.ts';
import { type Fate, type Mailer, MailError } from './mailer.ts';
import { accountMail, isAccountMail } from './messages.ts';
import { isSwitchable, unsubscribeUrl } from './switches.ts';
import { openWakeful } from '../process/wakeful.ts';

/** The background job that sends queued e-mails. Several processes may run it on one database. */
export interface Mailing {
  start(): void;
  wake(): void;
  /** Sends e-mails that are due and, with `evenGathering`, those still being merged. */
  flush(how?: { evenGathering?: boolean }): Promise<void>;
  /** Sends an e-mail from `claimMail`. False if it failed or may have failed; it is not retried. */
  sendNow(id: string): Promise<boolean>;
  outbox(): Promise<OutboxMail[]>;
  /** Waits for e-mails that are being sent. */
  stop(): Promise<void>;
}

/** Minutes until each retry; after the last one the e-mail has failed. */
export const RETRY_MINUTES = [1, 5, 15, 60, 3 * 60, 6 * 60, 12 * 60, 24 * 60] as const;

const AT_ONCE = 3;
const LOOKS_MILLISECONDS = 10_000;
/** Reports share an e-mail until none was added for this long, or this long has passed in total. */
const QUIET_SECONDS = 60;
const GATHERED_SECONDS = 15 * 60;
/** The time is above the sum of all SMTP limits: after it, the sender counts as dead. */
const SENDING_SECONDS = 5 * 60;
const PATIENCE_MILLISECONDS = 2 * 60_000;

interface Claimed {
  id: string;
  messageId: string;
  kind: string;
  /** Null for an address without a user. */
  userId: string | null;
  content: unknown;
  tries: number;
}

export function openMailing(db: Database, mailer: Mailer, settings: Pick<Settings, 'publicUrl'>): Mailing {
  const job = openWakeful((goesOn) => flush({ goesOn }), { every: LOOKS_MILLISECONDS, failed: 'Sending mail failed:' });

  async function flush({ evenGathering = false, goesOn = (): boolean => true } = {}): Promise<void> {
    await giveUpUnknown(db);
    const sender = async () => {
      while (goesOn()) {
        const mail = await claim(db, evenGathering);
        if (mail === null) return;
        await deliver(mail);
      }
    };
    // If one fails, the others still finish sending.
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, sender));
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
  }

  /** @returns whether the e-mail server has it. */
  async function deliver(mail: Claimed): Promise<boolean> {
    let isHandedOver = false;
    try {
      const addressed = await messageOf(db, settings, mail);
      isHandedOver = true;
      await within(PATIENCE_MILLISECONDS, mailer.send({ ...addressed, messageId: mail.messageId }), 'The mail server took too long.');
    } catch (error) {
      const fate: Fate = error instanceof MailError ? error.fate : isHandedOver ? 'unknown' : 'later';
      const cause = error instanceof MailError && error.cause instanceof Error ? error.cause : (error as Error);
      console.error(`E-mail ${mail.id} (${mail.kind}) was not sent at attempt ${mail.tries}: ${cause.message}`);
      await putBack(db, mail, fate, cause.message);
      return false;
    }
    await db.execute(sql`update mails set state = 'sent', content = null, error = null where id = ${mail.id} and state = 'sending'`);
    return true;
  }

  return {
    ...job,
    flush,
    async sendNow(id) {
      const mail = await db.first<Claimed & Record<string, unknown>>(sql`
        select id::text, message_id::text as "messageId", kind, user_id::text as "userId", content, ${RETRY_MINUTES.length + 1}::int as tries
        from mails where id = ${id} and state = 'sending'`);
      return mail !== undefined && (await deliver(mail));
    },
    outbox: () => mailer.outbox(),
  };
}

/** An e-mail of the same kind for the same user in the same company, or for the same address. */
const sharesWith = (mail: Sql) => sql`
  other.state = 'waiting' and other.kind = ${mail}.kind and (other.user_id = ${mail}.user_id and other.member_id is not distinct from ${mail}.member_id
    or other.user_id is null and ${mail}.user_id is null and other.recipient = ${mail}.recipient)`;

/**
 * Claims one due e-mail by setting it to 'sending', so that only this process sends it; of a merged kind, together with everything pending
 * for the same receiver. A user's e-mails are sent one at a time, in the order of writing. Closes expired and unwanted e-mails, and those
 * to members who have left.
 */
async function claim(db: Database, evenGathering: boolean): Promise<Claimed | null> {
  const gathered = Object.keys(MAIL_KINDS);
  return db.transaction(async (tx) => {
    await waitForLocks(tx);
    // Serialises claims, so that no two processes send parts of the same mail.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('mails', 0))`);
    await tx.execute(sql`
      update mails set state = 'expired', content = null where state = 'waiting' and due_at <= clock_timestamp() and expires_at <= clock_timestamp()`);
    await tx.execute(sql`
      update mails set state = 'unwanted', content = null
      where state = 'waiting' and due_at <= clock_timestamp() and (
        exists (select from mails_off off where off.user_id = mails.user_id and off.kind = mails.kind)
        or member_id is not null and not exists (select from memberships member where member.id = member_id))`);
    const first = await tx.first<Claimed & { isGathered: boolean }>(sql`
      select id::text, message_id::text as "messageId", kind, user_id::text as "userId", content, tries, kind = any(${gathered}::text[]) as "isGathered"
      from mails mail where state = 'waiting' and due_at <= clock_timestamp() and (
        kind <> all(${gathered}::text[]) or ${evenGathering}
        or created_at <= clock_timestamp() - make_interval(secs => ${GATHERED_SECONDS})
        or not exists (
          select from mails other
          where ${sharesWith(sql`mail`)} and other.created_at > clock_timestamp() - make_interval(secs => ${QUIET_SECONDS})))
        and not exists (select from mails earlier where earlier.state = 'sending' and earlier.user_id = mail.user_id)
      order by due_at, mail.id limit 1`);
    if (first === undefined) return null;
    const { isGathered, ...mail } = first;
    const rest = isGathered
      ? await tx.rows<{ id: string; content: unknown }>(sql`
          select other.id::text, other.content from mails mine, mails other
          where mine.id = ${mail.id} and other.id <> mine.id and ${sharesWith(sql`mine`)} order by other.id`)
      : [];
    // A retried e-mail already contains a list.
    const content = isGathered ? [mail, ...rest].flatMap((each) => each.content) : mail.content;
    await tx.execute(sql`
      update mails set state = 'merged', content = null where id = any(${rest.map(({ id }) => id)}::bigint[])`);
    await tx.execute(sql`
      update mails set state = 'sending', content = ${storableJson(content)}::jsonb, tries = tries + 1, tried_at = clock_timestamp() where id = ${mail.id}`);
    return { ...mail, content, tries: mail.tries + 1 };
  });
}

/** Schedules a retry or gives up. An unknown outcome is not retried, because sending twice is worse. */
async function putBack(db: Database, mail: Claimed, fate: Fate, problem: string): Promise<void> {
  const minutes = fate === 'later' ? RETRY_MINUTES[mail.tries - 1] : undefined;
  const error = problem.slice(0, 500);
  await db.execute(
    minutes === undefined
      ? sql`
          update mails set state = ${fate === 'unknown' ? 'unknown' : 'failed'}, content = null, error = ${error} where id = ${mail.id} and state = 'sending'`
      : sql`
          update mails set state = 'waiting', due_at = clock_timestamp() + make_interval(mins => ${minutes}), error = ${error}
          where id = ${mail.id} and state = 'sending'`,
  );
}

/** Their sender has died. */
async function giveUpUnknown(db: Database): Promise<void> {
  await db.execute(sql`
    update mails set state = 'unknown', content = null, error = 'The portal stopped while sending this.'
    where state = 'sending' and tried_at < clock_timestamp() - make_interval(secs => ${SENDING_SECONDS})`);
}

async function messageOf(
  db: Database,
  settings: Pick<Settings, 'publicUrl'>,
  { id, kind, userId, content }: Claimed,
): Promise<Message & { to: string; unsubscribeUrl?: string }> {
  const receiver = await db.first<{ to: string; name: string; language: Language }>(sql`
    select coalesce(recipient, email) as "to", coalesce(first_name, '') as name, coalesce(language, 'en') as language
    from mails left join users on users.id = mails.user_id where mails.id = ${id}`);
  if (receiver === undefined) throw new MailError('No one receives this e-mail.', 'never');
  const { to, name, language } = receiver;
  const sender = { ...(await senderOf(db, settings.publicUrl)), language };
  if (isAccountMail(kind)) return { to, ...accountMail(kind, content as never, sender) };
  if (!isSwitchable(kind)) throw new MailError(`Unknown e-mail type ${kind}.`, 'never');
  const own = userId === null ? {} : { unsubscribeUrl: await unsubscribeUrl(db, settings.publicUrl, userId, kind) };
  return { to, ...own, ...gatheredMail(kind, content as never, { name, publicUrl: settings.publicUrl, ...own, sender }) };
}

async function senderOf(db: Database, publicUrl: string): Promise<Sender> {
  const { name, address, logo } = await db.one<{ name: string | null; address: string | null; logo: string | null }>(sql`
    select buyer_name as name, buyer_address as address, (extract(epoch from logo_saved_at) * 1000)::bigint::text as logo from portal_settings`);
  return { name, address, logoUrl: logo === null ? null : `${publicUrl}/api/site/logo?v=${logo}` };
}
