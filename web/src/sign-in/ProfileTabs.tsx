import { useLocation } from '@tanstack/react-router';

import { Tabs } from '../ui/Tabs.tsx';
import { urls } from '../urls.ts';

/** The tabs from one's own record to how the account is protected. */
export function ProfileTabs({ id }: { id: string }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  // One's own record has two addresses.
  const record = pathname.toLowerCase() === urls.userProfile(id) ? urls.userProfile(id) : urls.profile(id);
  return (
    <Tabs
      label="Your profile"
      tabs={[
        { label: 'Profile', href: record },
        { label: 'Security', href: urls.security(id) },
      ]}
    />
  );
}
