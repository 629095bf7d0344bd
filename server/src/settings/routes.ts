import { eventReceivers, messages as receiverMessages } from '@aapurti/contract/mail/eventReceivers';
import { controls } from '@aapurti/contract/settings/controls';
import { lists, messages as listMessages } from '@aapurti/contract/settings/lists';
import { messages, portalSettings } from '@aapurti/contract/settings/settings';
import { site } from '@aapurti/contract/settings/site';
import type { FastifyInstance } from 'fastify';

import type { Context } from '../context.ts';
import { DEMO_SIGN_INS } from '../demo/signIns.ts';
import { notFound } from '../ground/refusal.ts';
import { done, ok, saved } from '../ground/reply.ts';
import type { Serve } from '../http/serve.ts';
import { buyerState } from '../registrations/parties.ts';
import { providersForVisitors } from '../sign-in/providers.ts';
import { compareBySettings } from './compared.ts';
import { prefer, readPreferences, removeView, saveView } from './lists.ts';
import { editReceivers, listReceivers } from './receivers.ts';
import { changeControls, decideControls, saveControls, showControls } from './saveControls.ts';
import { noticeNow, readLogo, readSettings, saveLogo, saveSettings } from './settings.ts';

export function settingsRoutes(serve: Serve<Context>, app: FastifyInstance, context: Context): void {
  serve(portalSettings.get, async ({ ctx }) => ok(await readSettings(ctx.db)));
  serve(portalSettings.saveLogo, ({ ctx, actor, files }) => saved(messages.logoSaved, saveLogo(ctx, actor, files.get('logo'))));
  serve(portalSettings.removeLogo, ({ ctx, actor }) => saved(messages.logoRemoved, saveLogo(ctx, actor, null)));
  serve(eventReceivers.list, async ({ ctx }) => ok(await listReceivers(ctx.db)));
  serve(eventReceivers.edit, ({ ctx, actor, params, body }) => saved(receiverMessages.saved, editReceivers(ctx, actor, params.id, body)));
  // A public picture, also shown on the sign-in page.
  app.get('/api/site/logo', async (_request, reply) => {
    const logo = await readLogo(context.db);
    if (logo === undefined) throw notFound();
    return reply.type('image/webp').header('cache-control', 'public, max-age=31536000, immutable').send(logo);
  });
  serve(controls.get, async ({ ctx, actor }) => ok(await showControls(ctx.db, actor)));
  serve(controls.save, async ({ ctx, actor, body }) => ok(await saveControls(ctx, actor, body)));
  serve(controls.decide, async ({ ctx, actor, body }) => ok(await decideControls(ctx, actor, body)));
  // Three of the settings are controls, whose rules also apply to them here.
  serve(portalSettings.save, async ({ ctx, actor, body }) =>
    ok({
      message: messages.saved,
      data: await saveSettings(ctx, actor, body, {
        changeControls: async (inside, changes) => void (await changeControls(inside, actor, changes)),
        compare: compareBySettings,
      }),
    }),
  );
  serve(lists.preferences, async ({ ctx, actor }) => ok(await readPreferences(ctx.db, actor)));
  serve(lists.prefer, async ({ ctx, actor, body }) => ok(await prefer(ctx.db, actor, body)));
  serve(lists.saveView, ({ ctx, actor, body }) => saved(listMessages.saved, saveView(ctx.db, actor, body)));
  serve(lists.removeView, ({ ctx, actor, params }) => done(listMessages.removed, removeView(ctx.db, actor, params.id)));
  // The routes for the sign-in pages. The outbox exists only if e-mail is not really sent.
  const { production, smtpUrl, demo, captcha } = context.settings;
  const hasOutbox = !production && smtpUrl === undefined;
  const isDemo = !production && demo;
  const about = {
    captcha,
    outbox: hasOutbox,
    demo: isDemo ? [...DEMO_SIGN_INS] : [],
  };
  serve(site.about, async ({ ctx }) => {
    const settings = await readSettings(ctx.db);
    const { buyerName, buyerContact: contact, invoiceNumbers, logo } = settings;
    return ok({
      ...about,
      buyerState: await buyerState(ctx.db, ctx),
      buyerName,
      contact,
      invoiceNumbers,
      logo,
      ...noticeNow(settings, 'signInNotice', ctx.clock),
      ...(await providersForVisitors(ctx.db)),
    });
  });
  serve(site.notice, async ({ ctx }) => ok(noticeNow(await readSettings(ctx.db), 'dashboardNotice', ctx.clock)));
  serve(site.outbox, async ({ ctx }) => {
    if (!hasOutbox) throw notFound();
    // Shows e-mails immediately, without the minute of merging.
    await ctx.mail.flush({ evenGathering: true });
    return ok(await ctx.mail.outbox());
  });
}
