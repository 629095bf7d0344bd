import { messages, notices } from '@aapurti/contract/home/notices';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { changeSwitches, switchesOf } from '../mail/switches.ts';
import { ok, saved } from '../ground/reply.ts';
import { listNotices, readNotices } from './notices.ts';

export function noticeRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, notices.list, async ({ ctx, actor, query }) => ok(await listNotices(ctx.db, actor, query)));
  serve(app, context, notices.read, async ({ ctx, actor, body }) => ok({ unread: await readNotices(ctx.db, actor, body) }));
  serve(app, context, notices.switches, async ({ ctx, actor }) => ok(await switchesOf(ctx.db, 'notices', actor.id)));
  serve(app, context, notices.change, ({ ctx, actor, body }) =>
    saved(messages.saved, changeSwitches(ctx.db, 'notices', actor, actor.id, body)),
  );
}
