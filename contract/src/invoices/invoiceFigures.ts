import { Decimal } from '../ground/numbers.ts';
import { figuresOf } from '../ground/orderFigures.ts';

/** A line for which figures are computed, in rupees and percent. */
export interface FiguredLine {
  quantity: Decimal;
  unitPrice: Decimal;
  discount: Decimal | null;
  taxRate: Decimal | null;
  cessRate: Decimal | null;
  /** IGST, or else CGST and SGST; null if no tax is due. */
  igst: boolean | null;
}

/** The figures of a line or of all, in rupees. */
export interface LineFigures {
  taxable: Decimal;
  cgst: Decimal;
  sgst: Decimal;
  igst: Decimal;
  cess: Decimal;
}

/** The figures of lines, rounded as those of an order: the taxes of the lines of one rate add up to the tax of their sum. */
export function lineFigures(lines: readonly FiguredLine[]): LineFigures[] {
  const figures = new Map<FiguredLine, LineFigures>();
  for (const igst of [true, false, null]) {
    const same = lines.filter((line) => line.igst === igst);
    const priced = same.map(({ quantity, unitPrice, discount, taxRate, cessRate }) => ({
      quantity,
      price: unitPrice,
      discountRate: null,
      discount,
      taxRate: igst === null ? null : taxRate,
      cessRate: igst === null ? null : cessRate,
    }));
    for (const [place, each] of figuresOf(priced, igst === true).entries()) {
      const line = same[place];
      if (line === undefined) continue;
      figures.set(line, { taxable: each.taxable, cgst: each.half, sgst: each.half, igst: each.igst, cess: each.cess });
    }
  }
  return lines.flatMap((line) => figures.get(line) ?? []);
}

/** The sums of the lines, for the header of their invoice. */
export function lineSums(figures: readonly LineFigures[]) {
  const sum = (name: keyof LineFigures) => figures.reduce((total, each) => total.plus(each[name]), new Decimal(0));
  const [cgst, sgst, igst] = [sum('cgst'), sum('sgst'), sum('igst')];
  return {
    invoiceValue: sum('taxable').plus(cgst).plus(sgst).plus(igst).plus(sum('cess')),
    CGSTValue: cgst,
    SGSTValue: sgst,
    IGSTValue: igst,
  };
}
