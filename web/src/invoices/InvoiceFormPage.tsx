import { invoices } from '@aapurti/contract/invoices';

import { StoredRecord } from '../form/StoredRecord.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import { InvoiceForm } from './InvoiceForm.tsx';

/** Adds an invoice, or with /invoices/invoice/edit/{id} changes one. */
export function InvoiceFormPage() {
  const id = useParam('id');
  return (
    <>
      <PageHeader title={id === '' ? 'Add Invoice' : 'Edit'} breadcrumb={[{ label: 'Invoice', href: urls.invoices }]} />
      <Panel>
        {id === '' ? (
          <InvoiceForm />
        ) : (
          <StoredRecord key={id} operation={invoices.get} id={id}>
            {(record) => <InvoiceForm record={record} />}
          </StoredRecord>
        )}
      </Panel>
    </>
  );
}
