import { accounts } from '@aapurti/contract/accounts';

import { call } from '../api.ts';
import type { Option } from '../list/filters.ts';

/** Everybody by company and name, for the user selector of administrators. */
export async function userOptions(): Promise<Option[]> {
  const { data } = await call(accounts.names);
  return data.userList.map((user) => ({ value: user._id, label: `${user.vendor_name} (${user.firstName} ${user.lastName})` }));
}
