import { identity } from '@aapurti/contract/vendors/identity';
import { registrations } from '@aapurti/contract/registrations/registrations';
import { accounts } from '@aapurti/contract/vendors/accounts';
import { useQueries } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { urls } from '../urls.ts';

/** The number of users with a status. */
const users = (status?: 'active' | 'inactive') => async (signal: AbortSignal) =>
  (await call(accounts.list, { query: { page: 1, pageSize: 1, status }, signal })).total;

/** The related screens about users, and the calls that count their rows. */
const TABS = [
  { label: 'All', href: urls.users, id: accounts.list.id, count: users() },
  { label: 'Active', href: urls.usersWithStatus('active'), id: accounts.list.id, count: users('active') },
  { label: 'Inactive', href: urls.usersWithStatus('inactive'), id: accounts.list.id, count: users('inactive') },
  {
    label: 'Bank and tax changes',
    href: urls.identityRequests,
    id: identity.requests.id,
    count: async (signal: AbortSignal) => (await call(identity.requests, { signal })).data.total,
  },
  {
    label: 'Registrations',
    href: urls.waitingRegistrations,
    id: registrations.waiting.id,
    count: async (signal: AbortSignal) => (await call(registrations.waiting, { signal })).data.length,
  },
  {
    label: 'Supplier matches',
    href: urls.supplierMatches,
    id: identity.matches.id,
    count: async (signal: AbortSignal) => (await call(identity.matches, { signal })).data.total,
  },
];

/** The tabs of the screens about users, each with its number of rows. */
export function UserTabs() {
  const counts = useQueries({
    queries: TABS.map(({ id, label, count }) => ({
      queryKey: [id, 'tab', label],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await count(signal)) ?? null,
      staleTime: 0,
    })),
  });
  return <Tabs label="Users by status" tabs={TABS.map(({ label, href }, index) => ({ label, href, count: counts[index]?.data }))} />;
}
