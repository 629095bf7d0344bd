import { invoices } from '@aapurti/contract/invoices';
import { useSearch } from '@tanstack/react-router';

import { FormPage } from '../form/FormPage.tsx';
import { urls } from '../urls.ts';
import { InvoiceForOrder } from './InvoiceForOrder.tsx';
import { InvoiceForm } from './InvoiceForm.tsx';

/** Adds an invoice, of the order in the address where there is one, or with /invoices/invoice/edit/{id} changes one. */
export function InvoiceFormPage() {
  const { PONumber = '', userID = '' }: Record<string, string> = useSearch({ strict: false });
  return (
    <FormPage title="Add Invoice" list={{ label: 'Invoice', href: urls.invoices }} operation={invoices.get}>
      {(record) =>
        record === undefined && PONumber !== '' ? <InvoiceForOrder poNumber={PONumber} userID={userID} /> : <InvoiceForm record={record} />
      }
    </FormPage>
  );
}
