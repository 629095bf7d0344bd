import { type Decimal, parseDecimal } from '@aapurti/contract/ground/numbers';
import { percentageFor, priceFrom } from '@aapurti/contract/products/pricing';

export type PriceField = 'MRP' | 'percentage' | 'margin' | 'transferPrice';

/**
 * The texts that follow from an edited price field for the other fields: never for that field itself, and none while required figures are
 * missing. After a change of the MRP the percentage stays, or the margin if there is no percentage.
 */
export function followingPrices(typed: PriceField, texts: Readonly<Record<PriceField, string>>): Partial<Record<PriceField, string>> {
  const [mrp, percentage, margin, transferPrice] = [texts.MRP, texts.percentage, texts.margin, texts.transferPrice].map(parseDecimal);
  if (!mrp) return {};
  if (typed === 'transferPrice')
    return transferPrice ? { margin: money(mrp.minus(transferPrice)), ...fromMargin(mrp, mrp.minus(transferPrice)) } : {};
  if (typed === 'margin' || (typed === 'MRP' && !percentage)) {
    return margin ? { ...fromMargin(mrp, margin), transferPrice: money(mrp.minus(margin)) } : {};
  }
  if (!percentage) return {};
  const price = priceFrom(mrp, percentage);
  return { margin: money(price.margin), transferPrice: money(price.transferPrice) };
}

function fromMargin(mrp: Decimal, margin: Decimal) {
  return { percentage: percentageFor(mrp, margin).toFixed() };
}

function money(amount: Decimal): string {
  return amount.toFixed(2);
}
