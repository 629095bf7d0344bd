import { lineSums } from '@aapurti/contract/invoices/invoiceFigures';
import type { AgreedTerms } from '@aapurti/contract/invoices/orderFigures';
import { showMoney } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { type ReactNode, useMemo } from 'react';
import { useFormContext } from 'react-hook-form';

import { FormSection } from '../form/Form.tsx';
import { Grid, GridSum } from '../grid/Grid.tsx';
import { useGrid } from '../grid/useGrid.ts';
import { useItems } from '../grid/useItems.ts';
import { CheckedInvoice } from './CheckedInvoice.tsx';
import { invoiceColumns } from './invoiceColumns.tsx';
import { TAX_FIELDS } from './invoiceValues.ts';
import { figuresOfTyped, lineProblem, type TypedLine, withTerms } from './typedLines.ts';
import { useInvoiceCheck } from './useInvoiceCheck.ts';

interface InvoiceLinesProps {
  owner: string;
  /** Empty for a new invoice. */
  invoiceId: string;
  readOnly: boolean;
  /** The fields between the lines and their comparison. */
  children: ReactNode;
}

const keyOf = ({ number }: TypedLine) => String(number);

const NO_TERMS: readonly AgreedTerms[] = [];

/** The lines of an invoice, and how they compare. Quantities and prices can be changed, lines taken out; the head's figures follow them. */
export function InvoiceLines({ owner, invoiceId, readOnly, children }: InvoiceLinesProps) {
  const { setValue } = useFormContext();
  const field = useItems<TypedLine>('typedLines');
  const { items } = field;
  const check = useInvoiceCheck({ lines: items, owner, invoiceId });
  const agreed = check.data?.agreed ?? NO_TERMS;
  const isRemovable = items.length > 1 && !readOnly;
  const namesOrder = new Set(items.map(({ line }) => line.poNumber)).size > 1;
  const columns = useMemo(() => invoiceColumns({ agreed, readOnly, isRemovable, namesOrder }), [agreed, readOnly, isRemovable, namesOrder]);

  function onItems(lines: readonly TypedLine[]) {
    field.onItems(lines);
    const sums = lineSums(figuresOfTyped(lines));
    for (const name of ['invoiceValue', ...TAX_FIELDS] as const)
      setValue(name, sums[name].isZero() ? '' : sums[name].toFixed(2), { shouldDirty: true, shouldValidate: name === 'invoiceValue' });
  }
  const grid = useGrid({ ...field, onItems, columns, keyOf, problemOf: lineProblem });

  return (
    <>
      <FormSection title="Lines">
        <Grid grid={grid} label="Lines" sums={<Sums lines={items} />} />
      </FormSection>
      {children}
      <CheckedInvoice
        check={check}
        count={items.length}
        use={readOnly ? undefined : (terms) => grid.replace((lines) => withTerms(lines, terms))}
      />
    </>
  );
}

function Sums({ lines }: { lines: readonly TypedLine[] }) {
  const figures = useMemo(() => figuresOfTyped(lines), [lines]);
  const { invoiceValue, CGSTValue, SGSTValue, IGSTValue } = lineSums(figures);
  const taxable = figures.reduce((sum, each) => sum.plus(each.taxable), new Decimal(0));
  const cess = figures.reduce((sum, each) => sum.plus(each.cess), new Decimal(0));
  const taxes = [
    ['CGST', CGSTValue],
    ['SGST', SGSTValue],
    ['IGST', IGSTValue],
    ['Cess', cess],
  ] as const;
  return (
    <>
      <GridSum label="Taxable value">{showMoney(taxable.toFixed(2))}</GridSum>
      {taxes.map(
        ([label, amount]) =>
          !amount.isZero() && (
            <GridSum key={label} label={label}>
              {showMoney(amount.toFixed(2))}
            </GridSum>
          ),
      )}
      <GridSum label="Invoice value">{showMoney(invoiceValue.toFixed(2))}</GridSum>
    </>
  );
}
