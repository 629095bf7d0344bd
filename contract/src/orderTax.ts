import { Decimal } from './numbers.ts';
import type { OrderLine } from './orders.ts';

/** Rates of the three heads of GST, in percent. */
export interface TaxRates {
  sgst: number;
  cgst: number;
  igst: number;
}

/** What labels offer for a line whose order states no rate: of the buyer's usual goods, packed food at 5 %. */
const DOMESTIC: TaxRates = { sgst: 2.5, cgst: 2.5, igst: 0 };
const BETWEEN_STATES: TaxRates = { sgst: 0, cgst: 0, igst: 5 };

type Rated = Pick<OrderLine, 'CGSTInPer'> & { salesOrderTaxModel: Pick<OrderLine['salesOrderTaxModel'], 'tax'> };

/**
 * The rates that a line's labels state: the order's own; where it states none 2.5 / 2.5 / 0, or 0 / 0 / 5 where vendor and buyer
 * are in different states.
 */
export function labelRates({ CGSTInPer: cgst, salesOrderTaxModel: { tax } }: Rated, interState: boolean): TaxRates {
  const { sgstPercent: sgst, igstPercent: igst } = tax;
  if (cgst === null && sgst === null && igst === null) return interState ? BETWEEN_STATES : DOMESTIC;
  return { sgst: sgst ?? 0, cgst: cgst ?? 0, igst: igst ?? 0 };
}

/** As on the label: 'SGST 2.5%, CGST 2.5%, IGST 0%'. */
export function labelText({ sgst, cgst, igst }: TaxRates): string {
  return `SGST ${sgst}%, CGST ${cgst}%, IGST ${igst}%`;
}

/** What the lines of one tax come to, in rupees. */
export interface TaxSum {
  /** As the lines have it, 'GST5'; null for those whose order states no rate. */
  code: string | null;
  taxable: Decimal;
  cgst: Decimal;
  sgst: Decimal;
  igst: Decimal;
  cess: Decimal;
  total: Decimal;
}

const HEADS = ['taxable', 'cgst', 'sgst', 'igst', 'cess', 'total'] as const;

function figuresOf({ salesOrderTaxModel: tax, totalCost }: OrderLine): Record<(typeof HEADS)[number], number> {
  return {
    taxable: tax.taxableAmount,
    cgst: tax.cgstTaxAmt,
    sgst: tax.sgstTaxAmt,
    igst: tax.igstTaxAmt,
    cess: tax.gstCessAmount,
    total: totalCost,
  };
}

/** The lines' sums by tax, the lowest rate first and lines without a rate last. */
export function sumsByTax(lines: readonly OrderLine[]): TaxSum[] {
  const rates = new Map(lines.map(({ GSTCode, GSTInPer }) => [GSTCode, GSTInPer ?? Infinity]));
  return [...rates]
    .sort(([oneCode, one], [otherCode, other]) => (one === other ? (oneCode ?? '').localeCompare(otherCode ?? '') : one - other))
    .map(([code]) =>
      sumOf(
        lines.filter(({ GSTCode }) => GSTCode === code),
        code,
      ),
    );
}

/** The sums of all these lines, exact. */
export function sumOf(lines: readonly OrderLine[], code: string | null = null): TaxSum {
  const figures = lines.map(figuresOf);
  const sum = (head: (typeof HEADS)[number]) => figures.reduce((total, each) => total.plus(each[head]), new Decimal(0));
  return { code, taxable: sum('taxable'), cgst: sum('cgst'), sgst: sum('sgst'), igst: sum('igst'), cess: sum('cess'), total: sum('total') };
}
