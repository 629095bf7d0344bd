import { isBlank } from './fields.ts';
import { normaliseGstin } from './india.ts';
import { indianState, STATE_BY_GST_CODE } from './indian-states.ts';
import { Decimal, parseDecimal } from './numbers.ts';
import { highestRateOn } from './rateRules.ts';

const PAISA = 2;

/** The three heads of one invoice's tax, in rupees. */
export interface TaxSplit {
  CGSTValue: Decimal;
  SGSTValue: Decimal;
  IGSTValue: Decimal;
}

/** The GST state code of a party: of its GST number, else of its address (`IN-MH`); null where neither tells. */
export function stateCodeOf(gstin: string | null | undefined, stateKey?: string | null): string | null {
  const code = /^\d{2}/.exec(normaliseGstin(gstin ?? ''))?.[0];
  return code ?? indianState(stateKey ?? '')?.gstCodes[0] ?? null;
}

/** The name of the state with a GST code, for a sentence. */
export function placeOf(code: string): string {
  return STATE_BY_GST_CODE.get(code)?.name ?? `the state with GST code ${code}`;
}

/** True where supplier and place of supply are in different states: then IGST is due, else CGST and SGST (IGST Act, section 7). */
export function isInterState(supplier: string, buyer: string): boolean {
  return supplier !== buyer;
}

/**
 * The tax of amounts without tax, each half up to the paisa, with what rounding took or gave carried on to the next: so that the
 * lines add up to the tax of their sum (33.33 three times at 2.5 %: 0.83, 0.84, 0.83). `rate` is in percent.
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

/** The heads of the tax on an amount without tax. Between states IGST alone, else CGST and SGST, rounded each for itself and so equal. */
export function taxOn(amount: Decimal, rate: Decimal.Value, interState: boolean): TaxSplit {
  const half = interState ? new Decimal(0) : headOf(amount, new Decimal(rate).div(2));
  return { CGSTValue: half, SGSTValue: half, IGSTValue: interState ? headOf(amount, rate) : new Decimal(0) };
}

/** The heads of the tax that is inside an invoice's value: MRP 99 at 18 % holds 15.10. */
export function taxWithin(value: Decimal, rate: Decimal.Value, interState: boolean): TaxSplit {
  return taxOn(value.times(100).div(new Decimal(rate).plus(100)), rate, interState);
}

function headOf(amount: Decimal, rate: Decimal.Value): Decimal {
  return amount.times(rate).div(100).toDecimalPlaces(PAISA, Decimal.ROUND_HALF_UP);
}

export const remarks = {
  bothKinds: 'CGST and SGST exclude IGST on one invoice.',
  unequal: 'CGST and SGST should be equal.',
  interState: 'Vendor and buyer are in different states: IGST is due, not CGST and SGST.',
  intraState: 'Vendor and buyer are in the same state: CGST and SGST are due, not IGST.',
  aboveValue: 'The taxes are not less than the invoice value.',
  aboveRate: (highest: number) => `The taxes are more than ${highest} % of the value without them.`,
} as const;

export interface TaxFigures {
  invoiceValue: unknown;
  CGSTValue: unknown;
  SGSTValue: unknown;
  IGSTValue: unknown;
}

/**
 * What is odd about an invoice's figures taken together, at most a sentence a field: remarks beside the field, never errors. Figures
 * are as a form holds them; what is blank or no number counts as nothing. A state that is not known (null) contradicts nothing. `day` is
 * the invoice's.
 */
export function taxRemarks(
  figures: TaxFigures,
  supplier: string | null,
  buyer: string | null,
  day: string,
): Partial<Record<keyof TaxFigures, string>> {
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
  else if (supplier !== null && buyer !== null) {
    if (isInterState(supplier, buyer)) {
      if (within.gt(0)) found.CGSTValue = remarks.interState;
    } else if (igst.gt(0)) found.IGSTValue = remarks.intraState;
  }
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
