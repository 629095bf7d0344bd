import { mail, messages } from '@aapurti/contract/mail/mail';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';

import { listReply } from '../database/list.ts';
import { ok } from '../ground/reply.ts';
import type { Counted } from '../http/rateLimits.ts';
import { serve, type ServeContext } from '../http/serve.ts';
import { listMails } from './list.ts';
import { changeSwitches, switchesOf, unsubscribe } from './switches.ts';

export function mailRoutes(app: FastifyInstance, context: ServeContext & Counted): void {
  serve(app, context, mail.list, async ({ ctx, query }) => listReply(await listMails(ctx.db, query)));
  serve(app, context, mail.switches, async ({ ctx, actor }) => ok(await switchesOf(ctx.db, 'mails', actor.id)));
  serve(app, context, mail.change, async ({ ctx, actor, body }) =>
    ok({ message: messages.saved, data: await changeSwitches(ctx.db, 'mails', actor, actor.id, body) }),
  );
  serve(app, context, mail.language, async ({ ctx, actor, body }) => {
    await ctx.db.execute(sql`update users set language = ${body.language} where id = ${actor.id}`);
    return ok({ message: messages.language });
  });
  serve(app, context, mail.unsubscribe, async ({ ctx, body, address }) => {
    await unsubscribe(ctx, body.token, address);
    return ok({ message: messages.off });
  });
  // Mail programs POST a form to the page's address (RFC 8058). Opening the page only asks, so following links unsubscribes nobody.
  void app.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_request, _body, done) => done(null, null));
    forms.post<{ Params: { token: string } }>('/unsubscribe/:token', (request) =>
      unsubscribe(context, request.params.token, request.ip).then(() => ({ message: messages.off })),
    );
  });
}
