import * as z from 'zod';

import { vendorName } from '../vendors/accounts.ts';
import { named, optionalCode, optionalDate, optionalText, patternText, requiredText, showDate } from '../ground/fields.ts';
import { normaliseGstin, PIN } from '../ground/india.ts';
import { stateField } from '../ground/gst.ts';
import { changesOf, operationsOf, ownerChoice } from '../ground/operation.ts';
import { REGISTRATION_KINDS, registrationMessages, registrationProblem } from '../ground/registrationRules.ts';
import { say } from '../ground/template.ts';

export const messages = {
  profileUnregistered: 'The profile says that this vendor is not registered for GST. Change the registration on the profile first.',
  added: 'GST registration added.',
  addedWaits: 'Registration added. Documents can use it once the buyer has confirmed it.',
  updated: 'GST registration updated.',
  removed: 'GST registration deleted.',
  confirmed: 'GST registration confirmed.',
  own: 'You entered this registration yourself. Another administrator must confirm it.',
  /** `code` is the GST number or URP. */
  isConfirmed: (code: string) =>
    say('The buyer has confirmed GST registration {code}. Ask the buyer to change it, or add another.', { code }),
  isMain: (code: string) => say('GST registration {code} is on the profile. Change the GST number there.', { code }),
  inUse: (code: string) => say('Documents or sites use GST registration {code}. Enter its last day instead.', { code }),
  overlap: (code: string, days: string) =>
    say('{code} is already registered {days}. Change that GST registration, or choose other dates.', { code, days }),
  kind: 'Choose the registration type.',
  legalName: 'Legal name is required.',
  address: 'Address is required.',
  siteAdded: 'Site added.',
  siteUpdated: 'Site updated.',
  siteRemoved: 'Site deleted.',
  /** The message about users, by name or e-mail address. */
  siteOfPeople: (names: readonly string[], more: number) =>
    say('{names}{more, plural, =0 {} other {, and # more,}} would lose this site. Change their sites under People first.', { names, more }),
  siteName: 'Name is required.',
  siteNameTaken: 'A site with this name already exists.',
  siteRegistration: "Choose one of the buyer's GST registrations.",
} as const;

/** Names of the reasons for rejecting a change of a registration or a site, for programs. */
export const registrationCodes = {
  wrong: 'registration_wrong',
  isConfirmed: 'registration_is_confirmed',
  isMain: 'registration_of_profile',
  inUse: 'registration_in_use',
  overlap: 'registration_overlaps',
  profile: 'profile_unregistered',
  siteBinds: 'site_of_people',
  siteName: 'site_name_in_use',
  siteRegistration: 'unknown_registration',
} as const;

const WRONG = { code: registrationCodes.wrong } as const;
const ADDRESS_MAX = 500;

const fields = {
  kind: z.enum(REGISTRATION_KINDS, messages.kind),
  gstin: optionalCode(30).transform((text) => normaliseGstin(text ?? '') || null),
  legalName: requiredText(messages.legalName),
  tradeName: optionalText(),
  address: requiredText(messages.address, ADDRESS_MAX),
  postalCode: patternText(PIN.pattern, PIN),
  stateCode: stateField({ anyTerritory: true }),
  validFrom: optionalDate,
  validTo: optionalDate,
};

/** The rules of the single fields; `checkedRegistration` has those for the whole form. */
const registrationFields = z.object(fields);
export type RegistrationForm = z.output<typeof registrationFields>;

type Judged = Pick<RegistrationForm, 'kind' | 'gstin' | 'validFrom' | 'validTo'> & { stateCode?: string | null };

function judge(pan: string | null, isMain: boolean) {
  return (form: Judged, context: z.RefinementCtx) => {
    const problem = registrationProblem(form.kind, form.gstin, pan);
    // An administrator may have recorded an invalid number on the profile, which shows a warning there.
    const isOfKind = Object.values<unknown>(registrationMessages).includes(problem);
    if (problem !== null && (!isMain || isOfKind))
      context.addIssue({ code: 'custom', path: [isMain ? 'kind' : 'gstin'], message: problem, params: WRONG });
    if (form.kind === 'unregistered' && !isMain && form.stateCode === null)
      context.addIssue({ code: 'custom', path: ['stateCode'], message: registrationMessages.state, params: WRONG });
    if (form.validFrom !== null && form.validTo !== null && form.validTo < form.validFrom)
      context.addIssue({
        code: 'custom',
        path: ['validTo'],
        message: registrationMessages.backwards(showDate(form.validFrom), showDate(form.validTo)),
        params: WRONG,
      });
  };
}

/** @param pan of the vendor, which its GST numbers contain; null if unknown. */
export const checkedRegistration = (pan: string | null = null) => registrationFields.superRefine(judge(pan, false));
/** The checked fields of a main registration; its other fields come from the profile. */
export const checkedMain = z
  .object({ kind: fields.kind, gstin: fields.gstin, tradeName: fields.tradeName, validFrom: optionalDate, validTo: optionalDate })
  .superRefine(judge(null, true));

const absent = z.string().nullable();

const registration = named('Registration', {
  _id: z.string(),
  userID: absent,
  main: z.boolean(),
  kind: z.enum(REGISTRATION_KINDS),
  gstin: absent,
  legalName: z.string(),
  tradeName: absent,
  address: absent,
  postalCode: absent,
  stateCode: absent,
  validFrom: absent,
  validTo: absent,
  /** True if documents may name it; the main registration may always be named. */
  confirmed: z.boolean(),
  /** The other vendors with this number, for buyer users. */
  gstinAlsoOf: z.array(vendorName),
  updatedAt: z.string(),
});
export type Registration = z.infer<typeof registration>;

const waiting = registration.extend({ vendor: vendorName });
export type WaitingRegistration = z.infer<typeof waiting>;

const saved = { 200: z.object({ message: z.string(), data: registration }) };

export const registrations = operationsOf('registration', {
  list: {
    summary: "List the GST registrations of the buyer and of a vendor: the caller's own, or the named vendor's for buyer users",
    route: 'GET /api/registrations',
    access: 'members',
    query: z.object({ userID: ownerChoice }),
    replies: { 200: z.object({ buyer: z.array(registration), vendor: z.array(registration) }) },
  },
  waiting: {
    summary: 'List vendors’ GST registrations that wait for confirmation, oldest first, at most 100',
    route: 'GET /api/registrations/waiting',
    access: 'buyers',
    replies: { 200: z.array(waiting) },
  },
  create: {
    summary:
      "Add a GST registration. A vendor's own must be confirmed by an administrator, who can also add one for a vendor or the buyer. 422 if the number is already registered on any of these days",
    route: 'POST /api/registrations',
    access: 'people',
    body: registrationFields.extend({ userID: ownerChoice }),
    idempotent: true,
    replies: saved,
  },
  edit: {
    summary: 'Change a GST registration; 409 when stale, and for a vendor once it is confirmed',
    route: 'PUT /api/registrations/{id}',
    access: 'people',
    body: changesOf(registrationFields),
    replies: saved,
  },
  confirm: {
    summary: "Confirm a vendor's GST registration so that documents can use it; 409 if it has changed since it was read",
    route: 'PUT /api/registrations/{id}/confirm',
    access: 'identityApproval',
    body: z.object({ updatedAt: z.string('Must be the updatedAt of the registration.') }),
  },
  remove: {
    id: 'registration.delete',
    summary: 'Delete a GST registration; 409 if a document names it, and for a vendor once it is confirmed',
    route: 'DELETE /api/registrations/{id}',
    access: 'people',
  },
});

export const siteForm = z.object({
  name: requiredText(messages.siteName, 100),
  address: requiredText(messages.address, ADDRESS_MAX),
  postalCode: patternText(PIN.pattern, PIN),
  registrationId: optionalText(30),
});
export type SiteForm = z.output<typeof siteForm>;

const buyerSite = siteForm
  .extend({ _id: z.string(), registrationId: absent, registrationGSTIN: absent, updatedAt: z.string() })
  .meta({ id: 'Site' });
export type BuyerSite = z.infer<typeof buyerSite>;

const savedSite = { 200: z.object({ message: z.string(), data: buyerSite }) };

/** The sites at which the buyer receives deliveries. */
export const buyerSites = operationsOf('buyerSite', 'administrators', {
  list: {
    summary: "List the buyer's sites by name",
    route: 'GET /api/buyerSites',
    access: 'members',
    replies: { 200: z.array(buyerSite) },
  },
  create: {
    summary: 'Add a site; 422 if the name is in use',
    route: 'POST /api/buyerSites',
    body: siteForm,
    idempotent: true,
    replies: savedSite,
  },
  edit: {
    summary: 'Change a site; 409 when stale',
    route: 'PUT /api/buyerSites/{id}',
    body: changesOf(siteForm),
    replies: savedSite,
  },
  remove: {
    id: 'buyerSite.delete',
    summary: 'Delete a site',
    route: 'DELETE /api/buyerSites/{id}',
  },
});
