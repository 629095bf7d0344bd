import { useMay } from '../access/useMay.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { urls } from '../urls.ts';

const TABS = [
  { label: 'GST Rates', href: urls.gstRates },
  { label: 'Units', href: urls.units },
  { label: 'HSN Codes', href: urls.hsnCodes },
  { label: 'IFSC Codes', href: urls.ifscCodes },
  { label: 'Self-invoices', href: urls.selfInvoices },
];
/** Only administrators replace the lists of codes. */
const FOR_ALL: readonly string[] = [urls.gstRates, urls.selfInvoices];

/** The tabs from the rates to the lists of codes. */
export function RateTabs() {
  const may = useMay();
  const tabs = may('administrators') ? TABS : TABS.filter(({ href }) => FOR_ALL.includes(href));
  return <Tabs label="Rates and codes" tabs={tabs} />;
}
