import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** The fate of an e-mail, by its recipient. */
const AT_DATA: Record<string, (answer: (error?: Error | null) => void, hangUp: () => void) => void> = {
  later: (answer) => answer(Object.assign(new Error('try later'), { responseCode: 451 })),
  never: (answer) => answer(Object.assign(new Error('spam'), { responseCode: 554 })),
  // The mail server has received the whole e-mail, and dies before it confirms it.
  dies: (_answer, hangUp) => hangUp(),
};

export interface MailServer {
  url: string;
  /** The accepted e-mails, in order of arrival; `raw` is the original text. */
  taken: { to: string; raw: string }[];
  /** The number of times that a whole e-mail arrived, accepted or not, by recipient; and its IDs. */
  came: Map<string, number>;
  messageIds: Map<string, string[]>;
  mailsTo(address: string): Promise<Email[]>;
  close(): Promise<void>;
}

/** A mail server whose response depends on the recipient: nobody@, later@, never@ and dies@ receive no e-mail, all others do. */
export async function startMailServer(): Promise<MailServer> {
  const taken: MailServer['taken'] = [];
  const came: MailServer['came'] = new Map();
  const messageIds: MailServer['messageIds'] = new Map();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('nobody') ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo[0]?.address ?? '';
        came.set(to, (came.get(to) ?? 0) + 1);
        const [, id = ''] = /^Message-ID: (.+)$/im.exec(Buffer.concat(chunks).toString()) ?? [];
        messageIds.set(to, [...(messageIds.get(to) ?? []), id.trim()]);
        const special = AT_DATA[/^[a-z]+/.exec(to)?.[0] ?? ''];
        if (special !== undefined) {
          special(done, () => {
            for (const connection of server.connections as Set<{ close(): void; _socket?: { destroy(): void } }>) {
              if ((connection as { id?: string }).id === session.id) connection._socket?.destroy();
            }
          });
          return;
        }
        taken.push({ to, raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    came,
    messageIds,
    mailsTo: (address) => Promise.all(taken.filter(({ to }) => to === address).map(({ raw }) => PostalMime.parse(raw))),
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
