import * as z from 'zod';

import { NUMBERINGS } from './documentNumbers.ts';
import { optionalText } from './fields.ts';
import { changesOf, operation } from './operation.ts';

export const messages = {
  saved: 'Settings saved.',
  invoiceNumbers: 'Please choose which numbers invoices may have.',
} as const;

/** What administrators decide for the whole portal. */
export const settingsForm = z.object({
  /** Beside the portal's name at the top of every screen. */
  buyerName: optionalText(80),
  invoiceNumbers: z.enum(NUMBERINGS, messages.invoiceNumbers),
});
export type PortalSettings = z.infer<typeof settingsForm>;

const settingsRecord = settingsForm.extend({ updatedAt: z.string() });

export const portalSettings = {
  get: operation({
    id: 'settings.get',
    summary: 'What administrators have decided for the whole portal',
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
    replies: { 200: z.object({ message: z.string(), data: settingsRecord }) },
  }),
};
