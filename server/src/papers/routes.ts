import { papers } from '@aapurti/contract/papers/papers';
import { messages as statementMessages, statements } from '@aapurti/contract/papers/statements';

import type { Context } from '../context.ts';
import { companyOf } from '../ground/actor.ts';
import { counting, limits } from '../http/rateLimits.ts';
import type { Serve } from '../http/serve.ts';
import { ok } from '../ground/reply.ts';
import { paperPdf } from './papers.ts';
import { answerStatement, listStatements } from './statements.ts';

export function paperRoutes(serve: Serve<Context>): void {
  serve(papers.get, async ({ ctx, actor, params, query }) => ok(await paperPdf(ctx, actor, params.id, query)));
  serve(statements.list, ({ ctx, actor, query }) => listStatements(ctx, actor, query));
  serve(
    statements.answer,
    async ({ ctx, actor, params, body }) =>
      ok({ message: statementMessages[body.answer], data: await answerStatement(ctx, actor, params.month, body) }),
    // A dispute is a comment, and counts as one.
    counting(limits.comments, ({ actor }) => companyOf(actor)),
  );
}
