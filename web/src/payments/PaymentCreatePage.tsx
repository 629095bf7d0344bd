import { useSearch } from '@tanstack/react-router';

import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { urls } from '../urls.ts';
import { PaymentForm } from './PaymentForm.tsx';

/** Section 2.8: 'Payment > Add Payment'; for the invoice in the address where there is one. */
export function PaymentCreatePage() {
  const { userID = '', invoiceNumber = '', invoiceId = '' }: Record<string, string> = useSearch({ strict: false });
  return (
    <>
      <PageHeader title="Add Payment" breadcrumb={[{ label: 'Payment', href: urls.paymentReport }]} />
      <Panel>
        <PaymentForm given={{ userID, invoiceNumber, invoiceId }} />
      </Panel>
    </>
  );
}
