import type { Invoice } from '@aapurti/contract/invoices/invoices';
import { invoiceLines } from '@aapurti/contract/invoices/invoiceLines';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { callQuery } from '../ground/callQuery.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { InvoiceForm } from './InvoiceForm.tsx';

/** The form of an invoice with lines, shown after they are loaded. A newer invoice comes with its own lines. */
export function InvoiceWithLines({ record: opened }: { record: Invoice }) {
  const [record, setRecord] = useState(opened);
  const query = callQuery(invoiceLines.get, { params: { id: record._id } });
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...query,
    queryKey: [...query.queryKey, record.updatedAt],
    // Newer data must not replace the user's input.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  if (data === undefined) return <NotLoaded query={{ error, isPending, isFetching, refetch }} sign height={320} />;
  return <InvoiceForm record={record} lines={data} onReload={setRecord} />;
}
