import { type MemoKind, messages } from '@aapurti/contract/memos/memoMessages';
import { memos } from '@aapurti/contract/memos/memos';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import { done, ok, saved } from '../ground/reply.ts';
import { serve } from '../http/serve.ts';
import { acceptMemo, addMemo, changeMemo, getMemo, listMemos, removeMemo, reverseMemo, totalMemos } from './memos.ts';

/** Debit and credit memos differ in sign and in address, so one set of routes serves both. */
export function memoRoutes(app: FastifyInstance, context: Context, kind: MemoKind): void {
  const calls = memos[kind];
  serve(app, context, calls.list, async ({ ctx, actor, query }) => listReply(await listMemos(ctx, actor, kind, query)));
  serve(app, context, calls.totals, async ({ ctx, actor, query }) => ok(await totalMemos(ctx, actor, kind, query)));
  serve(app, context, calls.get, async ({ ctx, actor, params }) => ok([await getMemo(ctx.db, actor, kind, params.id)]));
  serve(app, context, calls.create, ({ ctx, actor, body }) => saved(messages.created(kind), addMemo(ctx, actor, kind, body)));
  serve(app, context, calls.edit, ({ ctx, actor, params, body }) =>
    saved(messages.updated(kind), changeMemo(ctx, actor, kind, params.id, body)),
  );
  serve(app, context, calls.remove, ({ ctx, actor, params }) => done(messages.deleted(kind), removeMemo(ctx, actor, kind, params.id)));
  serve(app, context, calls.accept, ({ ctx, actor, params }) => saved(messages.accepted(kind), acceptMemo(ctx, actor, kind, params.id)));
  serve(app, context, calls.reverse, ({ ctx, actor, params, body }) =>
    saved(messages.reversed(kind), reverseMemo(ctx, actor, kind, params.id, body.reason)),
  );
}
