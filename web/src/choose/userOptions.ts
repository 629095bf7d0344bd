import { accounts } from '@aapurti/contract/vendors/accounts';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import type { Option } from '../list/filters.ts';
import { queryClient } from '../ground/queries.ts';
import { asTyped } from '../words/words.ts';

/** Loaded once for the filter, the choices in forms and the names in lists. */
const names = {
  queryKey: [accounts.names.id],
  queryFn: async () => (await call(accounts.names)).data.userList,
  staleTime: 5 * 60_000,
};

/** All users by company and name, for the vendor selector of administrators. */
export async function userOptions(): Promise<Option[]> {
  const users = await queryClient.fetchQuery(names);
  return users.map((user) => ({ value: user._id, label: asTyped(`${user.vendor_name} (${user.firstName} ${user.lastName})`) }));
}

/** The company's name; undefined while it loads or if it is unknown. */
export function useVendorName(id: string): string | undefined {
  return useQuery(names).data?.find((user) => user._id === id)?.vendor_name;
}
