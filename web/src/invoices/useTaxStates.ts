import { accounts } from '@aapurti/contract/accounts';
import { stateCodeOf } from '@aapurti/contract/gst';
import { useQuery } from '@tanstack/react-query';

import { useSite } from '../accounts/useSite.ts';
import { call } from '../api.ts';

/** The GST state codes of a vendor, by its GST number or else its address, and of the buyer; null where one is not known, or not yet. */
export function useTaxStates(vendorId: string): { supplier: string | null; buyer: string | null; isPending: boolean } {
  const { data: site, isPending: isSitePending } = useSite();
  const { data, isLoading } = useQuery({
    queryKey: [accounts.get.id, vendorId, 'tax state'],
    queryFn: async ({ signal }) => {
      const [vendor] = (await call(accounts.get, { params: { id: vendorId }, signal })).data;
      return stateCodeOf(vendor?.gstin, vendor?.state);
    },
    enabled: vendorId !== '',
  });
  return {
    supplier: vendorId === '' ? null : (data ?? null),
    buyer: site?.buyerState ?? null,
    isPending: vendorId !== '' && (isSitePending || isLoading),
  };
}
