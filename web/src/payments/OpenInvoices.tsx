import { showNumber } from '@aapurti/contract/ground/fields';
import { invoices } from '@aapurti/contract/invoices/invoices';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';

import type { Values } from '../form/useContractForm.ts';
import { call } from '../ground/api.ts';
import { queryClient } from '../ground/queries.ts';
import { payableQuery, PayLines } from '../invoices/PayLines.tsx';
import { openRows, type PayRow } from '../invoices/payParts.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { t } from '../words/words.ts';

/** The most invoices that the form lists. */
const LISTED = 20;

/** The oldest open invoices of a vendor, with their payable amounts. */
export const openInvoicesQuery = (userID: string) =>
  queryOptions({
    queryKey: [invoices.list.id, 'payable', userID],
    queryFn: async ({ signal }) => {
      const query = { userID, state: 'open', sortBy: 'invoiceDate', sortOrder: 'asc', page: 1, pageSize: LISTED } as const;
      const { data, total } = await call(invoices.list, { query, signal });
      return { rows: data, figures: await queryClient.fetchQuery(payableQuery(data)), total: total ?? data.length };
    },
    staleTime: 0,
    gcTime: 0,
  });

/** The open invoices of a vendor as rows of a payment, which pays only the rows with an amount. */
export function OpenInvoices({ userID }: { userID: string }) {
  const query = useQuery(openInvoicesQuery(userID));
  const { getValues, setValue } = useFormContext<Values>();
  const { data } = query;
  useEffect(() => {
    if (data === undefined) return;
    setValue('lines', openRows(data.rows, data.figures, getValues('lines') as PayRow[]));
  }, [data, getValues, setValue]);
  if (data === undefined) return <NotLoaded query={query} height={120} />;
  if (data.rows.length === 0) return null;
  return (
    <div data-span="full">
      <PayLines userID={userID} />
      {data.total > LISTED && (
        <p>
          {t('The list shows the {shown} oldest of {count} open invoices. To choose another, enter its number.', {
            shown: showNumber(LISTED),
            count: showNumber(data.total),
          })}
        </p>
      )}
    </div>
  );
}
