import { audit } from '@aapurti/contract/audit';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { listReply } from '../database/list.ts';
import { serve } from '../http/serve.ts';
import { listAudit } from './audit.ts';

export function auditRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, audit.list, async ({ ctx, query }) => listReply(await listAudit(ctx, query)));
}
