import { lineSums } from '@aapurti/contract/invoices/invoiceFigures';
import type { AgreedTerms } from '@aapurti/contract/invoices/orderFigures';
import { showMoney, showNumber, showPrice } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { type ReactNode, useMemo } from 'react';
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

interface CheckedInvoiceProps {
  check: InvoiceCheck;
  /** The number of lines. */
  count: number;
  /** Fills a line with what was accepted and agreed; absent where the lines cannot be changed. */
  use: ((terms: AgreedTerms) => void) | undefined;
}

/** The deviations that the buyer would find, before the invoice is sent. */
function CheckedInvoice({ check: { data, error, isCurrent }, count, use }: CheckedInvoiceProps) {
  /** One button does for the quantity and the price of a line. */
  function wayOut(finding: Finding) {
    const terms = data?.agreed.find(({ line }) => line === finding.line);
    const first = data?.findings.find(({ line, code }) => line === finding.line && CORRECTED.includes(code));
    if (use === undefined || terms === undefined || first !== finding || !isCurrent) return null;
    if (terms.quantity === 0 && count === 1) return null;
    return (
      <Button size="xs" variant="default" onClick={() => use(terms)}>
        {terms.quantity === 0
          ? t('Remove line {number}', { number: terms.line })
          : t('Use {quantity} at {price}', { quantity: showNumber(terms.quantity), price: showPrice(terms.unitPrice) })}
      </Button>
    );
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

/** The faults that accepted quantity and agreed price put right. */
const CORRECTED: readonly string[] = ['quantity_above_accepted', 'price_above_order'];
