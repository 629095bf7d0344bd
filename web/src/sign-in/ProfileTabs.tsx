import { useLocation } from '@tanstack/react-router';

import { Tabs } from '../ui/Tabs.tsx';
import { urls } from '../urls.ts';

/** The tabs between the user's own record and the protection of the account. */
export function ProfileTabs({ id }: { id: string }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  // The user's own record has two addresses.
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
