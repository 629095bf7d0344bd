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
  /** The number of the line, from 1. */
  number: number;
  line: InvoiceLine | ProposedLine;
  quantity: string;
  unitPrice: string;
}

const NONE = new Decimal(0);

export const figureOf = (typed: string) => parseDecimal(typed) ?? NONE;

/** The text of a price in a cell: with paise, and with further decimals if the price has them. */
export const priceText = (price: number) => {
  const exact = new Decimal(price);
  return exact.toFixed(Math.max(2, exact.decimalPlaces()));
};

/** The lines of an invoice before any input. */
export function typedLinesOf(lines: readonly InvoiceLine[]): TypedLine[] {
  return lines.map((line, index) => ({
    number: index + 1,
    line,
    quantity: String(line.quantity),
    unitPrice: priceText(line.unitPrice),
  }));
}

/** The discount of the order line for the invoiced quantity. */
export const discountOf = ({ line, quantity }: TypedLine) => discountOfPart(line, figureOf(quantity));

/** The figures of typed lines; input that is not a number counts as zero. */
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

/** Removes a line; the later ones move up. */
export function withoutLine(lines: readonly TypedLine[], number: number): TypedLine[] {
  return lines
    .filter((typed) => typed.number !== number)
    .map((typed, index) => (typed.number === index + 1 ? typed : { ...typed, number: index + 1 }));
}

/** Applies terms to one of the lines; terms without a quantity remove it. */
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

/** The terms in addition to quantity and price. */
const OTHER_TERMS = ['hsnCode', 'taxRate', 'cessRate'] as const;

/** The lines as sent to the server. */
export function sentLines(lines: readonly TypedLine[]) {
  return lines.map((typed) => {
    const { orderId, line, receiptId, itemCode, itemName, hsnCode, uom, taxRate, cessRate } = typed.line;
    const { quantity, unitPrice } = typed;
    const discount = discountOf(typed).toFixed(2);
    return { orderId, line, receiptId, itemCode, itemName, hsnCode, uom, taxRate, cessRate, quantity, unitPrice, discount };
  });
}

/** A line as sent to the server, independent of the format of the input. */
const meaningOf = (typed: TypedLine) => {
  const [sent] = sentLines([typed]);
  return JSON.stringify({ ...sent, quantity: figureOf(typed.quantity), unitPrice: figureOf(typed.unitPrice) });
};

/** True if both would be stored the same. */
export function isSameLines(one: readonly TypedLine[], other: readonly TypedLine[]): boolean {
  return (
    one.length === other.length && one.every((typed, index) => other[index] !== undefined && meaningOf(typed) === meaningOf(other[index]))
  );
}

const NAMED_MOST = 10;

/** The lines that differ from the others, by number; a dash if the others only have more lines. */
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
