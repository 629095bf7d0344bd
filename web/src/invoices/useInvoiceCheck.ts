import { matching } from '@aapurti/contract/invoices/matching';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';

import { textOf } from '../form/useField.tsx';
import { call } from '../ground/api.ts';
import { sentLines, type TypedLine } from './typedLines.ts';

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

interface Checked {
  lines: readonly TypedLine[];
  owner: string;
  /** Empty for a new invoice. */
  invoiceId: string;
}

/** The deviations that the buyer would see for the current input, before the invoice is sent. */
export function useInvoiceCheck({ lines, owner, invoiceId }: Checked) {
  const { control } = useFormContext();
  const head = useWatch({ control, name: [...HEAD] }).map(textOf);
  const texts = Object.fromEntries(HEAD.map((name, index) => [name, head[index]])) as Record<(typeof HEAD)[number], string>;
  const body = { ...texts, userID: owner, invoiceId, lines: sentLines(lines) };
  const now = JSON.stringify(body);
  const [asked] = useDebouncedValue(now, 400);
  const { data, error } = useQuery({
    queryKey: [matching.check.id, asked],
    queryFn: async ({ signal }) => (await call(matching.check, { body: JSON.parse(asked) as typeof body, signal })).data,
    enabled: owner !== '',
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  });
  return { data, error, isCurrent: asked === now };
}

export type InvoiceCheck = ReturnType<typeof useInvoiceCheck>;
