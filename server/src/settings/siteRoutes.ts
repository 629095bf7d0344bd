import { site } from '@aapurti/contract/settings/site';

import type { Context } from '../context.ts';
import { buyerState } from '../registrations/parties.ts';
import { providersForVisitors } from '../sign-in/providers.ts';
import { DEMO_SIGN_INS } from '../demo/signIns.ts';
import { notFound } from '../ground/refusal.ts';
import { ok } from '../ground/reply.ts';
import type { Serve } from '../http/serve.ts';
import { noticeNow, readSettings } from './settings.ts';

/** The routes for the sign-in pages. The outbox exists only where mail is not really sent. */
export function siteRoutes(serve: Serve<Context>, context: Context): void {
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
    // Shows mails at once, without the minute of gathering.
    await ctx.mail.flush({ evenGathering: true });
    return ok(await ctx.mail.outbox());
  });
}
