import { lineSums } from '@aapurti/contract/invoices/invoiceFigures';
import type { AgreedTerms } from '@aapurti/contract/invoices/orderFigures';
import { showMoney } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Finding } from '@aapurti/contract/invoices/matchFacts';

import { FormSection } from '../form/Form.tsx';
import { Grid, GridSum } from '../grid/Grid.tsx';
import { useGrid } from '../grid/useGrid.ts';
import { useItems } from '../grid/useItems.ts';
import { invoiceColumns } from './invoiceColumns.tsx';
import { TAX_FIELDS } from './invoiceValues.ts';
import { figuresOfTyped, lineProblem, type TypedLine, withTerms } from './typedLines.ts';
import { useInvoiceCheck, type InvoiceCheck } from './useInvoiceCheck.ts';
import { messageOf } from '../ground/api.ts';
import { t } from '../words/words.ts';
import classes from './MatchFindings.module.css';
import { MatchFindings } from './MatchFindings.tsx';
import { wayOutOf } from './wayOut.ts';
import { Button } from '../ui/Button.tsx';

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

/** The lines of an invoice and their comparison. Users can change quantities and prices and remove lines; the figures of the head follow. */
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
  useWanted(readOnly ? null : (check.data?.agreed ?? null), (terms) => grid.replace((lines) => withTerms(lines, terms)));

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

/**
 * Applies once the accepted quantity and agreed terms of the line that the address names: the button of a finding on the invoice's page leads
 * here.
 */
function useWanted(agreed: readonly AgreedTerms[] | null, use: (terms: AgreedTerms) => void): void {
  const { use: wanted }: { use?: string | number } = useSearch({ strict: false });
  const isUsed = useRef(wanted === undefined);
  useEffect(() => {
    if (isUsed.current || agreed === null) return;
    isUsed.current = true;
    const terms = agreed.find(({ line }) => line === Number(wanted));
    if (terms !== undefined) use(terms);
  });
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

interface CheckedInvoiceProps {
  check: InvoiceCheck;
  /** The number of lines. */
  count: number;
  /** Applies the accepted quantity and agreed terms to a line; absent if the lines cannot be changed. */
  use: ((terms: AgreedTerms) => void) | undefined;
}

/** The deviations that the buyer would find, before the invoice is sent. */
function CheckedInvoice({ check: { data, error, isCurrent }, count, use }: CheckedInvoiceProps) {
  function wayOut(finding: Finding) {
    if (use === undefined || data === undefined || !isCurrent) return null;
    const found = wayOutOf(finding, data.findings, data.agreed, count);
    return found && <Button label={found.label} size="xs" variant="default" onClick={() => use(found.terms)} />;
  }

  return (
    <FormSection title="Match with order and goods receipt">
      <div className={classes.wide} aria-live="polite">
        {error !== null ? (
          <p className={classes.none}>{t(messageOf(error))}</p>
        ) : data === undefined ? (
          <p className={classes.none}>{t('Comparing…')}</p>
        ) : (
          <MatchFindings findings={data.findings} wayOut={wayOut} />
        )}
      </div>
    </FormSection>
  );
}
