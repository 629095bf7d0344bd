import { mail, messages } from '@aapurti/contract/mail/mail';
import type { FastifyInstance } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import type { QueryOf } from '@aapurti/contract/ground/operation';

import { listReply, contains, type ListResult, listRows, pageOf } from '../database/list.ts';
import { done, ok, saved } from '../ground/reply.ts';
import type { Counted } from '../http/rateLimits.ts';
import type { Serve, ServeContext } from '../http/serve.ts';
import { changeSwitches, switchesOf, unsubscribe } from './switches.ts';
import type { Database } from '../database/database.ts';

export function mailRoutes(serve: Serve<ServeContext & Counted>, app: FastifyInstance, context: ServeContext & Counted): void {
  serve(mail.list, async ({ ctx, query }) => listReply(await listMails(ctx.db, query)));
  serve(mail.switches, async ({ ctx, actor }) => ok(await switchesOf(ctx.db, 'mails', actor.id)));
  serve(mail.change, ({ ctx, actor, body }) => saved(messages.saved, changeSwitches(ctx.db, 'mails', actor, actor.id, body)));
  serve(mail.language, ({ ctx, actor, body }) =>
    done(messages.language, ctx.db.execute(sql`update users set language = ${body.language} where id = ${actor.id}`)),
  );
  serve(mail.unsubscribe, ({ ctx, body, address }) => done(messages.off, unsubscribe(ctx, body.token, address)));
  // E-mail programs POST a form to the page's address (RFC 8058). Opening the page only asks, so following links unsubscribes nobody.
  void app.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_request, _body, parsed) => parsed(null, null));
    forms.post<{ Params: { token: string } }>('/unsubscribe/:token', (request) =>
      unsubscribe(context, request.params.token, request.ip).then(() => ({ message: messages.off })),
    );
  });
}

/** Newest first, without content, which may be secret. */
function listMails(db: Database, query: QueryOf<typeof mail.list>): Promise<ListResult> {
  return listRows(db, {
    select: sql`
      mails.id::text as _id, mails.created_at as "createdAt", coalesce(recipient, users.email, '') as "to", kind, mails.state, tries,
      case when mails.state = 'waiting' then due_at end as "dueAt", error`,
    from: sql`mails`,
    join: sql`left join users on users.id = mails.user_id`,
    where: [query.state === undefined ? null : sql`mails.state = ${query.state}`, sentTo(query.to)],
    key: sql`mails.id`,
    sorts: { createdAt: sql`mails.id` },
    page: pageOf(query),
  });
}

/** An e-mail has its own address, or else its user's. */
function sentTo(to: string | undefined): Sql | null {
  const own = contains(sql`lower(recipient)`, to);
  return own && sql`(${own} or recipient is null and user_id in (select id from users where ${contains(sql`lower(email)`, to)}))`;
}
