import { taxOn } from '../ground/gst.ts';
import type { MemoKind } from './memoMessages.ts';
import { Decimal, MONEY, MONEY_MAX, parseDecimal, PERCENT, QUANTITY, type Range } from '../ground/numbers.ts';
import { isBlank } from '../ground/fields.ts';
import { say } from '../ground/template.ts';

/** The values from which the figures below are proposed, as a form holds them. */
export interface MemoInputs {
  itemQuantity?: unknown;
  unitPrice?: unknown;
  priceDifference?: unknown;
  taxRate?: unknown;
}

export const PROPOSED = ['CGST', 'SGST', 'IGST', 'amount'] as const;
export type ProposedField = (typeof PROPOSED)[number];

/** Rupees; null if nothing can be proposed. */
export type MemoProposal = Readonly<Record<ProposedField, Decimal | null>>;

const NOTHING: MemoProposal = { CGST: null, SGST: null, IGST: null, amount: null };
const PAISA = 2;

/**
 * The figures of a memo from quantity, price and tax rate. For a credit memo, the price difference is the price, and its sign is ignored,
 * because clerks write the same difference as 5 and as -5. The value without tax and each tax on it are rounded half up to the paisa (see
 * gst.ts); the amount is their sum. Without a rate there is no tax; with one, nothing is proposed while it is unknown whether the supply is
 * between states (null).
 * @returns null if an input is not a number.
 */
export function proposeMemo(kind: MemoKind, inputs: MemoInputs, interState: boolean | null): MemoProposal | null {
  const given = kind === 'credit' ? inputs.priceDifference : inputs.unitPrice;
  const quantity = read(inputs.itemQuantity, QUANTITY);
  const price = read(given, kind === 'credit' ? { ...MONEY, least: MONEY_MAX.negated().toNumber() } : MONEY);
  const rate = read(inputs.taxRate, PERCENT);
  if (quantity === 'wrong' || price === 'wrong' || rate === 'wrong') return null;
  if (quantity === null || price === null) return NOTHING;

  const value = quantity.times(price.abs()).toDecimalPlaces(PAISA, Decimal.ROUND_HALF_UP);
  if (rate === null) return fitting({ ...NOTHING, amount: value });
  if (interState === null) return NOTHING;
  const { CGSTValue, SGSTValue, IGSTValue } = taxOn(value, rate, interState);
  const taxes = interState ? { CGST: null, SGST: null, IGST: IGSTValue } : { CGST: CGSTValue, SGST: SGSTValue, IGST: null };
  return fitting({ ...taxes, amount: value.plus(CGSTValue).plus(SGSTValue).plus(IGSTValue) });
}

function read(value: unknown, { places, least = 0, most = MONEY_MAX }: Range): Decimal | null | 'wrong' {
  if (isBlank(value)) return null;
  const number = parseDecimal(value);
  return number === null || number.lt(least) || number.gt(most) || number.decimalPlaces() > places ? 'wrong' : number;
}

/** An amount above the limit of a ledger line is not proposed. */
function fitting(proposal: MemoProposal): MemoProposal {
  return proposal.amount?.gt(MONEY_MAX) === true ? NOTHING : proposal;
}

/** True if a field has the proposed amount, in any notation; blank and zero are equal. */
export function showsProposal(text: unknown, proposed: Decimal | null): boolean {
  const shown = isBlank(text) ? new Decimal(0) : parseDecimal(text);
  return shown !== null && shown.eq(proposed ?? 0);
}

/** The errors of figures. */
export const figureMessages = {
  /** Rupees as ₹1.00. */
  aboveAmount: (taxes: string, amount: string) =>
    say('The taxes of {taxes} are more than the amount of {amount}, which they are part of. Correct the taxes or the amount.', {
      taxes,
      amount,
    }),
} as const;

/** Names of the reasons for rejecting figures, for programs. */
export const figureCodes = {
  aboveAmount: 'taxes_above_amount',
} as const;

export const remarks = {
  unequal: 'CGST and SGST must be equal.',
  bothKinds: 'A memo cannot have IGST together with CGST and SGST.',
  tooMuch: 'The taxes must be less than the amount.',
  zero: 'A memo for ₹0.00 has no effect.',
} as const;

/** The warnings about a memo's figures in combination, at most one sentence per field, and never errors. */
export function figureRemarks(figures: Partial<Record<ProposedField, unknown>>): Partial<Record<ProposedField, string>> {
  const amountOf = (value: unknown) => (isBlank(value) ? null : parseDecimal(value)) ?? new Decimal(0);
  const [cgst, sgst, igst, amount] = [figures.CGST, figures.SGST, figures.IGST, figures.amount].map(amountOf) as [
    Decimal,
    Decimal,
    Decimal,
    Decimal,
  ];
  const tax = cgst.plus(sgst).plus(igst);
  const found: Partial<Record<ProposedField, string>> = {};
  if (!cgst.eq(sgst)) found.SGST = remarks.unequal;
  if (cgst.plus(sgst).gt(0) && igst.gt(0)) found.IGST = remarks.bothKinds;
  if (tax.gt(0) && amount.gt(0) && tax.gte(amount)) found.amount = remarks.tooMuch;
  if (!isBlank(figures.amount) && parseDecimal(figures.amount)?.isZero() === true) found.amount = remarks.zero;
  return found;
}
