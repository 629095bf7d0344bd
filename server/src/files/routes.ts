import type { FastifyInstance } from 'fastify';

import { notFound } from '../refusal.ts';
import { fileHeaders } from './fileName.ts';
import type { FileStore } from './store.ts';

/** Files by signed links that expire within minutes. A bad, expired or guessed link answers as a file that does not exist. */
export function fileRoutes(app: FastifyInstance, { files }: { files: FileStore }): void {
  app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>('/api/files/:id', async (request, reply) => {
    const { expires, signature } = request.query;
    if (typeof expires !== 'string' || typeof signature !== 'string' || !files.verify(request.params.id, expires, signature))
      throw notFound();
    const file = await files.read(request.params.id);
    if (file === undefined) throw notFound();
    return reply.headers(fileHeaders(file)).send(file.content);
  });
}
