import { type Invoice, invoices } from '@aapurti/contract/invoices';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { call, messageOf } from '../api.ts';
import { Notice, RetryButton } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import { InvoiceForm } from './InvoiceForm.tsx';

/** Adds an invoice, or with /invoices/invoice/edit/{id} changes one. */
export function InvoiceFormPage() {
  const id = useParam('id');
  return (
    <>
      <PageHeader title={id === '' ? 'Add Invoice' : 'Edit'} breadcrumb={[{ label: 'Invoice', href: urls.invoices }]} />
      <Panel>{id === '' ? <InvoiceForm /> : <EditInvoice key={id} id={id} />}</Panel>
    </>
  );
}

function EditInvoice({ id }: { id: string }) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [invoices.get.id, id, 'form'],
    queryFn: async ({ signal }): Promise<Invoice | null> => (await call(invoices.get, { params: { id }, signal })).data[0] ?? null,
    // The newest when the form opens, and that one while it is open.
    gcTime: 0,
    staleTime: Infinity,
  });
  if (isPending) return <Spinner />;
  if (data) return <InvoiceForm record={data} />;
  return (
    <Notice
      alert
      icon={<IconAlertTriangle size={22} />}
      title="Data not found"
      actions={<RetryButton onRetry={() => void refetch()} loading={isFetching} />}
    >
      {messageOf(error)}
    </Notice>
  );
}
