import { carriedTax } from './gst.ts';
import { Decimal } from './numbers.ts';

const PAISA = 2;

/** A line of an order: rupees and percent. */
export interface PricedLine {
  quantity: Decimal;
  price: Decimal;
  discountRate: Decimal | null;
  /** The discount in rupees, in place of the rate. */
  discount?: Decimal | null;
  taxRate: Decimal | null;
}

/**
 * The figures of lines: the discount and the value without tax half up to the paisa a line; each tax of the lines with one rate carried on,
 * so that they add up to the tax of their sum. Between states IGST, else CGST and SGST at half the rate each.
 */
export function figuresOf(lines: readonly PricedLine[], interState: boolean) {
  const figures = lines.map(({ quantity, price, discountRate, discount: given, taxRate }) => {
    const gross = quantity.times(price);
    const discount =
      given ??
      gross
        .times(discountRate ?? 0)
        .div(100)
        .toDecimalPlaces(PAISA, Decimal.ROUND_HALF_UP);
    const taxable = gross.minus(discount).toDecimalPlaces(PAISA, Decimal.ROUND_HALF_UP);
    return { discount, taxable, taxRate, within: new Decimal(0), between: new Decimal(0) };
  });
  const rates = new Set(figures.flatMap(({ taxRate }) => taxRate?.toFixed() ?? []));
  for (const rate of rates) {
    // A free quantity bears none, not even what rounding left over.
    const same = figures.filter(({ taxRate, taxable }) => taxRate?.toFixed() === rate && taxable.gt(0));
    const taxes = carriedTax(
      same.map(({ taxable }) => taxable),
      interState ? rate : new Decimal(rate).div(2),
    );
    for (const [place, figure] of same.entries()) figure[interState ? 'between' : 'within'] = taxes[place] ?? new Decimal(0);
  }
  return figures.map(({ discount, taxable, within, between }) => ({
    discount,
    taxable,
    half: within,
    igst: between,
    total: taxable.plus(within).plus(within).plus(between),
  }));
}
