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
  /** The rate of the compensation cess. */
  cessRate?: Decimal | null;
}

/**
 * The figures of lines: the discount and the value without tax half up to the paisa a line; each tax of the lines with one rate carried on,
 * so that they add up to the tax of their sum. Between states IGST, else CGST and SGST at half the rate each.
 */
export function figuresOf(lines: readonly PricedLine[], interState: boolean) {
  const figures = lines.map(({ quantity, price, discountRate, discount: given, taxRate, cessRate = null }) => {
    const gross = quantity.times(price);
    const discount =
      given ??
      gross
        .times(discountRate ?? 0)
        .div(100)
        .toDecimalPlaces(PAISA, Decimal.ROUND_HALF_UP);
    const taxable = gross.minus(discount).toDecimalPlaces(PAISA, Decimal.ROUND_HALF_UP);
    return { discount, taxable, taxRate, cessRate, within: new Decimal(0), between: new Decimal(0), cess: new Decimal(0) };
  });
  type Figure = (typeof figures)[number];
  const carry = (rateOf: 'taxRate' | 'cessRate', head: 'within' | 'between' | 'cess') => {
    const rates = new Set(figures.flatMap((figure) => figure[rateOf]?.toFixed() ?? []));
    for (const rate of rates) {
      // A free quantity bears none, not even what rounding left over.
      const same = figures.filter((figure) => figure[rateOf]?.toFixed() === rate && figure.taxable.gt(0));
      const taxes = carriedTax(
        same.map(({ taxable }) => taxable),
        head === 'within' ? new Decimal(rate).div(2) : rate,
      );
      for (const [place, figure] of same.entries()) figure[head] = taxes[place] ?? new Decimal(0);
    }
  };
  carry('taxRate', interState ? 'between' : 'within');
  carry('cessRate', 'cess');
  return figures.map(({ discount, taxable, within, between, cess }: Figure) => ({
    discount,
    taxable,
    half: within,
    igst: between,
    cess,
    total: Decimal.sum(taxable, within, within, between, cess),
  }));
}
