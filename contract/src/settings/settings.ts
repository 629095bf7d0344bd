import * as z from 'zod';

import { NUMBERINGS } from './documentNumbers.ts';
import { flag, isIsoDate, optionalDate, optionalText } from '../ground/fields.ts';
import { PERCENT, requiredNumber, WHOLE } from '../ground/numbers.ts';
import { changesOf, operationsOf, proof } from '../ground/operation.ts';
import { say } from '../ground/template.ts';

export const messages = {
  saved: 'Settings saved.',
  logoSaved: 'Logo changed.',
  logoRemoved: 'Logo removed.',
  logo: 'Choose a picture.',
  invoiceNumbers: 'Choose the permitted invoice numbers.',
  days: 'The To date must not be before the From date.',
  workingDays: 'Should be a number of days from 0 to 60.',
  holiday: (line: string) =>
    say('"{entry}" is not a date. Enter one date per line, followed by its name, for example: 26-01-2027 Republic Day.', { entry: line }),
  text: 'Enter the announcement in English too.',
  overDelivery: 'Should be a percentage from 0 to 100.',
  reverseCharge: (line: string) =>
    say('"{entry}" does not start with an HSN code. Enter one code of 2, 4, 6 or 8 digits per line, for example: 5201 Raw cotton.', {
      entry: line,
    }),
  charge: (line: string) =>
    say('"{entry}" is not a valid charge. Enter one kind per line with its limit in rupees per order, for example: Freight 500.', {
      entry: line,
    }),
} as const;

/** Names of the reasons for rejecting a change of settings, for programs. */
export const settingsCodes = { logo: 'logo_not_accepted', receivers: 'receivers_wrong' } as const;

const workingDays = requiredNumber({ ...WHOLE, most: 60 }, { invalid: messages.workingDays }).transform((days) => days.toNumber());

/** Parses a text with one date per line, for example `26-01-2027 Republic Day`: the dates as `YYYY-MM-DD`, and the first invalid line. */
export function holidaysOf(text: string): { days: string[]; problem: string | null } {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const days = lines.map((line) => line.slice(0, 10).split('-').toReversed().join('-'));
  const wrong = lines.find((line, index) => !isIsoDate(days[index] ?? '') || /^\S/.test(line.slice(10)));
  return { days, problem: wrong === undefined ? null : messages.holiday(wrong) };
}

export interface AllowedCharge {
  kind: string;
  /** The most of this charge that an order may have, in rupees without tax. */
  cap: number;
}

/** Parses a text with one kind of charge per line, for example `Freight 500`: the charges, and the first invalid line. */
export function chargesOf(text: string): { charges: AllowedCharge[]; problem: string | null } {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const found = lines.map((line) => /^(.*\S)\s+(\d{1,9}(?:\.\d{1,2})?)$/.exec(line));
  const wrong = lines.find((_, index) => !found[index]);
  const charges = found.flatMap((match) => (match ? [{ kind: match[1] ?? '', cap: Number(match[2]) }] : []));
  return { charges, problem: wrong === undefined ? null : messages.charge(wrong) };
}

/** Parses a text with one HSN code or prefix per line, for example `5201 Raw cotton`: the prefixes, and the first invalid line. */
export function reverseChargeOf(text: string): { prefixes: string[]; problem: string | null } {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const found = lines.map((line) => /^(\d{2}(?:\d{2}){0,3})(?=\s|$)/.exec(line)?.[1]);
  const wrong = lines.find((_, index) => found[index] === undefined);
  return { prefixes: found.filter((prefix) => prefix !== undefined), problem: wrong === undefined ? null : messages.reverseCharge(wrong) };
}

/** The rules of the single fields; `checkedSettings` has those for the whole form. */
const settingsForm = z.object({
  /** The name next to the portal's at the top of every screen. */
  buyerName: optionalText(80),
  buyerAddress: optionalText(500),
  buyerContact: optionalText(300),
  invoiceNumbers: z.enum(NUMBERINGS, messages.invoiceNumbers),
  /** These three are controls, and the rules for controls decide on a change (controls.ts). */
  invoiceOnlyAccepted: flag,
  payOnlyMatched: flag,
  payOnlyApproved: flag,
  /** The percentage by which a delivery may exceed the ordered quantity. */
  overDelivery: requiredNumber(PERCENT, { invalid: messages.overDelivery }).transform((percent) => percent.toNumber()),
  /** The charges that invoices may have without an order line. */
  allowedCharges: optionalText(2000, (text) => chargesOf(text).problem),
  /** The HSN codes whose tax the buyer owes on goods of unregistered vendors (CGST Act, section 9(3) and 9(4)). */
  reverseCharge: optionalText(2000, (text) => reverseChargeOf(text).problem),
  /** The working days until a vendor is reminded of an order without a confirmation, and until the buyer is notified; 0 means never. */
  orderReminderDays: workingDays,
  orderEscalationDays: workingDays,
  holidays: optionalText(5000, (text) => holidaysOf(text).problem),
  signInNotice: optionalText(500),
  /** The announcement for users of Hindi; without it they see the English one. */
  signInNoticeHindi: optionalText(500),
  signInNoticeFrom: optionalDate,
  signInNoticeTo: optionalDate,
  dashboardNotice: optionalText(500),
  dashboardNoticeHindi: optionalText(500),
  dashboardNoticeFrom: optionalDate,
  dashboardNoticeTo: optionalDate,
});

type Notices = Pick<z.output<typeof settingsForm>, `${'signInNotice' | 'dashboardNotice'}${'' | 'Hindi' | 'From' | 'To'}`>;

function checkNotices(form: Notices, context: z.RefinementCtx): void {
  for (const notice of ['signInNotice', 'dashboardNotice'] as const) {
    const [from, to] = [form[`${notice}From`], form[`${notice}To`]];
    if (from !== null && to !== null && from > to) context.addIssue({ code: 'custom', path: [`${notice}To`], message: messages.days });
    if (form[notice] === null && (from ?? to ?? form[`${notice}Hindi`]) !== null)
      context.addIssue({ code: 'custom', path: [notice], message: messages.text });
  }
}

export const checkedSettings = settingsForm.superRefine(checkNotices);

/** The settings by section, each of which is a form; the controls have a screen of their own. */
export const settingsParts = {
  buyer: settingsForm.pick({ buyerName: true, buyerAddress: true, buyerContact: true }),
  orders: settingsForm.pick({ orderReminderDays: true, orderEscalationDays: true, holidays: true }),
  invoices: settingsForm.pick({ invoiceNumbers: true, overDelivery: true, allowedCharges: true, reverseCharge: true }),
  announcements: settingsForm
    .pick({
      signInNotice: true,
      signInNoticeHindi: true,
      signInNoticeFrom: true,
      signInNoticeTo: true,
      dashboardNotice: true,
      dashboardNoticeHindi: true,
      dashboardNoticeFrom: true,
      dashboardNoticeTo: true,
    })
    .superRefine(checkNotices),
};

const settingsRecord = settingsForm
  .extend({
    orderReminderDays: z.number(),
    orderEscalationDays: z.number(),
    overDelivery: z.number(),
    logo: z.string().nullable(),
    updatedAt: z.string(),
  })
  .meta({ id: 'Settings' });
export type PortalSettings = z.infer<typeof settingsRecord>;

const saved = { 200: z.object({ message: z.string(), data: settingsRecord }) };

export const portalSettings = operationsOf('settings', 'administrators', {
  get: {
    summary: 'Get the settings of the portal',
    route: 'GET /api/settings',
    access: 'buyers',
    replies: { 200: settingsRecord },
  },
  save: {
    summary: 'Change the settings; 409 when stale',
    route: 'PUT /api/settings',
    body: changesOf(settingsForm, proof),
    replies: saved,
  },
  saveLogo: {
    id: 'settings.logo',
    summary: "Change the buyer's logo: PNG, JPEG or WebP",
    route: 'PUT /api/settings/logo',
    files: ['logo'],
    replies: saved,
  },
  removeLogo: {
    summary: "Remove the buyer's logo",
    route: 'DELETE /api/settings/logo',
    replies: saved,
  },
});
