import { invoices } from '@aapurti/contract/invoices';

import { FormPage } from '../form/FormPage.tsx';
import { urls } from '../urls.ts';
import { InvoiceForm } from './InvoiceForm.tsx';

/** Adds an invoice, or with /invoices/invoice/edit/{id} changes one. */
export function InvoiceFormPage() {
  return (
    <FormPage title="Add Invoice" list={{ label: 'Invoice', href: urls.invoices }} operation={invoices.get}>
      {(record) => <InvoiceForm record={record} />}
    </FormPage>
  );
}
