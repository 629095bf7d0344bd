import { registrations } from '@aapurti/contract/registrations/registrations';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';

/** The buyer's registrations, and those of a vendor. */
export function useRegistrations(vendorId: string | null) {
  return useQuery({
    queryKey: [registrations.list.id, vendorId],
    queryFn: async ({ signal }) => (await call(registrations.list, { query: { userID: vendorId }, signal })).data,
  });
}
