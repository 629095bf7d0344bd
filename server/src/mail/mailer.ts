import { Readable } from 'node:stream';

import type { OutboxMail } from '@aapurti/contract/settings/site';
import { createTransport } from 'nodemailer';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import type { Settings } from '../ground/env.ts';
import type { Message } from './compose.ts';

export interface Mail extends Message {
  to: string;
  /** The same in every attempt, so that an e-mail server can recognise it. */
  messageId?: string;
  /** The address that accepts a POST to unsubscribe (RFC 8058). */
  unsubscribeUrl?: string;
}

export interface Mailer {
  /** @throws MailError if the e-mail server has not accepted it. */
  send(mail: Mail): Promise<void>;
  /** E-mails of a local start, newest first. */
  outbox(): Promise<OutboxMail[]>;
}

/** 'later' means retry, 'never' is final, and 'unknown' means that the server has received everything but did not respond. */
export type Fate = 'later' | 'never' | 'unknown';

/** `cause` gives the reason; the message is for the log, not for visitors. */
export class MailError extends Error {
  override name = 'MailError';

  readonly fate: Fate;

  constructor(message: string, fate: Fate, options?: ErrorOptions) {
    super(message, options);
    this.fate = fate;
  }
}

const OUTBOX_MAX = 500;
/** The time limit of each SMTP step, because a user waits for the response. */
const STEP_MILLISECONDS = 10_000;

/** Sends by SMTP_URL. Without it (local start), e-mails go to table `outbox`, which holds the newest 500. */
export function openMailer(settings: Pick<Settings, 'smtpUrl' | 'mailFrom'>, db: Database): Mailer {
  return settings.smtpUrl === undefined ? outboxMailer(db) : smtpMailer(settings.smtpUrl, settings.mailFrom);
}

function smtpMailer(smtpUrl: string, mailFrom: string): Mailer {
  const host = /@([^\s<>@]+?)>?$/.exec(mailFrom)?.[1] ?? 'localhost';
  return {
    async send(mail) {
      const to = oneAddress(mail.to);
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: STEP_MILLISECONDS,
        greetingTimeout: STEP_MILLISECONDS,
        socketTimeout: STEP_MILLISECONDS,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      let isHandedOver = false;
      transport.use('stream', ({ message }, done) => {
        const whole = message.createReadStream.bind(message);
        // The content is read once the server asks for it; the generator ends after the last byte was read.
        message.createReadStream = () =>
          Readable.from(
            (async function* () {
              yield* whole();
              isHandedOver = true;
            })(),
            { objectMode: false },
          );
        done();
      });
      try {
        await transport.sendMail({
          from: mailFrom,
          // An object is not parsed, so no text in it can add a recipient.
          to: { name: '', address: to },
          subject: oneLine(mail.subject),
          text: mail.text,
          html: mail.html,
          ...(mail.messageId === undefined ? {} : { messageId: `<${mail.messageId}@${host}>` }),
          headers: {
            // Suppresses automatic replies (RFC 3834).
            'Auto-Submitted': 'auto-generated',
            ...(mail.unsubscribeUrl === undefined
              ? {}
              : { 'List-Unsubscribe': `<${mail.unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
        });
      } catch (error) {
        throw new MailError('The mail server did not accept the e-mail.', fateOf(error, isHandedOver), { cause: error });
      }
    },
    outbox: async () => [],
  };
}

/** A response about this e-mail is final; without one, the outcome depends on how far the transfer had come. */
function fateOf(error: unknown, isHandedOver: boolean): Fate {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (responseCode === undefined) return isHandedOver ? 'unknown' : 'later';
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE') ? 'never' : 'later';
}

function outboxMailer(db: Database): Mailer {
  return {
    async send(mail) {
      await db.execute(sql`
        insert into outbox (recipient, subject, body_text, body_html)
        values (${oneAddress(mail.to)}, ${oneLine(mail.subject)}, ${mail.text}, ${mail.html})`);
      await db.execute(sql`delete from outbox where id <= (select id from outbox order by id desc offset ${OUTBOX_MAX} limit 1)`);
    },
    async outbox() {
      const rows = await db.rows<Omit<OutboxMail, 'at'> & { at: Date }>(sql`
        select recipient as "to", subject, body_text as text, body_html as html, at from outbox order by id desc limit ${OUTBOX_MAX}`);
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    },
  };
}

/** @throws MailError for anything but one bare address. */
function oneAddress(to: string): string {
  const address = to.trim();
  if (!/^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u.test(address) || address.length > 320) {
    throw new MailError('Enter exactly one e-mail address for the recipient.', 'never');
  }
  return address;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}
