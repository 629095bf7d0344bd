import { controls } from '@aapurti/contract/settings/controls';
import { messages, portalSettings } from '@aapurti/contract/settings/settings';

import type { Context } from '../context.ts';
import { ok } from '../ground/reply.ts';
import type { Serve } from '../http/serve.ts';
import { saveSettings } from './settings.ts';
import { changeControls, decideControls, saveControls, showControls } from './saveControls.ts';

export function controlRoutes(serve: Serve<Context>): void {
  serve(controls.get, async ({ ctx, actor }) => ok(await showControls(ctx.db, actor)));
  serve(controls.save, async ({ ctx, actor, body }) => ok(await saveControls(ctx, actor, body)));
  serve(controls.decide, async ({ ctx, actor, body }) => ok(await decideControls(ctx, actor, body)));
  // Three of the settings are controls, whose rules apply to them here too.
  serve(portalSettings.save, async ({ ctx, actor, body }) =>
    ok({
      message: messages.saved,
      data: await saveSettings(ctx, actor, body, async (inside, changes) => void (await changeControls(inside, actor, changes))),
    }),
  );
}
