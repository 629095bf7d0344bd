import { messages, portalSettings } from '@aapurti/contract/settings';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { ok } from '../reply.ts';
import { readSettings, saveSettings } from './settings.ts';

export function settingsRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, portalSettings.get, async ({ ctx }) => ok(await readSettings(ctx.db)));
  serve(app, context, portalSettings.save, async ({ ctx, actor, body }) =>
    ok({ message: messages.saved, data: await saveSettings(ctx, actor, body) }),
  );
}
