import { audit } from '@aapurti/contract/audit/audit';
import type { FastifyInstance } from 'fastify';

import { listReply } from '../database/list.ts';
import { ok } from '../ground/reply.ts';
import { serve, type ServeContext } from '../http/serve.ts';
import { exportAudit, historyOf, listAudit, seeChanges, unseenChanges } from './log.ts';

export function auditRoutes(app: FastifyInstance, context: ServeContext): void {
  serve(app, context, audit.list, async ({ ctx, query }) => listReply(await listAudit(ctx, query)));
  serve(app, context, audit.export, async ({ ctx, actor, query }) => ok(await exportAudit(ctx, actor, query)));
  serve(app, context, audit.history, async ({ ctx, actor, params, query }) => listReply(await historyOf(ctx, actor, params.id, query)));
  serve(app, context, audit.unseen, async ({ ctx, actor }) => ok({ count: await unseenChanges(ctx, actor) }));
  serve(app, context, audit.seen, async ({ ctx, actor, body }) => {
    await seeChanges(ctx, actor, body._id);
    return ok({ count: await unseenChanges(ctx, actor) });
  });
}
