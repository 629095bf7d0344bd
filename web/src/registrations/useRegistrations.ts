import { registrations } from '@aapurti/contract/registrations/registrations';
import { useQuery } from '@tanstack/react-query';

import { callQuery } from '../ground/callQuery.ts';

/** The buyer's registrations, and those of a vendor. */
export function useRegistrations(vendorId: string | null) {
  return useQuery(callQuery(registrations.list, { query: { userID: vendorId } }));
}
