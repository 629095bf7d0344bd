import type { FastifyInstance } from 'fastify';

import { notFound } from '../ground/refusal.ts';
import { fileHeaders } from './fileName.ts';
import type { FileStore, StoredFile } from './store.ts';

interface Files {
  files: FileStore;
  opened: (file: StoredFile, readerId: string) => Promise<void>;
}

/** Serves files by signed links that expire. An invalid link responds like a missing file. */
export function fileRoutes(app: FastifyInstance, { files, opened }: Files): void {
  app.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>('/api/files/:id', async (request, reply) => {
    const { expires, signature, reader } = request.query;
    if (typeof expires !== 'string' || typeof signature !== 'string' || (reader !== undefined && typeof reader !== 'string'))
      throw notFound();
    if (!files.verify(request.params.id, expires, signature, reader)) throw notFound();
    const file = await files.read(request.params.id);
    if (file === undefined) throw notFound();
    if (reader !== undefined) await opened(file, reader);
    return reply.headers(fileHeaders(file)).send(file.content);
  });
}
