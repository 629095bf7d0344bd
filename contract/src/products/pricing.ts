import { Decimal } from '../ground/numbers.ts';
import { say } from '../ground/template.ts';

const PAISA = 2;
/** One hundredth: of a percentage, and of a rupee (a paisa). It is created once, because an upload has a hundred thousand prices. */
const HUNDREDTH = new Decimal('0.01');
/** The number of decimals that lets a percentage reproduce any margin within the ledger's limits. */
export const PERCENTAGE_PLACES = 12;

/** Section 5.2: margin = MRP × percentage / 100, transfer price = MRP − margin, half up to the paisa. */
export function priceFrom(mrp: Decimal, percentage: Decimal): { margin: Decimal; transferPrice: Decimal } {
  const margin = mrp.times(percentage).times(HUNDREDTH).toDecimalPlaces(PAISA, Decimal.ROUND_HALF_UP);
  return { margin, transferPrice: mrp.minus(margin) };
}

/**
 * The percentage of an MRP that a margin is: the shortest one, with at least two decimals, that reproduces the margin to the paisa. 15.00
 * of 45.00 is 33.33, not 33.333333333333; a larger MRP needs more decimals.
 */
export function percentageFor(mrp: Decimal, margin: Decimal): Decimal {
  if (mrp.isZero()) return new Decimal(0);
  const exact = margin.div(mrp).times(100);
  for (let places = PAISA; places < PERCENTAGE_PLACES; places += 1) {
    const percentage = exact.toDecimalPlaces(places, Decimal.ROUND_HALF_UP);
    if (priceFrom(mrp, percentage).margin.eq(margin)) return percentage;
  }
  return exact.toDecimalPlaces(PERCENTAGE_PLACES, Decimal.ROUND_HALF_UP);
}

/** A price as stored: margin and transfer price follow exactly from MRP and percentage. */
export interface Price {
  mrp: Decimal;
  percentage: Decimal;
  margin: Decimal;
  transferPrice: Decimal;
}

/**
 * Submitted figures: one of the last three is enough. The percentage takes precedence over the margin, and the margin over the transfer
 * price.
 */
export type GivenPrice = { [Figure in keyof Price]: Figure extends 'mrp' ? Decimal : Decimal | null };

/** The problems with a price's figures, by field. */
export type PriceErrors = Partial<Record<Exclude<keyof Price, 'mrp'>, string>>;

/** The complete price, or the errors of the combined figures; a difference of one paisa is rounding, not an error. */
export function priceOf(given: GivenPrice): { price: Price } | { errors: PriceErrors } {
  const { mrp, margin, transferPrice } = given;
  const errors: PriceErrors = {};
  const known = margin ?? (transferPrice === null ? null : mrp.minus(transferPrice));
  if (given.percentage === null && known === null) return { errors: { percentage: 'Percentage, Margin or Transfer Price is required.' } };
  if (margin?.gt(mrp)) errors.margin = 'Margin cannot exceed the MRP.';
  if (transferPrice?.gt(mrp)) errors.transferPrice = 'Transfer Price cannot exceed the MRP.';
  const percentage = given.percentage ?? percentageFor(mrp, known ?? new Decimal(0));
  const right = priceFrom(mrp, percentage);
  if (disagree(margin, right.margin))
    errors.margin ??= say('Margin should be {PAISA}: MRP x percentage / 100.', { PAISA: right.margin.toFixed(PAISA) });
  if (disagree(transferPrice, right.transferPrice)) {
    errors.transferPrice ??= say('Transfer Price should be {PAISA}: MRP minus margin.', { PAISA: right.transferPrice.toFixed(PAISA) });
  }
  return Object.keys(errors).length > 0 ? { errors } : { price: { mrp, percentage, ...right } };
}

function disagree(given: Decimal | null, right: Decimal): boolean {
  return given !== null && !given.eq(right) && given.minus(right).abs().gt(HUNDREDTH);
}
