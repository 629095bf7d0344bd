import { showMoney, showNumber } from '@aapurti/contract/ground/fields';
import type { Finding } from '@aapurti/contract/invoices/matchFacts';
import { matching } from '@aapurti/contract/invoices/matching';
import type { AgreedTerms } from '@aapurti/contract/invoices/orderFigures';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';

import { call, messageOf } from '../ground/api.ts';
import { FormSection } from '../form/Form.tsx';
import { textOf } from '../form/useField.tsx';
import { t } from '../words/words.ts';
import classes from './InvoiceLines.module.css';
import { MatchFindings } from './MatchFindings.tsx';

const HEAD = [
  'invoiceNumber',
  'invoiceDate',
  'invoiceValue',
  'CGSTValue',
  'SGSTValue',
  'IGSTValue',
  'vendorGST',
  'buyerGST',
  'IRN',
] as const;

interface CheckedInvoiceProps {
  lines: readonly object[];
  owner: string;
  /** Empty for a new invoice. */
  invoiceId: string;
  /** Fills a line with what was accepted and agreed; absent where the lines cannot be changed. */
  use: ((terms: AgreedTerms) => void) | undefined;
}

/** The deviations that the buyer would find, before the invoice is sent. */
export function CheckedInvoice({ lines, owner, invoiceId, use }: CheckedInvoiceProps) {
  const { control } = useFormContext();
  const head = useWatch({ control, name: [...HEAD] }).map(textOf);
  const [invoiceNumber, invoiceDate, invoiceValue, CGSTValue, SGSTValue, IGSTValue, vendorGST, buyerGST, IRN] = head;
  const body = {
    invoiceNumber,
    invoiceDate,
    invoiceValue,
    CGSTValue,
    SGSTValue,
    IGSTValue,
    vendorGST,
    buyerGST,
    IRN,
    userID: owner,
    invoiceId,
    lines,
  };
  const [asked] = useDebouncedValue(JSON.stringify(body), 400);
  const { data, error } = useQuery({
    queryKey: [matching.check.id, asked],
    queryFn: async ({ signal }) => (await call(matching.check, { body: JSON.parse(asked) as typeof body, signal })).data,
    enabled: owner !== '',
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  });
  /** One button does for the quantity and the price of a line. */
  function wayOut(finding: Finding) {
    const terms = data?.agreed.find(({ line }) => line === finding.line);
    const first = data?.findings.find(({ line, code }) => line === finding.line && CORRECTED.includes(code));
    if (use === undefined || terms === undefined || first !== finding || asked !== JSON.stringify(body)) return null;
    if (terms.quantity === 0 && lines.length === 1) return null;
    return (
      <Button size="xs" variant="default" onClick={() => use(terms)}>
        {terms.quantity === 0
          ? t('Remove line {index}', { index: terms.line })
          : t('Use {quantity} at {price}', { quantity: showNumber(terms.quantity), price: priceText(terms.unitPrice) })}
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

/** A price may have four decimals. */
const priceText = (price: number) => (Number.isInteger(Math.round(price * 10_000) / 100) ? showMoney(price) : `₹${price}`);
