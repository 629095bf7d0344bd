import { type MemoKind, messages } from '@aapurti/contract/memos/memoMessages';
import { memos } from '@aapurti/contract/memos/memos';

import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import { done, ok, saved } from '../ground/reply.ts';
import type { Serve } from '../http/serve.ts';
import { acceptMemo, addMemo, changeMemo, getMemo, listMemos, removeMemo, reverseMemo, totalMemos } from './memos.ts';

/** Debit and credit memos differ in sign and in address, so one set of routes serves both. */
export function memoRoutes(serve: Serve<Context>, kind: MemoKind): void {
  const calls = memos[kind];
  serve(calls.list, async ({ ctx, actor, query }) => listReply(await listMemos(ctx, actor, kind, query)));
  serve(calls.totals, async ({ ctx, actor, query }) => ok(await totalMemos(ctx, actor, kind, query)));
  serve(calls.get, async ({ ctx, actor, params }) => ok([await getMemo(ctx.db, actor, kind, params.id)]));
  serve(calls.create, ({ ctx, actor, body }) => saved(messages.created(kind), addMemo(ctx, actor, kind, body)));
  serve(calls.edit, ({ ctx, actor, params, body }) => saved(messages.updated(kind), changeMemo(ctx, actor, kind, params.id, body)));
  serve(calls.remove, ({ ctx, actor, params }) => done(messages.deleted(kind), removeMemo(ctx, actor, kind, params.id)));
  serve(calls.accept, ({ ctx, actor, params, body }) =>
    saved(messages.accepted(kind), acceptMemo(ctx, actor, kind, params.id, body.updatedAt)),
  );
  serve(calls.reverse, ({ ctx, actor, params, body }) =>
    saved(messages.reversed(kind), reverseMemo(ctx, actor, kind, params.id, body.reason)),
  );
}
