import { Tabs } from '../ui/Tabs.tsx';
import { urls } from '../urls.ts';

const TABS = [
  { label: 'Payments', href: urls.paymentReport },
  { label: 'Outstanding', href: urls.outstandingReport },
];

/** From one report of money to the other. */
export function ReportTabs() {
  return <Tabs label="Reports" tabs={TABS} />;
}
