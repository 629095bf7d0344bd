import { showNumber, showPrice } from '@aapurti/contract/ground/fields';
import { lineFigures, type LineFigures } from '@aapurti/contract/invoices/invoiceFigures';
import { type InvoiceLine, lineFiguresForm, type ProposedLine } from '@aapurti/contract/invoices/invoiceLines';
import type { AgreedTerms } from '@aapurti/contract/invoices/orderFigures';
import { Decimal, parseDecimal } from '@aapurti/contract/ground/numbers';
import { discountOfPart } from '@aapurti/contract/ground/orderFigures';

import type { GridProblem } from '../grid/columns.ts';
import { listed, t } from '../words/words.ts';

/** A line with its quantity and price as typed. */
export interface TypedLine {
  /** Its place, from 1. */
  number: number;
  line: InvoiceLine | ProposedLine;
  quantity: string;
  unitPrice: string;
}

const NONE = new Decimal(0);

export const figureOf = (typed: string) => parseDecimal(typed) ?? NONE;

/** A price as a cell holds it: with paise, and further decimals where it has them. */
export const priceText = (price: number) => {
  const exact = new Decimal(price);
  return exact.toFixed(Math.max(2, exact.decimalPlaces()));
};

/** The lines of an invoice, as they are before anything is typed. */
export function typedLinesOf(lines: readonly InvoiceLine[]): TypedLine[] {
  return lines.map((line, index) => ({
    number: index + 1,
    line,
    quantity: String(line.quantity),
    unitPrice: priceText(line.unitPrice),
  }));
}

/** The order line's discount, for the quantity that is invoiced. */
export const discountOf = ({ line, quantity }: TypedLine) => discountOfPart(line, figureOf(quantity));

/** The figures of lines as they are typed; what is no number counts as nothing. */
export function figuresOfTyped(lines: readonly TypedLine[]): LineFigures[] {
  return lineFigures(
    lines.map((typed) => ({
      quantity: figureOf(typed.quantity),
      unitPrice: figureOf(typed.unitPrice),
      discount: discountOf(typed),
      taxRate: typed.line.taxRate === null ? null : new Decimal(typed.line.taxRate),
      cessRate: typed.line.cessRate === null ? null : new Decimal(typed.line.cessRate),
      igst: typed.line.IGST > 0,
    })),
  );
}

/** The value of a line before tax, after its discount. */
export const taxableOf = (typed: TypedLine) => figuresOfTyped([typed])[0]?.taxable ?? NONE;

/** The lines without one of them; those behind it move up. */
export function withoutLine(lines: readonly TypedLine[], number: number): TypedLine[] {
  return lines
    .filter((typed) => typed.number !== number)
    .map((typed, index) => (typed.number === index + 1 ? typed : { ...typed, number: index + 1 }));
}

/** Lines of which one has these terms; without a quantity it is taken out. */
export function withTerms(lines: readonly TypedLine[], { line: number, ...terms }: AgreedTerms): TypedLine[] {
  const { quantity, unitPrice, discount } = terms;
  if (quantity === 0) return withoutLine(lines, number);
  const others = Object.fromEntries(OTHER_TERMS.flatMap((name) => (terms[name] === null ? [] : [[name, terms[name]]])));
  return lines.map((typed) =>
    typed.number === number
      ? {
          number,
          line: { ...typed.line, quantity, unitPrice, discount, ...others },
          quantity: String(quantity),
          unitPrice: priceText(unitPrice),
        }
      : typed,
  );
}

/** The terms beside quantity and price. */
const OTHER_TERMS = ['hsnCode', 'taxRate', 'cessRate'] as const;

/** The lines as they are sent. */
export function sentLines(lines: readonly TypedLine[]) {
  return lines.map((typed) => {
    const { orderId, line, receiptId, itemCode, itemName, hsnCode, uom, taxRate, cessRate } = typed.line;
    const { quantity, unitPrice } = typed;
    const discount = discountOf(typed).toFixed(2);
    return { orderId, line, receiptId, itemCode, itemName, hsnCode, uom, taxRate, cessRate, quantity, unitPrice, discount };
  });
}

/** A line as it is sent, whichever way its figures are typed. */
const meaningOf = (typed: TypedLine) => {
  const [sent] = sentLines([typed]);
  return JSON.stringify({ ...sent, quantity: figureOf(typed.quantity), unitPrice: figureOf(typed.unitPrice) });
};

/** True for lines that would be stored alike. */
export function isSameLines(one: readonly TypedLine[], other: readonly TypedLine[]): boolean {
  return (
    one.length === other.length && one.every((typed, index) => other[index] !== undefined && meaningOf(typed) === meaningOf(other[index]))
  );
}

const NAMED_MOST = 10;

/** The lines that others do not have alike, by number; a dash where they have more lines and nothing else differs. */
export function linesInWords(lines: readonly TypedLine[], others: readonly TypedLine[]): string {
  const differing = lines.filter((typed, index) => others[index] === undefined || meaningOf(typed) !== meaningOf(others[index]));
  const named = differing
    .slice(0, NAMED_MOST)
    .map(({ number, quantity, unitPrice }) => `${number}: ${showNumber(quantity)} × ${showPrice(unitPrice)}`);
  if (named.length === 0) return '–';
  return listed(differing.length > NAMED_MOST ? [...named, t('{count} more', { count: differing.length - NAMED_MOST })] : named);
}

/** The first problem with a line, and its cell. */
export function lineProblem({ quantity, unitPrice }: TypedLine): GridProblem | null {
  const [issue] = lineFiguresForm.safeParse({ quantity, unitPrice }).error?.issues ?? [];
  return issue === undefined ? null : { column: String(issue.path[0]), part: 0, message: issue.message };
}
