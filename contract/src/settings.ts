import * as z from 'zod';

import { NUMBERINGS } from './documentNumbers.ts';
import { optionalDate, optionalText } from './fields.ts';
import { MONEY, PERCENT, requiredNumber } from './numbers.ts';
import { changesOf, operation } from './operation.ts';

const IDENTITY_MAIL_TO = ['everybody', 'administrators', 'deciders'] as const;

export const messages = {
  saved: 'Settings saved.',
  logoSaved: 'The logo is changed.',
  logoRemoved: 'The logo is removed.',
  logo: 'Please choose a picture.',
  invoiceNumbers: 'Please choose which numbers invoices may have.',
  identityMailTo: 'Please choose who gets these mails.',
  percent: 'Should be a percentage from 0 to 100.',
  amount: 'Should be an amount in rupees.',
  days: 'To should not be before From.',
  text: 'A notice on these days needs a text.',
} as const;

const percent = requiredNumber(PERCENT, { invalid: messages.percent });

/** The rules of one field each; `checkedSettings` has those of the whole. */
const settingsForm = z.object({
  /** Beside the portal's name at the top of every screen. */
  buyerName: optionalText(80),
  buyerAddress: optionalText(500),
  invoiceNumbers: z.enum(NUMBERINGS, messages.invoiceNumbers),
  quantityTolerance: percent,
  priceTolerance: percent,
  priceToleranceAmount: requiredNumber(MONEY, { invalid: messages.amount }),
  signInNotice: optionalText(500),
  signInNoticeFrom: optionalDate,
  signInNoticeTo: optionalDate,
  dashboardNotice: optionalText(500),
  dashboardNoticeFrom: optionalDate,
  dashboardNoticeTo: optionalDate,
  identityMailTo: z.enum(IDENTITY_MAIL_TO, messages.identityMailTo),
});

export const checkedSettings = settingsForm.superRefine((form, context) => {
  for (const notice of ['signInNotice', 'dashboardNotice'] as const) {
    const [from, to] = [form[`${notice}From`], form[`${notice}To`]];
    if (from !== null && to !== null && from > to) context.addIssue({ code: 'custom', path: [`${notice}To`], message: messages.days });
    if (form[notice] === null && (from ?? to) !== null) context.addIssue({ code: 'custom', path: [notice], message: messages.text });
  }
});

const settingsRecord = settingsForm.extend({
  quantityTolerance: z.number(),
  priceTolerance: z.number(),
  priceToleranceAmount: z.number(),
  /** The logo's address; null where there is none. */
  logo: z.string().nullable(),
  updatedAt: z.string(),
});
export type PortalSettings = z.infer<typeof settingsRecord>;

const saved = { 200: z.object({ message: z.string(), data: settingsRecord }) };

export const portalSettings = {
  get: operation({
    id: 'settings.get',
    summary: 'The settings of the portal',
    method: 'GET',
    path: '/api/settings',
    access: 'buyers',
    replies: { 200: settingsRecord },
  }),
  save: operation({
    id: 'settings.save',
    summary: 'Change the settings; 409 when stale',
    method: 'PUT',
    path: '/api/settings',
    access: 'administrators',
    body: changesOf(settingsForm),
    replies: saved,
  }),
  saveLogo: operation({
    id: 'settings.logo',
    summary: "Change the buyer's logo: PNG, JPEG or WebP",
    method: 'PUT',
    path: '/api/settings/logo',
    access: 'administrators',
    files: ['logo'],
    replies: saved,
  }),
  removeLogo: operation({
    id: 'settings.removeLogo',
    summary: "Remove the buyer's logo",
    method: 'DELETE',
    path: '/api/settings/logo',
    access: 'administrators',
    replies: saved,
  }),
};
