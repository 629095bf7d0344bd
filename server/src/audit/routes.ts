import { audit } from '@aapurti/contract/audit/audit';

import { listReply } from '../database/list.ts';
import { ok } from '../ground/reply.ts';
import type { Serve, ServeContext } from '../http/serve.ts';
import { exportAudit, historyOf, listAudit, seeChanges, unseenChanges } from './log.ts';

export function auditRoutes(serve: Serve<ServeContext>): void {
  serve(audit.list, async ({ ctx, query }) => listReply(await listAudit(ctx, query)));
  serve(audit.export, async ({ ctx, actor, query }) => ok(await exportAudit(ctx, actor, query)));
  serve(audit.history, async ({ ctx, actor, params, query }) => listReply(await historyOf(ctx, actor, params.id, query)));
  serve(audit.unseen, async ({ ctx, actor }) => ok({ count: await unseenChanges(ctx, actor) }));
  serve(audit.seen, async ({ ctx, actor, body }) => {
    await seeChanges(ctx, actor, body._id);
    return ok({ count: await unseenChanges(ctx, actor) });
  });
}
