import { lists, messages } from '@aapurti/contract/settings/lists';

import type { Context } from '../context.ts';
import type { Serve } from '../http/serve.ts';
import { done, ok, saved } from '../ground/reply.ts';
import { prefer, readPreferences, removeView, saveView } from './lists.ts';

export function listRoutes(serve: Serve<Context>): void {
  serve(lists.preferences, async ({ ctx, actor }) => ok(await readPreferences(ctx.db, actor)));
  serve(lists.prefer, async ({ ctx, actor, body }) => ok(await prefer(ctx.db, actor, body)));
  serve(lists.saveView, ({ ctx, actor, body }) => saved(messages.saved, saveView(ctx.db, actor, body)));
  serve(lists.removeView, ({ ctx, actor, params }) => done(messages.removed, removeView(ctx.db, actor, params.id)));
}
