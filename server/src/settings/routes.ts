import { eventReceivers, messages as receiverMessages } from '@aapurti/contract/mail/eventReceivers';
import { messages, portalSettings } from '@aapurti/contract/settings/settings';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import type { Serve } from '../http/serve.ts';
import { notFound } from '../ground/refusal.ts';
import { ok, saved } from '../ground/reply.ts';
import { editReceivers, listReceivers } from './receivers.ts';
import { readLogo, readSettings, saveLogo } from './settings.ts';

export function settingsRoutes(serve: Serve<Context>, app: FastifyInstance, context: Context): void {
  serve(portalSettings.get, async ({ ctx }) => ok(await readSettings(ctx.db)));
  serve(portalSettings.saveLogo, ({ ctx, actor, files }) => saved(messages.logoSaved, saveLogo(ctx, actor, files.get('logo'))));
  serve(portalSettings.removeLogo, ({ ctx, actor }) => saved(messages.logoRemoved, saveLogo(ctx, actor, null)));
  serve(eventReceivers.list, async ({ ctx }) => ok(await listReceivers(ctx.db)));
  serve(eventReceivers.edit, ({ ctx, actor, params, body }) => saved(receiverMessages.saved, editReceivers(ctx, actor, params.id, body)));
  // A picture for everybody, also on the sign-in page.
  app.get('/api/site/logo', async (_request, reply) => {
    const logo = await readLogo(context.db);
    if (logo === undefined) throw notFound();
    return reply.type('image/webp').header('cache-control', 'public, max-age=31536000, immutable').send(logo);
  });
}
