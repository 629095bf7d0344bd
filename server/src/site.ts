import { site } from '@aapurti/contract/site';
import type { FastifyInstance } from 'fastify';

import type { Context } from './context.ts';
import { DEMO_SIGN_INS } from './database/demoSignIns.ts';
import { notFound } from './http/errors.ts';
import { ok } from './http/reply.ts';
import { serve } from './http/serve.ts';

/** What the sign-in pages show of this installation; the outbox exists only where mail is not really sent. */
export function siteRoutes(app: FastifyInstance, context: Context): void {
  const { production, smtpUrl, demo, captcha } = context.settings;
  const hasOutbox = !production && smtpUrl === undefined;
  serve(app, context, site.about, async () => ok({ captcha, outbox: hasOutbox, demo: !production && demo ? [...DEMO_SIGN_INS] : [] }));
  serve(app, context, site.outbox, async ({ ctx }) => {
    if (!hasOutbox) throw notFound();
    return ok(await ctx.mail.outbox());
  });
}
