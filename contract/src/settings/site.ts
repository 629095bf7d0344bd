import * as z from 'zod';

import { NUMBERINGS } from './documentNumbers.ts';
import { operationsOf } from '../ground/operation.ts';

const mail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string(), at: z.string() });
export type OutboxMail = z.infer<typeof mail>;

export const site = operationsOf('site', {
  /** The facts about this installation that the sign-in pages need. */
  about: {
    summary: "Get public information about this installation: captcha, outbox, demo sign-ins, buyer's name and allowed invoice numbers",
    route: 'GET /api/site',
    access: 'anyone',
    replies: {
      200: z.object({
        captcha: z.boolean(),
        outbox: z.boolean(),
        /** The buyer's GST state code, for example `29`: IGST is due if the vendor's differs. Null if it is not set. */
        buyerState: z.string().nullable(),
        buyerName: z.string().nullable(),
        contact: z.string().nullable(),
        logo: z.string().nullable(),
        /** The announcement on the sign-in page, if it is shown today. */
        notice: z.string().nullable(),
        noticeHindi: z.string().nullable(),
        invoiceNumbers: z.enum(NUMBERINGS),
        /** The buyer's SSO providers. Those of vendors are found by the domain of the e-mail address. */
        providers: z.array(z.object({ _id: z.string(), name: z.string() })),
        vendorProviders: z.boolean(),
        demo: z.array(z.object({ who: z.string(), email: z.string(), password: z.string() })),
      }),
    },
  },
  notice: {
    summary: "Get today's announcement for the dashboard",
    route: 'GET /api/site/notice',
    access: 'members',
    replies: { 200: z.object({ notice: z.string().nullable(), noticeHindi: z.string().nullable() }) },
  },
  outbox: {
    summary: 'List e-mails that a local installation did not send, newest first',
    route: 'GET /api/outbox',
    access: 'anyone',
    replies: { 200: z.array(mail) },
  },
});
