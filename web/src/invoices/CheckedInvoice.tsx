import { matching } from '@aapurti/contract/invoices/matching';
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
}

/** The deviations that the buyer would find, before the invoice is sent. */
export function CheckedInvoice({ lines, owner, invoiceId }: CheckedInvoiceProps) {
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
    queryFn: async ({ signal }) => (await call(matching.check, { body: JSON.parse(asked) as typeof body, signal })).data.findings,
    enabled: owner !== '',
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  });
  return (
    <FormSection title="Compared with order and receipt">
      <div className={classes.wide} aria-live="polite">
        {error !== null ? (
          <p className={classes.none}>{t(messageOf(error))}</p>
        ) : data === undefined ? (
          <p className={classes.none}>{t('Comparing…')}</p>
        ) : (
          <MatchFindings findings={data} />
        )}
      </div>
    </FormSection>
  );
}
