import { Tabs } from '../ui/Tabs.tsx';
import { urls } from '../urls.ts';

const TABS = [
  { label: 'Items', href: urls.buyerData },
  { label: 'Orders', href: urls.buyerOrders },
  { label: 'Goods receipts', href: urls.buyerReceipts },
  { label: 'Returns', href: urls.buyerReturns },
  { label: 'Payments', href: urls.buyerPayments },
  { label: 'Connection', href: urls.buyerConnection },
];

/** Tabs of the kinds of the buyer's records. */
export function BuyerTabs() {
  return <Tabs label="Buyer data" tabs={TABS} />;
}
