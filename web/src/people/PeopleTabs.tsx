import { Tabs } from '../ui/Tabs.tsx';
import { urls } from '../urls.ts';

const TABS = [
  { label: 'People', href: urls.people },
  { label: 'API keys', href: urls.keys },
  { label: 'Webhooks', href: urls.webhooks },
];

/** The tabs of a company's users, and of the machines that act in their name. */
export function PeopleTabs() {
  return <Tabs label="People" tabs={TABS} />;
}
