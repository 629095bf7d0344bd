import { messages, notices } from '@aapurti/contract/home/notices';

import type { Context } from '../context.ts';
import type { Serve } from '../http/serve.ts';
import { changeSwitches, switchesOf } from '../mail/switches.ts';
import { ok, saved } from '../ground/reply.ts';
import { listNotices, readNotices } from './notices.ts';

export function noticeRoutes(serve: Serve<Context>): void {
  serve(notices.list, async ({ ctx, actor, query }) => ok(await listNotices(ctx.db, actor, query)));
  serve(notices.read, async ({ ctx, actor, body }) => ok({ unread: await readNotices(ctx.db, actor, body) }));
  serve(notices.switches, async ({ ctx, actor }) => ok(await switchesOf(ctx.db, 'notices', actor.id)));
  serve(notices.change, ({ ctx, actor, body }) => saved(messages.saved, changeSwitches(ctx.db, 'notices', actor, actor.id, body)));
}
