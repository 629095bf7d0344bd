import { type MemoKind, memos, messages } from '@aapurti/contract/memos/memos';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import { ok } from '../ground/reply.ts';
import { serve } from '../http/serve.ts';
import { acceptMemo, addMemo, changeMemo, getMemo, listMemos, removeMemo, reverseMemo, totalMemos } from './memos.ts';

/** Debit and credit memos differ in sign and in address, so one set of routes serves both. */
export function memoRoutes(app: FastifyInstance, context: Context, kind: MemoKind): void {
  const calls = memos[kind];
  serve(app, context, calls.list, async ({ ctx, actor, query }) => listReply(await listMemos(ctx, actor, kind, query)));
  serve(app, context, calls.totals, async ({ ctx, actor, query }) => ok(await totalMemos(ctx, actor, kind, query)));
  serve(app, context, calls.get, async ({ ctx, actor, params }) => ok([await getMemo(ctx.db, actor, kind, params.id)]));
  serve(app, context, calls.create, async ({ ctx, actor, body }) =>
    ok({ message: messages.created(kind), data: await addMemo(ctx, actor, kind, body) }),
  );
  serve(app, context, calls.edit, async ({ ctx, actor, params, body }) =>
    ok({ message: messages.updated(kind), data: await changeMemo(ctx, actor, kind, params.id, body) }),
  );
  serve(app, context, calls.remove, async ({ ctx, actor, params }) => {
    await removeMemo(ctx, actor, kind, params.id);
    return ok({ message: messages.deleted(kind) });
  });
  serve(app, context, calls.accept, async ({ ctx, actor, params }) =>
    ok({ message: messages.accepted(kind), data: await acceptMemo(ctx, actor, kind, params.id) }),
  );
  serve(app, context, calls.reverse, async ({ ctx, actor, params, body }) =>
    ok({ message: messages.reversed(kind), data: await reverseMemo(ctx, actor, kind, params.id, body.reason) }),
  );
}
