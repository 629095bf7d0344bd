import { invoices } from '@aapurti/contract/invoices/invoices';
import { useSearch } from '@tanstack/react-router';
import { invoiceLineSheet } from '@aapurti/contract/invoices/invoiceLineSheet';

import { FormPage } from '../form/FormPage.tsx';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import { onDemand } from '../ui/onDemand.tsx';
import { userOptions } from '../choose/userOptions.ts';
import { FIGURES } from '../payments/forgetFigures.ts';
import { useSignedIn } from '../access/session.ts';
import { useLineSheet } from '../sheets/useLineSheet.tsx';

// The form is loaded on demand, and most users open only the form without lines.
const InvoiceForm = onDemand(async () => (await import('./InvoiceForm.tsx')).InvoiceForm, <Spinner height={320} />);
const InvoiceForOrder = onDemand(async () => (await import('./InvoiceForOrder.tsx')).InvoiceForOrder, <Spinner height={320} />);
const InvoiceForNote = onDemand(async () => (await import('./InvoiceForOrder.tsx')).InvoiceForNote, <Spinner height={320} />);
const InvoiceWithLines = onDemand(async () => (await import('./InvoiceWithLines.tsx')).InvoiceWithLines, <Spinner height={320} />);

/** Adds an invoice, for the order or dispatch note in the address if it names one. The path /invoices/invoice/edit/{id} edits an invoice. */
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

/** The menu entries for invoice lines in a file: the lines of one invoice, or everything that can be invoiced. */
function useInvoiceSheet(invoiceId: string) {
  const { isAdmin } = useSignedIn();
  const isNew = invoiceId === '';
  return useLineSheet({
    calls: invoiceLineSheet,
    lists: FIGURES,
    rows: 'invoices',
    grouped: true,
    query: () => (isNew ? {} : { invoiceId }),
    note: isNew
      ? 'Download the open lines, fill in the invoice number and quantity, and upload the file. Blank amounts are calculated from the lines.'
      : 'Download the lines, change them and upload the file. Its rows replace the lines of this invoice.',
    downloadLabel: isNew ? 'Download open lines to invoice' : 'Download lines',
    downloadName: isNew ? 'Lines to invoice' : 'Lines of an invoice',
    uploadLabel: 'Upload lines',
    ...(isAdmin ? { owner: { label: 'Vendor', options: userOptions } } : {}),
  });
}
