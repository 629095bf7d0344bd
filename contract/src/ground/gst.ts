import { isBlank, optionalText } from './fields.ts';
import { normaliseGstin } from './india.ts';
import { INDIAN_STATES, indianState, STATE_BY_GST_CODE } from './indian-states.ts';
import { isUntaxedKind, type RegistrationKind } from './registrationRules.ts';
import { Decimal, parseDecimal } from './numbers.ts';
import { highestRateOn } from './rateRules.ts';
import { say } from './template.ts';

const PAISA = 2;

/** The three heads of one invoice's tax, in rupees. */
export interface TaxSplit {
  CGSTValue: Decimal;
  SGSTValue: Decimal;
  IGSTValue: Decimal;
}

/** The GST state code of a party, from its GST number or else its address (`IN-MH`); null if neither contains one. */
export function stateCodeOf(gstin: string | null | undefined, stateKey?: string | null): string | null {
  const code = /^\d{2}/.exec(normaliseGstin(gstin ?? ''))?.[0];
  return code ?? indianState(stateKey ?? '')?.gstCodes[0] ?? null;
}

/** The name of the state with a GST code, for a sentence. */
export function placeOf(code: string): string {
  return STATE_BY_GST_CODE.get(code)?.name ?? say('the state with GST code {code}', { code });
}

const PLACES = new Map(INDIAN_STATES.map(({ name, gstCodes: [code] }) => [name.toLowerCase(), code]));

/** The GST code of a state that is written as '27', 'IN-MH', 'Maharashtra' or '27-Maharashtra'; null if it is not a state of India. */
export function placeCodeOf(text: string): string | null {
  const code = /^(\d{1,2})(?:\s*-|$)/.exec(text.trim())?.[1]?.padStart(2, '0');
  if (code === undefined) return PLACES.get(text.trim().toLowerCase()) ?? indianState(text.trim().toUpperCase())?.gstCodes[0] ?? null;
  return STATE_BY_GST_CODE.get(code)?.key ? code : null;
}

const STATE_MESSAGE = 'Enter the GST code of a state of India, or its ISO 3166-2 code. For example: 27 or IN-MH.';

/** The problem with a place of supply; null if it is a state. */
export function placeProblem(text: string): string | null {
  return placeCodeOf(text) === null ? STATE_MESSAGE : null;
}

/** A form's field for a state: its GST code, of two digits, or its ISO code. Without `anyTerritory` only India's states. */
export function stateField({ anyTerritory = false } = {}) {
  const codeOf = (text: string) => indianState(text.toUpperCase())?.gstCodes[0] ?? text;
  const isState = (code: string) => (anyTerritory ? STATE_BY_GST_CODE.has(code) : placeCodeOf(code) === code);
  return optionalText(100, (text) => (isState(codeOf(text)) ? null : STATE_MESSAGE)).transform((text) => text && codeOf(text));
}

/** The states of India by their current GST code, for a choice. */
export const PLACES_OF_SUPPLY: readonly { code: string; name: string }[] = INDIAN_STATES.map(({ name, gstCodes: [code] }) => ({
  code,
  name,
}));

/** Codes of states that were merged or divided; old numbers still contain them. */
const CURRENT_CODE: Readonly<Record<string, string>> = { 25: '26', 28: '37' };

/** True if supplier and place of supply are in different states: then IGST is due, otherwise CGST and SGST (IGST Act, section 7). */
export function isInterState(supplier: string, buyer: string): boolean {
  return (CURRENT_CODE[supplier] ?? supplier) !== (CURRENT_CODE[buyer] ?? buyer);
}

/** Union territories without a legislature of their own: Chandigarh, Dadra and Nagar Haveli and Daman and Diu (25 and 26), Lakshadweep, the Andamans, Ladakh and Other Territory. */
const UNION_TERRITORIES: ReadonlySet<string> = new Set(['04', '25', '26', '31', '35', '38', '97']);

/** The name of the tax besides CGST at a place of supply: UTGST in a union territory without a legislature (UTGST Act, section 2(8)). */
export function stateTaxOf(place: string | null | undefined): 'SGST' | 'UTGST' {
  return UNION_TERRITORIES.has(place ?? '') ? 'UTGST' : 'SGST';
}

/**
 * The facts of each party on which the tax of a supply depends; the buyer's state is the place of supply unless the order states another.
 */
export interface SupplyParty {
  kind: RegistrationKind;
  stateCode: string | null;
}

/** `sez` is taxed as an inter-state supply, regardless of the states (IGST Act, section 7(5)(b)). */
export type Supply = 'intraState' | 'interState' | 'sez' | 'untaxed';

/** Null while it is not known. */
export function supplyOf(supplier: SupplyParty | null, buyer: SupplyParty | null): Supply | null {
  if (isUntaxedKind(supplier?.kind)) return 'untaxed';
  if (supplier === null || buyer === null) return null;
  if (supplier.kind === 'sez' || buyer.kind === 'sez') return 'sez';
  if (supplier.stateCode === null || buyer.stateCode === null) return null;
  return isInterState(supplier.stateCode, buyer.stateCode) ? 'interState' : 'intraState';
}

/** The buyer with the place of supply that an order states (a GST code), if any. */
export function suppliedAt(buyer: SupplyParty | null, place: string | null): SupplyParty | null {
  return place === null ? buyer : { kind: buyer?.kind ?? 'regular', stateCode: place };
}

/** True if IGST is due, false if CGST and SGST are; null if that is not known, or no tax is due. */
export function isIgst(supply: Supply | null): boolean | null {
  return supply === null || supply === 'untaxed' ? null : supply !== 'intraState';
}

/** The reason for the tax on a supply; null while it is not known. `place` as the order states it. */
export function supplyWords(supplier: SupplyParty | null, buyer: SupplyParty | null, place: string | null = null): string | null {
  const supply = supplyOf(supplier, suppliedAt(buyer, place));
  const [from, to] = [supplier?.stateCode, place ?? buyer?.stateCode].map((code) => (code ? placeOf(code) : ''));
  switch (supply) {
    case null:
      return null;
    case 'untaxed':
      return supplier?.kind === 'composition'
        ? 'The vendor is in the composition scheme and charges no GST.'
        : 'The vendor is not registered and charges no GST.';
    case 'sez':
      return supplier?.kind === 'sez' ? 'Vendor in a special economic zone: IGST.' : 'Buyer in a special economic zone: IGST.';
    case 'interState':
      return place === null
        ? say('Vendor in {state}, buyer in {otherState}: IGST.', { state: from, otherState: to })
        : say('Vendor in {state}, place of supply in {otherState}: IGST.', { state: from, otherState: to });
    case 'intraState':
      return place === null
        ? say('Vendor and buyer are in {state}: CGST and SGST, half each.', { state: to })
        : say('Vendor and place of supply are in {state}: CGST and SGST, half each.', { state: to });
  }
}

/**
 * The tax on amounts without tax, each rounded half up to the paisa, carrying the rounding difference to the next, so that the lines add up
 * to the tax of their sum (33.33 three times at 2.5%: 0.83, 0.84, 0.83). `rate` is in percent.
 */
export function carriedTax(amounts: readonly Decimal[], rate: Decimal.Value): Decimal[] {
  let carry = new Decimal(0);
  return amounts.map((amount) => {
    const exact = amount.times(rate).div(100).plus(carry);
    const tax = exact.toDecimalPlaces(PAISA, Decimal.ROUND_HALF_UP);
    carry = exact.minus(tax);
    return tax;
  });
}

/** The heads of the tax on an amount without tax: IGST between states, otherwise CGST and SGST, rounded separately and so equal. */
export function taxOn(amount: Decimal, rate: Decimal.Value, interState: boolean): TaxSplit {
  const half = interState ? new Decimal(0) : headOf(amount, new Decimal(rate).div(2));
  return { CGSTValue: half, SGSTValue: half, IGSTValue: interState ? headOf(amount, rate) : new Decimal(0) };
}

/** The heads of the tax included in an invoice's value: MRP 99 at 18% contains 15.10. */
export function taxWithin(value: Decimal, rate: Decimal.Value, interState: boolean): TaxSplit {
  return taxOn(value.times(100).div(new Decimal(rate).plus(100)), rate, interState);
}

function headOf(amount: Decimal, rate: Decimal.Value): Decimal {
  return amount.times(rate).div(100).toDecimalPlaces(PAISA, Decimal.ROUND_HALF_UP);
}

export const remarks = {
  bothKinds: 'An invoice cannot have IGST together with CGST and SGST.',
  unequal: 'CGST and SGST must be equal.',
  interState: 'Vendor and place of supply are in different states: IGST applies, not CGST and SGST.',
  sez: 'One side is in a special economic zone: IGST applies, not CGST and SGST.',
  untaxed: 'A vendor in the composition scheme or without registration charges no GST.',
  intraState: 'Vendor and place of supply are in the same state: CGST and SGST apply, not IGST.',
  aboveValue: 'The taxes must be less than the invoice value.',
  aboveRate: (highest: number) => say('The taxes exceed {highest}% of the value before tax.', { highest }),
} as const;

export interface TaxFigures {
  invoiceValue: unknown;
  CGSTValue: unknown;
  SGSTValue: unknown;
  IGSTValue: unknown;
}

/**
 * The warnings about an invoice's figures in combination, at most one sentence per field, and never errors. Figures are as a form holds
 * them; blank or invalid ones count as zero. An unknown supply (null) contradicts nothing. `day` is the invoice's.
 */
export function taxRemarks(figures: TaxFigures, supply: Supply | null, day: string): Partial<Record<keyof TaxFigures, string>> {
  const [value, cgst, sgst, igst] = [figures.invoiceValue, figures.CGSTValue, figures.SGSTValue, figures.IGSTValue].map(amountOf) as [
    Decimal,
    Decimal,
    Decimal,
    Decimal,
  ];
  const found: Partial<Record<keyof TaxFigures, string>> = {};
  const within = cgst.plus(sgst);
  const tax = within.plus(igst);
  if (!cgst.eq(sgst)) found.SGSTValue = remarks.unequal;
  if (within.gt(0) && igst.gt(0)) found.IGSTValue = remarks.bothKinds;
  else if (supply === 'untaxed') {
    if (tax.gt(0)) found[igst.gt(0) ? 'IGSTValue' : 'CGSTValue'] = remarks.untaxed;
  } else if (supply === 'intraState') {
    if (igst.gt(0)) found.IGSTValue = remarks.intraState;
  } else if (supply !== null && within.gt(0)) found.CGSTValue = remarks[supply];
  if (value.gt(0) && tax.gt(0)) {
    const highest = highestRateOn(day);
    if (tax.gte(value)) found.invoiceValue = remarks.aboveValue;
    // Each head may have been rounded up by half a paisa, which the value without tax then lacks.
    else if (highest !== null && tax.minus('0.02').times(100).gt(value.minus(tax).times(highest)))
      found.invoiceValue = remarks.aboveRate(highest);
  }
  return found;
}

function amountOf(value: unknown): Decimal {
  return (isBlank(value) ? null : parseDecimal(value)) ?? new Decimal(0);
}

/** The names of the two notes about an invoice: one that changes its tax (section 34 of the CGST Act), and one that does not. */
export const NOTE_WORDS = { gst: 'GST note', commercial: 'Commercial note' } as const;
