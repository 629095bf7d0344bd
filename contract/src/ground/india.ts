/**
 * The formats of Indian identifiers. A `…Problem` says why a text is wrong, and a `…Remark` is a warning about a well-formed one that
 * blocks nothing; each is a sentence for a clerk, or null. The caller decides whether a field may be blank. The result of `normalise…` is
 * stored; PIN and mobile numbers are checked as they are.
 */
import { plainCode } from './codes.ts';
import { indianState, STATE_BY_GST_CODE, statesOfPin } from './indian-states.ts';
import { say } from './template.ts';

const BASE_36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Upper case without blanks and hyphens, as GST and PAN numbers are stored. */
export function normaliseGstin(text: string): string {
  return plainCode(text).toUpperCase().replaceAll(/[\s-]/g, '');
}

export const normalisePan = normaliseGstin;

/** Luhn's scheme modulo 36 over the first 14 characters of a GST number; '' if they are not all letters and digits. */
export function gstinCheckCharacter(first14: string): string {
  let sum = 0;
  for (const [index, character] of [...first14].entries()) {
    const value = BASE_36.indexOf(character);
    if (value < 0) return '';
    const product = value * (1 + (index % 2));
    sum += Math.floor(product / 36) + (product % 36);
  }
  return BASE_36.charAt((36 - (sum % 36)) % 36);
}

/** The order matters, because the pattern of ordinary taxpayers, as the tax office publishes it, also matches deductors'. */
const GSTIN_CATEGORIES = [
  ['deductor', /^\d{2}[A-Z]{4}[A-Z0-9]\d{4}[A-Z][1-9A-Z]D[0-9A-Z]$/],
  ['collector', /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]C[0-9A-Z]$/],
  ['taxpayer', /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][Z1-9ABD-J][0-9A-Z]$/],
  ['department', /^\d{2}[A-Z]{4}\d{5}[A-Z]\dZ\d$/],
  ['unBody', /^\d{4}[A-Z]{3}\d{5}[UO]N[A-Z0-9]$/],
  ['nonResident', /^\d{4}[A-Z]{3}\d{5}NR[0-9A-Z]$/],
  ['onlineServices', /^99\d{2}[A-Z]{3}\d{5}OS[0-9A-Z]$/],
] as const;

export type GstinKind = (typeof GSTIN_CATEGORIES)[number][0];

/** The kind of party of a number, by its pattern; undefined if it is not a GST number. */
export function gstinKindOf(gstin: string): GstinKind | undefined {
  return GSTIN_CATEGORIES.find(([, pattern]) => pattern.test(gstin))?.[0];
}

const CATEGORY_WORDS: Readonly<Record<GstinKind, string>> = {
  deductor: "tax deductor's (TDS) GST number",
  collector: "e-commerce operator's (TCS) GST number",
  taxpayer: 'GST number',
  department: "government department's GST number",
  unBody: "UN body's or embassy's number (UIN)",
  nonResident: "non-resident's GST number",
  onlineServices: "online supplier's (OIDAR) GST number",
};

export const deductorWords = "This GST number belongs to a tax deductor (TDS), not a supplier. Ask for the supplier's number.";

/** Departments and some deductors are registered by a TAN, which has four letters and five digits, and their number contains no PAN. */
const PAN_SHAPE = /^[A-Z]{5}\d{4}[A-Z]$/;

/** Checks format, state code and check character of any kind of number, in capital letters without blanks. */
export function gstinFormatProblem(gstin: string): string | null {
  if (gstin.length !== 15) return say('A GST number has 15 characters; this one has {gstin}.', { gstin: gstin.length });
  const category = gstinKindOf(gstin);
  if (category === undefined) return 'Invalid GST number. It should look like 27AAPFU0939F1ZV.';
  const stateCode = gstin.slice(0, 2);
  const name = CATEGORY_WORDS[category];
  if (!STATE_BY_GST_CODE.has(stateCode))
    return say('The {label} starts with {stateCode}, which is not a state code.', { label: name, stateCode });
  const expected = gstinCheckCharacter(gstin.slice(0, 14));
  return gstin.endsWith(expected)
    ? null
    : say("The {label}'s check character should be {expected}. Please check every character.", { label: name, expected });
}

/**
 * Checks format, state code, check character and the PAN inside; `pan` must equal that PAN, if given. An e-commerce operator's number for
 * collecting tax (14th character C) and a UN body's (UIN) are rejected, because nobody supplies under them.
 */
export function gstinProblem(text: string, pan?: string | null): string | null {
  const gstin = normaliseGstin(text);
  const malformed = gstinFormatProblem(gstin);
  if (malformed !== null) return malformed;
  const category = gstinKindOf(gstin);
  if (category === 'collector') return 'This GST number belongs to an e-commerce operator for collecting tax (TCS), not to a supplier.';
  if (category === 'unBody') return "This UIN belongs to a UN body or embassy. It is used for tax refunds and is not a supplier's number.";
  return panInsideProblem(gstin.slice(2, 12), pan);
}

/** The problem with the PAN inside a GST number: it is invalid, or differs from the given one. */
export function panInsideProblem(inside: string, pan: string | null | undefined): string | null {
  if (!PAN_SHAPE.test(inside)) return null;
  if (panProblem(inside) !== null) return say('The GST number contains {inside}, which is not a PAN.', { inside });
  if (pan === undefined || pan === null || pan.trim() === '' || normalisePan(pan) === inside) return null;
  return say('The GST number contains the PAN {inside}, but the PAN entered is {pan}.', { inside, pan: normalisePan(pan) });
}

/**
 * The facts that an administrator should check before trusting a well-formed GST number: a 14th character other than Z, or a state other
 * than the address's (`stateKey`, as `IN-MH`), which is right only for a second place of business.
 */
export function gstinRemark(text: string, stateKey?: string | null): string | null {
  const gstin = normaliseGstin(text);
  const category = gstinKindOf(gstin);
  if (category === 'deductor') return deductorWords;
  if (category === 'nonResident')
    return 'This GST number belongs to a non-resident taxable person. It is valid for a limited time; check its dates.';
  if (category === 'onlineServices')
    return 'This GST number belongs to a foreign supplier of online services (OIDAR), which does not supply goods.';
  if (category !== undefined && gstin[13] !== 'Z')
    return say("The 14th character of a supplier's GST number is nearly always Z, not {gstin}.", { gstin: gstin[13] });
  const registered = STATE_BY_GST_CODE.get(gstin.slice(0, 2));
  const address = stateKey ? indianState(stateKey) : undefined;
  if (registered === undefined || address === undefined || registered.key === address.key) return null;
  return say('The GST number belongs to {state}, but the address is in {addressState}.', {
    state: registered.name,
    addressState: address.name,
  });
}

/** A transporter's GST number, or the number (TRANSIN) of an unregistered transporter: both end in the same check character. */
export function transporterProblem(text: string): string | null {
  const id = normaliseGstin(text);
  if (!/^\d{2}[0-9A-Z]{13}$/.test(id)) return 'A transporter ID has 15 characters: a GST number or TRANSIN.';
  const expected = gstinCheckCharacter(id.slice(0, 14));
  return id.endsWith(expected)
    ? null
    : say("The transporter ID's check character should be {expected}. Please check every character.", { expected });
}

/** The fourth letter is the kind of holder. K and E are rare and cause a warning. */
const PAN = /^[A-Z]{3}[ABCEFGHJKLPT][A-Z]\d{4}[A-Z]$/;

/** Shape, kind of holder, and digits other than 0000. The last letter is a check by an unpublished rule. */
export function panProblem(text: string): string | null {
  const pan = normalisePan(text);
  if (pan.length !== 10) return say('A PAN has 10 characters; this one has {pan}.', { pan: pan.length });
  if (!PAN_SHAPE.test(pan)) return 'Invalid PAN. It should be five letters, four digits and a letter, for example AAKFD7113K.';
  if (!PAN.test(pan)) return say('The fourth letter of a PAN shows the type of holder. {pan} is not a valid type.', { pan: pan[3] });
  return pan.slice(5, 9) === '0000' ? 'The digits of a PAN are never 0000.' : null;
}

/** The warning about an unusual kind of holder, or a company that calls itself a farmer. */
export function panRemark(text: string, vendorType?: string | null): string | null {
  const pan = normalisePan(text);
  if (pan[3] === 'K' || pan[3] === 'E') return say('A PAN with {pan} as its fourth letter is rare. Please check it.', { pan: pan[3] });
  return vendorType === 'Farmer' && pan[3] === 'C' ? 'This is the PAN of a company, but the vendor type is Farmer.' : null;
}

/** Bank code, a zero, branch code. Only the bank knows whether the branch exists. */
export function ifscProblem(text: string): string | null {
  const ifsc = text.trim();
  if (/^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc)) return null;
  if (ifsc.length !== 11) return say('An IFSC code has 11 characters; this one has {ifsc}.', { ifsc: ifsc.length });
  if (ifsc !== ifsc.toUpperCase()) return 'Enter the IFSC code in capital letters.';
  if (/^[A-Z]{4}O/.test(ifsc)) return 'The fifth character of an IFSC code is the digit 0, not the letter O.';
  return 'Invalid IFSC code. It should look like HDFC0002854.';
}

/** Six digits; one blank after the third is dropped. */
export function normalisePin(text: string): string {
  return plainCode(text).replace(/^(\d{3})\s(\d{3})$/, '$1$2');
}

/** Section 5.1. */
export const PIN = { pattern: /^[1-9]\d{5}$/, invalid: 'Invalid Postal Code, Please enter valid Postal Code.' };

export function pinProblem(text: string): string | null {
  return PIN.pattern.test(text.trim()) ? null : PIN.invalid;
}

/** The warning about a PIN code outside the post office's ranges for this state (`IN-MH`). A few codes are in two states. */
export function pinRemark(text: string, stateKey: string): string | null {
  const state = indianState(stateKey);
  if (state === undefined || pinProblem(text) !== null) return null;
  const pin = text.trim();
  const states = statesOfPin(pin);
  if (states.includes(state)) return null;
  if (states.length > 0)
    return say('PIN codes that start with {digits} are in {states}, not in {state}.', {
      digits: pin.slice(0, 3),
      states: states.map(({ name }) => name),
      state: state.name,
    });
  if (pin === '999999') return 'Use 999999 for an address outside India.';
  return pin.startsWith('9')
    ? 'PIN codes that start with 9 belong to the Army.'
    : say('No Indian PIN code starts with {value}.', { value: pin.slice(0, 3) });
}

/** The ten digits of a mobile number, without the prefixes +91, 91 and 0, blanks and hyphens. */
export function normaliseMobile(text: string): string {
  const digits = plainCode(text).replaceAll(/[\s-]/g, '');
  return /^(?:\+91|91|0)(\d{10})$/.exec(digits)?.[1] ?? digits;
}

/** Section 5.1. */
export const MOBILE = { pattern: /^[1-9]\d{9}$/, invalid: 'Invalid Mobile Number, Please enter valid Mobile number.' };

export function mobileProblem(text: string): string | null {
  return MOBILE.pattern.test(text.trim()) ? null : MOBILE.invalid;
}

/** All numbers given out so far start with 6 to 9; the regulator may open others. */
export function mobileRemark(text: string): string | null {
  return /^[1-5]\d{9}$/.test(text.trim()) ? 'Indian mobile numbers start with 6, 7, 8 or 9.' : null;
}

/** Digit that completes an EAN-8, UPC-12, EAN-13 or GTIN-14: weights 3, 1, 3 … from the right. */
export function eanCheckDigit(body: string): string {
  const sum = [...body].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** Codes that shops assign themselves. In a GTIN-14 the first digit is the packing level instead. */
const OWN_CODE = /^2(?:\d{7}|\d{11,12})$/;

/** Digits, length and check digit. A shop's own code, which starts with 2, needs no check digit. */
export function eanProblem(text: string): string | null {
  const ean = plainCode(text);
  if (!/^\d+$/.test(ean)) return 'An EAN code has digits only.';
  if (![8, 12, 13, 14].includes(ean.length)) return say('An EAN code has 8, 12, 13 or 14 digits; this one has {ean}.', { ean: ean.length });
  const expected = eanCheckDigit(ean.slice(0, -1));
  if (ean.endsWith(expected) || OWN_CODE.test(ean)) return null;
  return say("The EAN code's check digit should be {expected}. Please check every digit.", { expected });
}

/** Codes that are meaningful only in one shop: its own codes and those of goods weighed there. */
export function eanRemark(text: string): string | null {
  const ean = plainCode(text);
  const local = OWN_CODE.test(ean) || /^0[24]\d{11}$/.test(ean) || /^4\d{11}$/.test(ean);
  return local ? "This is a shop's own code, not one issued by GS1." : null;
}

/** Goods (HSN): 4, 6 or 8 digits. Services (SAC): 99 and 4 or 6 digits in all. Leading zeros count. */
export function hsnProblem(text: string): string | null {
  const hsn = plainCode(text);
  if (!/^\d+$/.test(hsn)) return 'An HSN code has digits only.';
  if (hsn.startsWith('99') && hsn.length > 2)
    return hsn.length === 4 || hsn.length === 6 ? null : 'A service code (SAC) has 4 or 6 digits.';
  return [4, 6, 8].includes(hsn.length) ? null : say('An HSN code has 4, 6 or 8 digits; this one has {hsn}.', { hsn: hsn.length });
}

/** Upper case without blanks and hyphens, as the e-way bill portal wants vehicle numbers. */
export const normaliseVehicle = normaliseGstin;

/** The e-way bill portal's list of formats: plates, older plates, defence, and vehicles under temporary, Bhutanese or Nepalese numbers. */
const VEHICLE = /^([A-Z]{2}\d{2}[A-Z]{0,3}\d{4}|[A-Z]{2}\d{3}[A-Z]\d{4}|[A-Z]{3}\d{4}|DF[A-Z0-9]{6}|(TM|BP|NP)[A-Z0-9]{5,13})$/;

/** A plate whose district or number has fewer digits than that portal accepts. */
const SHORT_PLATE = /^([A-Z]{2})(\d{1,2})([A-Z]{1,3})(\d{1,4})$/;

/**
 * An old mark: three letters and up to four digits. Marks from before the Motor Vehicles Act, 1988 stay valid by its section 217(2)(b), so
 * they are never rejected; the e-way bill portal requires all four digits.
 */
const SHORT_OLD_MARK = /^([A-Z]{3})(\d{1,3})$/;

const allDigits = (vehicle: string) => say('The e-way bill portal requires all digits: {vehicle}.', { vehicle });

/** The warning about a vehicle number that the e-way bill portal would not accept. */
export function vehicleRemark(text: string): string | null {
  const vehicle = normaliseVehicle(text);
  if (VEHICLE.test(vehicle)) return null;
  if (/^\d{2}BH\d{4}[A-Z]{1,2}$/.test(vehicle)) return 'A BH number is valid but not in a format that the e-way bill portal accepts.';
  const [, letters = '', digits = ''] = SHORT_OLD_MARK.exec(vehicle) ?? [];
  if (letters !== '') return allDigits(`${letters}${digits.padStart(4, '0')}`);
  const [, state = '', district = '', series = '', number = ''] = SHORT_PLATE.exec(vehicle) ?? [];
  return state === ''
    ? 'Check the vehicle number. It should look like KA12AP1235.'
    : allDigits(`${state}${district.padStart(2, '0')}${series}${number.padStart(4, '0')}`);
}

/** 12 digits, the first not 0. There is no public check digit. */
export function ewayBillRemark(text: string): string | null {
  const digits = plainCode(text);
  if (!/^\d+$/.test(digits)) return 'An e-way bill number has digits only.';
  if (digits.length !== 12) return say('An e-way bill number has 12 digits; this one has {digits}.', { digits: digits.length });
  return digits.startsWith('0') ? 'An e-way bill number does not start with 0.' : null;
}

/** The GST rules (46, 53, 55) for numbers of invoices, notes and challans. */
export function documentNumberRemark(text: string): string | null {
  const number = text.trim();
  if (number.length > 16)
    return say('Under GST rules a challan number has at most 16 characters; this one has {number}.', { number: number.length });
  return /^[^\W_][A-Za-z0-9/-]*$/.test(number) ? null : 'Under GST rules a challan number has only letters, digits, - and /.';
}
