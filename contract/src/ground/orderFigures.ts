import { carriedTax } from './gst.ts';
import { Decimal } from './numbers.ts';

const PAISA = 2;

/** A line of an order, in rupees and percent. */
export interface PricedLine {
  quantity: Decimal;
  price: Decimal;
  discountRate: Decimal | null;
  /** The discount in rupees, instead of the rate. */
  discount?: Decimal | null;
  taxRate: Decimal | null;
  /** The rate of the compensation cess. */
  cessRate?: Decimal | null;
}

/** The taxes of a line in rupees, by head. */
export interface HeadTaxes {
  cgst: Decimal;
  sgst: Decimal;
  igst: Decimal;
  cess: Decimal;
}
export const NO_TAXES: HeadTaxes = { cgst: new Decimal(0), sgst: new Decimal(0), igst: new Decimal(0), cess: new Decimal(0) };
const TAX_HEADS = ['cgst', 'sgst', 'igst', 'cess'] as const;

/** A line's value without tax in rupees, with its rate under each head in percent. */
export type RatedLine = { taxable: Decimal.Value } & Record<(typeof TAX_HEADS)[number], Decimal.Value | null>;

/**
 * The taxes of lines, for every document of goods: order, challan, e-way bill and invoice. The rounding of each head's tax is carried on
 * across lines with one rate, so that the same goods have the same tax however many lines or batches they are split into.
 */
export function headTaxes(lines: readonly RatedLine[]): HeadTaxes[] {
  const taxes = lines.map(() => ({ ...NO_TAXES }));
  for (const head of TAX_HEADS) {
    const byRate = new Map<string, number[]>();
    for (const [place, line] of lines.entries()) {
      const rate = new Decimal(line[head] ?? 0);
      // A free quantity has no tax, not even a rounding remainder.
      if (rate.isZero() || new Decimal(line.taxable).lte(0)) continue;
      byRate.set(rate.toFixed(), [...(byRate.get(rate.toFixed()) ?? []), place]);
    }
    for (const [rate, places] of byRate) {
      const carried = carriedTax(
        places.map((place) => new Decimal(lines[place]?.taxable ?? 0)),
        rate,
      );
      for (const [index, place] of places.entries()) {
        const own = taxes[place];
        if (own !== undefined) own[head] = carried[index] ?? own[head];
      }
    }
  }
  return taxes;
}

/** A line of an order of which a part is dispatched or billed, in rupees. */
export interface DividedLine {
  quantity: Decimal.Value;
  unitPrice: Decimal.Value;
  discount: Decimal.Value;
}

/** The share of a line's discount for a part of its quantity. */
export function discountOfPart({ quantity, discount }: Omit<DividedLine, 'unitPrice'>, part: Decimal): Decimal {
  const whole = new Decimal(quantity);
  return whole.isZero() ? new Decimal(0) : part.times(discount).div(whole).toDecimalPlaces(PAISA, Decimal.ROUND_HALF_UP);
}

/** The value without tax for a part of a line's quantity, as stated on its challan and its invoice. */
export function taxableOfPart(line: DividedLine, part: Decimal): Decimal {
  const value = part.times(line.unitPrice).minus(discountOfPart(line, part));
  return Decimal.max(value, 0).toDecimalPlaces(PAISA, Decimal.ROUND_HALF_UP);
}

/**
 * The figures of lines: the discount and the value without tax are rounded half up to the paisa per line; each tax of the lines with one
 * rate is carried on, so that they add up to the tax of their sum. Between states IGST, otherwise CGST and SGST at half the rate each.
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
    return { discount, taxable, taxRate, cessRate };
  });
  const taxes = headTaxes(
    figures.map(({ taxable, taxRate, cessRate }) => ({
      taxable,
      cgst: interState ? null : (taxRate?.div(2) ?? null),
      sgst: null,
      igst: interState ? taxRate : null,
      cess: cessRate,
    })),
  );
  return figures.map(({ discount, taxable }, place) => {
    const { cgst: half, igst, cess } = taxes[place] ?? NO_TAXES;
    return { discount, taxable, half, igst, cess, total: Decimal.sum(taxable, half, half, igst, cess) };
  });
}
