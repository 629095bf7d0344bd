import { isInterState } from '../ground/gst.ts';
import { Decimal } from '../ground/numbers.ts';
import type { OrderLine } from './orders.ts';

/** Percent. */
export interface TaxLabels {
  SGST: Decimal;
  CGST: Decimal;
  IGST: Decimal;
}

/** The rate on the labels if the order states none (rulings 9). */
const HALF = '2.5';
const WHOLE = '5';

type Taxed = Pick<OrderLine, 'CGSTInPer'> & { salesOrderTaxModel: Pick<OrderLine['salesOrderTaxModel'], 'tax'> };

/** True if the order states a rate for the line. */
export function isRateStated({ CGSTInPer, salesOrderTaxModel: { tax } }: Taxed): boolean {
  return [CGSTInPer, tax.sgstPercent, tax.igstPercent].some((rate) => rate !== null);
}

/**
 * The rates on labels: the line's own. A line without rates gets 2.5 / 2.5 / 0 for a domestic item, and only IGST if the states of vendor
 * and buyer differ. States are GST codes; null means unknown and counts as the same state.
 */
export function taxLabels(line: Taxed, supplier: string | null, buyer: string | null): TaxLabels {
  const { sgstPercent, igstPercent } = line.salesOrderTaxModel.tax;
  if (isRateStated(line)) {
    return { SGST: new Decimal(sgstPercent ?? 0), CGST: new Decimal(line.CGSTInPer ?? 0), IGST: new Decimal(igstPercent ?? 0) };
  }
  const between = supplier !== null && buyer !== null && isInterState(supplier, buyer);
  const half = between ? 0 : HALF;
  return { SGST: new Decimal(half), CGST: new Decimal(half), IGST: new Decimal(between ? WHOLE : 0) };
}

/**
 * The texts in the order and wording of the specification: 'SGST 2.5%', 'CGST 2.5%', 'IGST 0%'. `stateTax` is the name of the state's tax
 * at the place of supply.
 */
export function taxLabelTexts(
  labels: TaxLabels,
  stateTax: 'SGST' | 'UTGST' = 'SGST',
  heads: readonly (keyof TaxLabels)[] = HEADS,
): string[] {
  return heads.map((head) => `${head === 'SGST' ? stateTax : head} ${labels[head].toString()}%`);
}

const HEADS = ['SGST', 'CGST', 'IGST'] as const;
/** The tax heads with a rate above 0. */
export const chargedHeads = (labels: TaxLabels): (keyof TaxLabels)[] => HEADS.filter((head) => !labels[head].isZero());
