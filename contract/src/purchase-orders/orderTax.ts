import { showPercent } from '../ground/fields.ts';
import { Decimal } from '../ground/numbers.ts';
import type { OrderLine } from './orders.ts';

/** The totals of the lines with one tax, in rupees. */
export interface TaxSum {
  /** The tax code as the lines state it, 'GST5'; null for lines whose order states no rate. */
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

/** The readable form of a tax code: 'IGST 5%' for 'IGST5'. */
export const taxWords = (code: string): string =>
  code.replace(/^([A-Z]+)([0-9.]+)$/, (_, head: string, rate: string) => `${head} ${showPercent(rate)}`);

/** The totals of the lines by tax, the lowest rate first and lines without a rate last. */
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

/** The exact totals of these lines. */
export function sumOf(lines: readonly OrderLine[], code: string | null = null): TaxSum {
  const figures = lines.map(figuresOf);
  const sum = (head: (typeof HEADS)[number]) => figures.reduce((total, each) => total.plus(each[head]), new Decimal(0));
  return { code, taxable: sum('taxable'), cgst: sum('cgst'), sgst: sum('sgst'), igst: sum('igst'), cess: sum('cess'), total: sum('total') };
}
