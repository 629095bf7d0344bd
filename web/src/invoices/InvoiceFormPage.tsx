import { invoices } from '@aapurti/contract/invoices/invoices';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { FormPage } from '../form/FormPage.tsx';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import { useInvoiceSheet } from './useInvoiceSheet.ts';

// Loaded on demand: the form alone is what most open.
const InvoiceForm = lazy(async () => ({ default: (await import('./InvoiceForm.tsx')).InvoiceForm }));
const InvoiceForOrder = lazy(async () => ({ default: (await import('./InvoiceForOrder.tsx')).InvoiceForOrder }));
const InvoiceForNote = lazy(async () => ({ default: (await import('./InvoiceForOrder.tsx')).InvoiceForNote }));
const InvoiceWithLines = lazy(async () => ({ default: (await import('./InvoiceWithLines.tsx')).InvoiceWithLines }));

/** Adds an invoice, of the order or dispatch note in the address where there is one, or with /invoices/invoice/edit/{id} changes one. */
export function InvoiceFormPage() {
  const { PONumber = '', userID = '', receipt = '', note = '' }: Record<string, string> = useSearch({ strict: false });
  const { download, upload, windows } = useInvoiceSheet(useParam('id'));
  return (
    <FormPage
      title="Add Invoice"
      list={{ label: 'Invoice', href: urls.invoices }}
      operation={invoices.get}
      more={
        <>
          <ActionMenu actions={[download, upload]} />
          {windows}
        </>
      }
    >
      {(record) =>
        record === undefined && note !== '' ? (
          <Suspense fallback={<Spinner height={320} />}>
            <InvoiceForNote noteId={note} userID={userID} />
          </Suspense>
        ) : record === undefined && PONumber !== '' ? (
          <Suspense fallback={<Spinner height={320} />}>
            <InvoiceForOrder poNumber={PONumber} userID={userID} receipt={receipt} />
          </Suspense>
        ) : record === undefined || record.matchState === 'unmatched' ? (
          <Suspense fallback={<Spinner height={320} />}>
            <InvoiceForm record={record} />
          </Suspense>
        ) : (
          <Suspense fallback={<Spinner height={320} />}>
            <InvoiceWithLines record={record} />
          </Suspense>
        )
      }
    </FormPage>
  );
}
