import { useMay } from '../access/useMay.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { urls } from '../urls.ts';

const TABS = [
  { label: 'GST Rates', href: urls.gstRates },
  { label: 'Units', href: urls.units },
  { label: 'HSN Codes', href: urls.hsnCodes },
  { label: 'IFSC Codes', href: urls.ifscCodes },
];

/** The tabs from the rates to the lists of codes. */
export function RateTabs() {
  const may = useMay();
  return may('administrators') && <Tabs label="Rates and codes" tabs={TABS} />;
}
