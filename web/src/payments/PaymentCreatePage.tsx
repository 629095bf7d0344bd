import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { urls } from '../urls.ts';
import { PaymentForm } from './PaymentForm.tsx';

/** Section 2.8: 'Payment > Add Payment'. */
export function PaymentCreatePage() {
  return (
    <>
      <PageHeader title="Add Payment" breadcrumb={[{ label: 'Payment', href: urls.paymentReport }]} />
      <Panel>
        <PaymentForm />
      </Panel>
    </>
  );
}
