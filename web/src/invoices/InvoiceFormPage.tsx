import { invoices } from '@aapurti/contract/invoices/invoices';
import { useSearch } from '@tanstack/react-router';

import { FormPage } from '../form/FormPage.tsx';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import { useInvoiceSheet } from './useInvoiceSheet.ts';
import { onDemand } from '../ui/onDemand.tsx';

// Loaded on demand: the form alone is what most open.
const InvoiceForm = onDemand(async () => (await import('./InvoiceForm.tsx')).InvoiceForm, <Spinner height={320} />);
const InvoiceForOrder = onDemand(async () => (await import('./InvoiceForOrder.tsx')).InvoiceForOrder, <Spinner height={320} />);
const InvoiceForNote = onDemand(async () => (await import('./InvoiceForOrder.tsx')).InvoiceForNote, <Spinner height={320} />);
const InvoiceWithLines = onDemand(async () => (await import('./InvoiceWithLines.tsx')).InvoiceWithLines, <Spinner height={320} />);

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
          <InvoiceForNote noteId={note} userID={userID} />
        ) : record === undefined && PONumber !== '' ? (
          <InvoiceForOrder poNumber={PONumber} userID={userID} receipt={receipt} />
        ) : record === undefined || record.matchState === 'unmatched' ? (
          <InvoiceForm record={record} />
        ) : (
          <InvoiceWithLines record={record} />
        )
      }
    </FormPage>
  );
}
