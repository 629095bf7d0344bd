import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type Mail, MailError, type Mailer, openMailer } from './mailer.ts';
import { accountMail } from './messages.ts';

const url = 'https://portal.example.in/password-reset/aB3_-x';
const mail: Mail = { to: 'asha@mill.in', ...accountMail('reset', { name: 'आशा & Söhne 👩‍🌾', url }) };
const mailFrom = 'Aapurti <no-reply@portal.example.in>';

const NOT_ONE_ADDRESS = [
  '',
  'asha',
  'asha@mill.in, eve@evil.in',
  'asha@mill.in; eve@evil.in',
  'asha@mill.in eve@evil.in',
  'asha@mill.in\r\nBcc: eve@evil.in',
  'asha@mill.in\nRCPT TO:<eve@evil.in>',
  'Asha <asha@mill.in>',
  '"asha"@mill.in',
  'asha@mill.in@evil.in',
  'asha\0@mill.in',
  `${'a'.repeat(400)}@mill.in`,
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('the SMTP mailer', () => {
  const received: { to: string[]; from: string; raw: string }[] = [];
  let server: SMTPServer;
  let mailer: Mailer;
  let smtpUrl: string;

  beforeAll(async () => {
    server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onAuth: ({ username, password }, _session, done) =>
        done(username === 'portal' && password === 'p@ss' ? null : new Error('no'), { user: username }),
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('nobody@') ? new Error('no such mailbox') : null),
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          received.push({ from, to: envelope.rcptTo.map((each) => each.address), raw: Buffer.concat(chunks).toString() });
          done();
        });
      },
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.server.address() as AddressInfo;
    smtpUrl = `smtp://portal:p%40ss@127.0.0.1:${port}`;
    mailer = openMailer({ smtpUrl, mailFrom }, database.db);
  });
  afterAll(() => new Promise<void>((closed) => server.close(closed)));

  test('delivers both parts as written', async () => {
    await mailer.send(mail);
    const last = received.at(-1);
    expect(last).toMatchObject({ from: 'no-reply@portal.example.in', to: ['asha@mill.in'] });
    const parsed = await PostalMime.parse(last?.raw ?? '');
    expect(parsed).toMatchObject({
      from: { name: 'Aapurti', address: 'no-reply@portal.example.in' },
      to: [{ address: 'asha@mill.in' }],
      subject: 'Reset your password',
    });
    expect(parsed.text?.trim()).toBe(mail.text.trim());
    expect(parsed.html?.trim()).toBe(mail.html.trim());
    expect(parsed.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    expect(await mailer.outbox()).toEqual([]);
  });

  test('does not let a subject add headers', async () => {
    await mailer.send({ ...mail, subject: 'Hello\r\nBcc: eve@evil.in\r\n\r\nBody' });
    const last = received.at(-1);
    expect(last?.to).toEqual(['asha@mill.in']);
    const parsed = await PostalMime.parse(last?.raw ?? '');
    expect(parsed.bcc ?? []).toEqual([]);
    expect(parsed.subject).toBe('Hello Bcc: eve@evil.in Body');
  });

  test.each(NOT_ONE_ADDRESS)('refuses to send to %j', async (to) => {
    const before = received.length;
    await expect(mailer.send({ ...mail, to })).rejects.toThrow(MailError);
    expect(received.length).toBe(before);
  });

  test('sends nothing to a server without encryption if it is required', async () => {
    const before = received.length;
    const error: unknown = await openMailer({ smtpUrl: `${smtpUrl}?requireTLS=true`, mailFrom }, database.db)
      .send(mail)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ fate: 'later' });
    expect(received.length).toBe(before);
  });

  test('reports a rejection by the mail server as a MailError with its cause', async () => {
    const error: unknown = await mailer.send({ ...mail, to: 'nobody@mill.in' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MailError);
    expect(String((error as MailError).cause)).toContain('no such mailbox');
  });

  test('reports a wrong password and a missing mail server as MailErrors without the password', async () => {
    const wrongs = [smtpUrl.replace('p%40ss', 'wr0ng-secret'), 'smtp://portal:wr0ng-secret@127.0.0.1:1'];
    for (const wrong of wrongs) {
      const error: unknown = await openMailer({ smtpUrl: wrong, mailFrom }, database.db)
        .send(mail)
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(MailError);
      expect(`${String(error)} ${String((error as MailError).cause)}`).not.toContain('wr0ng-secret');
    }
  });
});

describe('the outbox', () => {
  test('keeps sent e-mails, newest first', async () => {
    const mailer = openMailer({ smtpUrl: undefined, mailFrom }, database.db);
    await mailer.send({ ...mail, subject: 'first\nof two' });
    await mailer.send({ ...mail, subject: 'second' });
    const [second, first] = await mailer.outbox();
    expect(second).toEqual({ ...mail, subject: 'second', at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) });
    expect(first).toMatchObject({ to: 'asha@mill.in', subject: 'first of two' });
  });

  test('keeps the newest 500', async () => {
    const mailer = openMailer({ smtpUrl: undefined, mailFrom }, database.db);
    await database.db.execute(sql`
      insert into outbox (recipient, subject, body_text, body_html) select 'a@b.in', 'old ' || n, '', '' from generate_series(1, 600) n`);
    await mailer.send({ ...mail, subject: 'newest' });
    const subjects = (await mailer.outbox()).map(({ subject }) => subject);
    expect(subjects).toHaveLength(500);
    expect([subjects[0], subjects[1], subjects.at(-1)]).toEqual(['newest', 'old 600', 'old 102']);
    expect(await database.db.first(sql`select count(*) as rows from outbox`)).toEqual({ rows: 500 });
  });

  test.each(NOT_ONE_ADDRESS)('rejects %j like SMTP does', async (to) => {
    await expect(openMailer({ smtpUrl: undefined, mailFrom }, database.db).send({ ...mail, to })).rejects.toThrow(MailError);
  });
});
