import { papers } from '@aapurti/contract/papers/papers';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { ok } from '../ground/reply.ts';
import { paperPdf } from './papers.ts';

export function paperRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, papers.get, async ({ ctx, actor, params, query }) => ok(await paperPdf(ctx, actor, params.id, query)));
}
