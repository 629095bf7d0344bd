import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

import { notFound } from '../ground/refusal.ts';

/**
 * Serves the built pages; hashed assets are cached for a year. Other paths get index.html, which routes in the browser; API paths never do.
 */
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
  }
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = folder !== null && isRead && !/^\/(api|assets)([/?]|$)/i.test(request.url);
    if (!isPage) return reply.code(404).headers({ 'cache-control': 'no-store', 'x-request-id': request.id }).send(notFound().body());
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
