import { Decimal } from './numbers.ts';

const PAISA = 2;
/** Enough places for a percentage to give back any margin the ledger can hold. */
const PERCENTAGE_PLACES = 12;

/** Section 5.2: margin = MRP × percentage / 100, transfer price = MRP − margin, half up to the paisa. */
export function priceFrom(mrp: Decimal, percentage: Decimal): { margin: Decimal; transferPrice: Decimal } {
  const margin = mrp.times(percentage).div(100).toDecimalPlaces(PAISA, Decimal.ROUND_HALF_UP);
  return { margin, transferPrice: mrp.minus(margin) };
}

/**
 * The percentage that a margin is of an MRP: the shortest, from two decimals up, that gives the margin back to the paisa.
 * 15.00 of 45.00 is 33.33, not 33.333333333333; of a larger MRP it takes as many decimals as it needs.
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

/** What is wrong with a price's figures taken together, by field; a paisa of difference is rounding, not an error. */
export function priceProblems(price: { mrp: Decimal; percentage: Decimal; margin: Decimal; transferPrice: Decimal }) {
  const right = priceFrom(price.mrp, price.percentage);
  const errors: { margin?: string; transferPrice?: string } = {};
  if (disagree(price.margin, right.margin)) errors.margin = `Margin should be ${right.margin.toFixed(PAISA)}: MRP x percentage / 100.`;
  if (disagree(price.transferPrice, right.transferPrice)) {
    errors.transferPrice = `Transfer Price should be ${right.transferPrice.toFixed(PAISA)}: MRP minus margin.`;
  }
  return errors;
}

function disagree(given: Decimal, right: Decimal): boolean {
  return given.minus(right).abs().gt('0.01');
}
