import { Tabs } from '../ui/Tabs.tsx';
import { urls } from '../urls.ts';

const TABS = [
  { label: 'Payments', href: urls.paymentReport },
  { label: 'Outstanding', href: urls.outstandingReport },
  { label: 'Payments to check', href: urls.checkPayments },
  { label: 'Statements', href: urls.statements },
  { label: 'On account', href: urls.onAccount },
];

/** Tabs of the payment reports. */
export function ReportTabs() {
  return <Tabs label="Reports" tabs={TABS} />;
}
