import { accounts, messages, type User } from '@aapurti/contract/vendors/accounts';
import { IconRefresh, IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { type Column, custom, serial, status, text } from '../list/columns.tsx';
import { textFilter } from '../list/filters.ts';
import { ListPage } from '../list/ListPage.tsx';
import { edit, view } from '../list/rowActions.tsx';
import { useMay } from '../access/useMay.ts';
import { Button } from '../ui/Button.tsx';
import { Strip } from '../ui/Strip.tsx';
import { toast } from '../ui/toast.tsx';
import { Truncated } from '../ui/Truncated.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import { UserTabs } from './UserTabs.tsx';
import { t } from '../words/words.ts';

const columns: Column<User>[] = [
  serial(),
  text('First Name', 'firstName', { sortBy: true }),
  text('Last Name', 'lastName', { sortBy: true }),
  text('E-mail ID', 'email', { sortBy: true, width: 240 }),
  custom('Company', (user) => <Company {...user} />),
  status('Status', ({ isActive }) => (isActive ? { word: 'Active', tone: 'good' } : { word: 'Inactive', tone: 'bad' })),
];

const filters = [textFilter('Name, company, e-mail or mobile', 'search')];

/** The company for which a user acts; a vendor's name links to the vendor. */
function Company({ _id, vendor_name: company, isAdmin }: User) {
  if (company === '') return '–';
  return <Truncated text={company} lines={2} {...(isAdmin ? {} : { href: urls.document('vendor', _id) })} />;
}

/** All users, or at /users/{status} the active or inactive ones, for administrators. */
export function UsersPage() {
  const may = useMay();
  const only = useParam('status').toLowerCase();
  return (
    <ListPage
      title="Users"
      operation={accounts.list}
      columns={columns}
      filters={filters}
      {...(only === '' ? {} : { query: { status: only } })}
      action={{ label: 'Add User', href: urls.userCreate, icon: <IconUserPlus size={16} />, access: 'administrators' }}
      rowKey={(user) => user._id}
      rowName={(user) => `${user.firstName} ${user.lastName}`}
      rowHref={(user) => urls.userProfile(user._id)}
      rowActions={(user) => [edit(urls.userEdit(user._id), 'administrators'), view(urls.userProfile(user._id), 'View profile')]}
      hint={only === 'inactive' ? 'No vendors are waiting for activation.' : 'No users yet. Add the first user.'}
    >
      {may(accounts.sync.access) && <Unsynced />}
      <UserTabs />
    </ListPage>
  );
}

/** Shown only while a vendor has no id in the buyer's system. */
function Unsynced() {
  const { data: unsynced = 0 } = useQuery({
    queryKey: [accounts.list.id, 'unsynced'],
    queryFn: async ({ signal }) =>
      (await call(accounts.list, { query: { synced: 'false', status: 'active', page: 1, pageSize: 1 }, signal })).total ?? 0,
  });
  const sync = useMutation({
    mutationFn: () => call(accounts.sync),
    onSuccess: ({ data }) => (data.failed > 0 ? toast.error(data.message) : toast.success(data.message)),
    onError: () => toast.error(messages.wrong),
    // Also after a failure, because some of them may have been synced.
    onSettled: () => renewed([accounts.list, accounts.counts]),
  });

  if (unsynced === 0) return null;
  return (
    <Strip
      action={
        <Button
          label="Sync"
          size="compact-md"
          variant="default"
          leftSection={<IconRefresh size={15} />}
          loading={sync.isPending}
          onClick={() => sync.mutate()}
        />
      }
    >
      {t("{count, plural, one {One vendor is} other {# vendors are}} not in the buyer's system yet.", { count: unsynced })}
    </Strip>
  );
}
