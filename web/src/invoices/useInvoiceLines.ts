import { lineFigures, lineSums } from '@aapurti/contract/invoices/invoiceFigures';
import { type InvoiceLine } from '@aapurti/contract/invoices/invoiceLines';
import type { AgreedTerms } from '@aapurti/contract/invoices/orderFigures';
import { Decimal, parseDecimal } from '@aapurti/contract/ground/numbers';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import type { Values } from '../form/useContractForm.ts';
import { TAX_FIELDS } from './invoiceValues.ts';

/** A line with its quantity and price as typed. */
export interface TypedLine {
  line: InvoiceLine;
  quantity: string;
  unitPrice: string;
}

/** The order line's discount, for the quantity that is invoiced. */
function discountOf({ line, quantity }: TypedLine): Decimal {
  const typed = parseDecimal(quantity) ?? new Decimal(0);
  return new Decimal(line.discount).times(typed).div(line.quantity).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
}

/** The figures of lines as they are typed; what is no number counts as nothing. */
export function figuresOfTyped(lines: readonly TypedLine[]) {
  return lineFigures(
    lines.map((typed) => ({
      quantity: parseDecimal(typed.quantity) ?? new Decimal(0),
      unitPrice: parseDecimal(typed.unitPrice) ?? new Decimal(0),
      discount: discountOf(typed),
      taxRate: typed.line.taxRate === null ? null : new Decimal(typed.line.taxRate),
      cessRate: typed.line.cessRate === null ? null : new Decimal(typed.line.cessRate),
      igst: typed.line.IGST > 0,
    })),
  );
}

/** Lines of which one has these terms; without a quantity it is taken out. */
export function withTerms(lines: readonly TypedLine[], { line: no, quantity, unitPrice, discount }: AgreedTerms): TypedLine[] {
  return lines.flatMap((typed, index) => {
    if (index !== no - 1) return [typed];
    if (quantity === 0) return [];
    return [{ line: { ...typed.line, quantity, discount }, quantity: String(quantity), unitPrice: String(unitPrice) }];
  });
}

/**
 * The lines of an invoice in a form, as its value `typedLines`. A change of a line changes the figures of the head. `sent` is null
 * without lines.
 */
export function useInvoiceLines(initial: readonly InvoiceLine[] | undefined, form: Pick<UseFormReturn<Values>, 'setValue' | 'control'>) {
  const [initially] = useState<readonly TypedLine[]>(() =>
    (initial ?? []).map((line) => ({ line, quantity: String(line.quantity), unitPrice: String(line.unitPrice) })),
  );
  const lines = (useWatch({ control: form.control, name: 'typedLines' }) as readonly TypedLine[] | undefined) ?? initially;

  function change(next: readonly TypedLine[]) {
    form.setValue('typedLines', next, { shouldDirty: true });
    const sums = lineSums(figuresOfTyped(next));
    const set = (name: 'invoiceValue' | (typeof TAX_FIELDS)[number]) =>
      form.setValue(name, sums[name].isZero() ? '' : sums[name].toFixed(2), { shouldDirty: true, shouldValidate: name === 'invoiceValue' });
    for (const name of ['invoiceValue', ...TAX_FIELDS] as const) set(name);
  }

  const sent =
    initial === undefined
      ? null
      : lines.map((typed) => {
          const { orderId, line, receiptId, itemCode, itemName, hsnCode, uom, taxRate, cessRate } = typed.line;
          const { quantity, unitPrice } = typed;
          const discount = discountOf(typed).toFixed(2);
          return { orderId, line, receiptId, itemCode, itemName, hsnCode, uom, taxRate, cessRate, quantity, unitPrice, discount };
        });
  return {
    lines,
    sent,
    change: (place: number, given: Partial<Omit<TypedLine, 'line'>>) =>
      change(lines.map((each, index) => (index === place ? { ...each, ...given } : each))),
    remove: (place: number) => change(lines.filter((_, index) => index !== place)),
    /** Fills a line with what was accepted and agreed, or takes it out where nothing was. */
    use: (terms: AgreedTerms) => change(withTerms(lines, terms)),
  };
}
