import { dashboard } from '@aapurti/contract/home/dashboard';
import { messages, notices } from '@aapurti/contract/home/notices';
import { search } from '@aapurti/contract/home/search';
import { queues } from '@aapurti/contract/settings/queues';

import type { Context } from '../context.ts';
import { ok, saved } from '../ground/reply.ts';
import type { Serve } from '../http/serve.ts';
import { changeSwitches, switchesOf } from '../mail/switches.ts';
import { listNotices, readNotices } from './notices.ts';
import { overview } from './overview.ts';
import { countViews, countWaiting } from './queues.ts';
import { searchEverywhere } from './search.ts';

export function homeRoutes(serve: Serve<Context>): void {
  serve(dashboard.overview, async ({ ctx, actor, query }) => ok(await overview(ctx, actor, query.userID)));
  serve(queues.views, async ({ ctx, actor, query }) => ok(await countViews(ctx, actor, query.list, query.filters)));
  serve(queues.waiting, async ({ ctx, actor }) => ok(await countWaiting(ctx, actor)));
  serve(notices.list, async ({ ctx, actor, query }) => ok(await listNotices(ctx.db, actor, query)));
  serve(notices.read, async ({ ctx, actor, body }) => ok({ unread: await readNotices(ctx.db, actor, body) }));
  serve(notices.switches, async ({ ctx, actor }) => ok(await switchesOf(ctx.db, 'notices', actor.id)));
  serve(notices.change, ({ ctx, actor, body }) => saved(messages.saved, changeSwitches(ctx.db, 'notices', actor, actor.id, body)));
  serve(search.everywhere, async ({ ctx, actor, query }) => ok(await searchEverywhere(ctx.db, actor, query.q)));
}
