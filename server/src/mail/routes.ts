import { mail, messages } from '@aapurti/contract/mail/mail';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';

import { listReply } from '../database/list.ts';
import { done, ok, saved } from '../ground/reply.ts';
import type { Counted } from '../http/rateLimits.ts';
import type { Serve, ServeContext } from '../http/serve.ts';
import { listMails } from './list.ts';
import { changeSwitches, switchesOf, unsubscribe } from './switches.ts';

export function mailRoutes(serve: Serve<ServeContext & Counted>, app: FastifyInstance, context: ServeContext & Counted): void {
  serve(mail.list, async ({ ctx, query }) => listReply(await listMails(ctx.db, query)));
  serve(mail.switches, async ({ ctx, actor }) => ok(await switchesOf(ctx.db, 'mails', actor.id)));
  serve(mail.change, ({ ctx, actor, body }) => saved(messages.saved, changeSwitches(ctx.db, 'mails', actor, actor.id, body)));
  serve(mail.language, ({ ctx, actor, body }) =>
    done(messages.language, ctx.db.execute(sql`update users set language = ${body.language} where id = ${actor.id}`)),
  );
  serve(mail.unsubscribe, ({ ctx, body, address }) => done(messages.off, unsubscribe(ctx, body.token, address)));
  // Mail programs POST a form to the page's address (RFC 8058). Opening the page only asks, so following links unsubscribes nobody.
  void app.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_request, _body, parsed) => parsed(null, null));
    forms.post<{ Params: { token: string } }>('/unsubscribe/:token', (request) =>
      unsubscribe(context, request.params.token, request.ip).then(() => ({ message: messages.off })),
    );
  });
}
