import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { notFound } from '../refusal.ts';
import { fileHeaders } from './fileName.ts';

/** Files by signed links that expire within minutes. A bad, expired or guessed link answers as a file that does not exist. */
export function fileRoutes(app: FastifyInstance, ctx: Context): void {
  app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>('/api/files/:id', async (request, reply) => {
    const { expires, signature } = request.query;
    if (typeof expires !== 'string' || typeof signature !== 'string' || !ctx.files.verify(request.params.id, expires, signature))
      throw notFound();
    const file = await ctx.files.read(request.params.id);
    if (file === undefined) throw notFound();
    return reply.headers(fileHeaders(file)).send(file.content);
  });
}
