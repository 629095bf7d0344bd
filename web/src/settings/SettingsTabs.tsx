import { Tabs } from '../ui/Tabs.tsx';
import { urls } from '../urls.ts';

const TABS = [
  { label: 'Buyer', href: urls.settings },
  { label: 'Controls', href: urls.controls },
  { label: 'GST registrations and sites', href: urls.registrations },
  { label: 'Order confirmations', href: urls.answerTolerances },
  { label: 'Invoice matching', href: urls.matchTolerances },
  { label: 'Shelf life', href: urls.shelfLives },
  { label: 'Notification recipients', href: urls.receivers },
  { label: 'Announcements', href: urls.announcements },
  { label: 'Sign-in', href: urls.signInProviders },
];

export function SettingsTabs() {
  return <Tabs label="Settings" tabs={TABS} />;
}
