import { deductorWords, gstinFormatProblem, type GstinKind, gstinKindOf, normaliseGstin, panInsideProblem } from './india.ts';
import { optionalText, showDate } from './fields.ts';
import { say } from './template.ts';

/** The kinds of GST registration. The number reveals a UN body and a non-resident; the other kinds have to be entered. */
export const REGISTRATION_KINDS = ['regular', 'composition', 'sez', 'isd', 'unregistered', 'unBody', 'nonResident'] as const;
export type RegistrationKind = (typeof REGISTRATION_KINDS)[number];

/** The kinds of a vendor that charges no tax because it may collect none (CGST Act, sections 10(4) and 32). */
export const UNTAXED_KINDS: readonly RegistrationKind[] = ['composition', 'unregistered'];
export const isUntaxedKind = (kind: RegistrationKind | null | undefined): boolean => kind != null && UNTAXED_KINDS.includes(kind);

export const REGISTRATION_KIND_WORDS: Readonly<Record<RegistrationKind, string>> = {
  regular: 'Regular',
  composition: 'Composition scheme',
  sez: 'SEZ unit or developer',
  isd: 'Input service distributor (ISD)',
  unregistered: 'Unregistered',
  unBody: 'UN body or embassy (UIN)',
  nonResident: 'Non-resident taxable person',
};

export const registrationMessages = {
  required: 'GST number is required.',
  noNumber: 'An unregistered party has no GST number. Leave it blank, or choose another type.',
  state: 'Choose the state.',
  backwards: (first: string, last: string) =>
    say('The last day {last} is before the first day {first}. Correct one of them.', { first, last }),
  unBody: 'This UIN belongs to a UN body or embassy. Choose that type.',
  nonResident: 'This GST number belongs to a non-resident taxable person. Choose that type.',
  notUnBody: 'This is not a UIN of a UN body or embassy. It should look like 0717UNO00157UNO.',
  notNonResident: "This is not a non-resident taxable person's GST number. Its 13th and 14th characters should be NR.",
} as const;

const OTHERS: Partial<Record<GstinKind, string>> = {
  unBody: registrationMessages.unBody,
  nonResident: registrationMessages.nonResident,
  deductor: deductorWords,
  collector: 'This GST number belongs to an e-commerce operator for collecting tax (TCS), not to a supplier.',
  onlineServices: 'This GST number belongs to a foreign supplier of online services (OIDAR), which does not supply goods.',
};

/** The problem with a registration's number for its kind: a sentence that names the number's actual kind; null if it is right. */
export function registrationProblem(kind: RegistrationKind, text: string | null, pan?: string | null): string | null {
  const gstin = normaliseGstin(text ?? '');
  if (kind === 'unregistered') return gstin === '' ? null : registrationMessages.noNumber;
  if (gstin === '') return registrationMessages.required;
  const malformed = gstinFormatProblem(gstin);
  if (malformed !== null) return malformed;
  const found = gstinKindOf(gstin);
  if (kind === 'unBody' || kind === 'nonResident') {
    if (found === kind) return null;
    return kind === 'unBody' ? registrationMessages.notUnBody : registrationMessages.notNonResident;
  }
  const other = found && OTHERS[found];
  return other ?? panInsideProblem(gstin.slice(2, 12), pan);
}

export interface Dated {
  validFrom: string | null;
  validTo: string | null;
}

/** True if it is in effect on a date (`YYYY-MM-DD` in India); the first and the last day are included. */
export function isValidOn({ validFrom, validTo }: Dated, day: string): boolean {
  return (validFrom === null || validFrom <= day) && (validTo === null || day <= validTo);
}

/** Its dates as text. */
export function validWords({ validFrom, validTo }: Dated): string {
  if (validFrom === null) return validTo === null ? 'no date limit' : say('until {validTo}', { validTo: showDate(validTo) });
  return validTo === null
    ? say('from {validFrom}', { validFrom: showDate(validFrom) })
    : say('from {validFrom} to {validTo}', { validFrom: showDate(validFrom), validTo: showDate(validTo) });
}

/** The part of a registration that documents depend on. */
export interface Party extends Dated {
  kind: RegistrationKind;
  gstin: string | null;
  stateCode: string | null;
  main: boolean;
  confirmed: boolean;
}

/** The GSTIN placeholder for unregistered parties, as used on e-way bills. */
const UNREGISTERED = 'URP';

export function partyCode({ gstin }: Pick<Party, 'gstin'>): string {
  return gstin ?? UNREGISTERED;
}

/** The fields of a document that name a registration of each party, by its number or URP; null for the only one. */
export interface PartyFields {
  vendorGST: string | null;
  buyerGST: string | null;
}

/** A party of a document, in a form's schema. */
export const partyField = optionalText(20).transform((text) => normaliseGstin(text ?? '') || null);

export const partyMessages = {
  /** `invoice` is its number; null for a memo. Rupees as ₹1.00. */
  noTax: (invoice: string | null, taxes: string) =>
    invoice === null
      ? say(
          'The taxes of the memo are {taxes}, but a vendor without GST registration or in the composition scheme charges no tax. Set the taxes to 0.',
          { taxes },
        )
      : say(
          'The taxes of invoice {number} are {taxes}, but a vendor without GST registration or in the composition scheme charges no tax. Set the taxes to 0.',
          { number: invoice, taxes },
        ),
  choose: {
    vendor: 'The vendor has several GST registrations. Choose one.',
    buyer: 'The buyer has several GST registrations. Choose one.',
  },
  notValid: (code: string, side: 'vendor' | 'buyer', day: string) =>
    side === 'vendor'
      ? say('{code} is not a GST registration of the vendor on {day}.', { code, day })
      : say('{code} is not a GST registration of the buyer on {day}.', { code, day }),
} as const;

/** Names of the reasons for rejecting the parties of a document, for programs. */
export const partyCodes = { noTax: 'vendor_charges_no_tax', registration: 'registration_not_valid' } as const;

/**
 * The registrations that a document of a date may name. An ISD's registration distributes credit and receives no goods, so it is used only
 * if chosen explicitly.
 */
export function registrationsOn<P extends Party>(all: readonly P[], day: string): { all: P[]; sole: P | null; mustChoose: boolean } {
  const valid = all.filter((each) => (each.main || each.confirmed) && isValidOn(each, day));
  const [first, ...more] = valid.filter(({ kind }) => kind !== 'isd');
  return { all: valid, sole: more.length === 0 ? (first ?? null) : null, mustChoose: more.length > 0 };
}
