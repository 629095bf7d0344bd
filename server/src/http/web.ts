import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The built pages: hashed assets for a year, everything else the one page that routes in the browser, with its screen's scripts named in it. API paths never fall through to it. */
export async function webRoutes(app: FastifyInstance, folder: string | null): Promise<void> {
  if (folder !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.setHeader('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    for (const { path, file } of documentsIn(folder)) {
      app.route({
        method: ['GET', 'HEAD'],
        url: path,
        handler: (_request, reply) => reply.header('cache-control', 'no-cache').sendFile(file),
      });
    }
  }
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = folder !== null && isRead && !/^\/(api|assets)([/?]|$)/i.test(request.url);
    if (!isPage)
      return reply.code(404).headers({ 'cache-control': 'no-store', 'x-request-id': request.id }).send({ message: 'Not found.' });
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}

/** The documents that name the scripts of one screen, by Fastify's spelling of its address (web/documents.ts). */
function documentsIn(folder: string): { path: string; file: string }[] {
  const list = join(folder, 'documents.json');
  if (!existsSync(list)) return [];
  const documents = JSON.parse(readFileSync(list, 'utf8')) as { path: string; file: string }[];
  return documents.map(({ path, file }) => ({ path: path.replaceAll('$', ':'), file }));
}
