import type { FastifyInstance } from 'fastify';

import type { Settings } from '../ground/env.ts';

/** Allows only the portal's own scripts and pictures. Mantine sets inline styles. */
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  // A PDF is shown from memory.
  "frame-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const EVERY = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };
const API_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The headers that no setting changes. */
export const API_HEADERS: Readonly<Record<string, string>> = { ...EVERY, 'content-security-policy': API_POLICY };

/** The headers of OWASP's secure headers project. */
export function securityHeaders(app: FastifyInstance, settings: Pick<Settings, 'publicUrl'>): void {
  const every: Record<string, string> = {
    ...EVERY,
    ...(settings.publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  const api = { ...every, 'content-security-policy': API_POLICY };
  const page = {
    ...every,
    'content-security-policy': PAGE_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'x-frame-options': 'DENY',
  };
  app.addHook('onRequest', (request, reply, done) => {
    // The API documentation has an inline style.
    const path = request.routeOptions.url ?? request.url;
    const isPage = !/^\/api(\/|\?|$)/i.test(path) || path === '/api/docs';
    reply.headers(isPage ? page : api);
    done();
  });
}
