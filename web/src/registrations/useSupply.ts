import { accounts } from '@aapurti/contract/vendors/accounts';
import { stateCodeOf, suppliedAt, type Supply, supplyOf, type SupplyParty, supplyWords } from '@aapurti/contract/ground/gst';
import { type Party, partyCode, registrationsOn } from '@aapurti/contract/ground/registrationRules';
import { useQuery } from '@tanstack/react-query';

import { useSite } from '../ground/useSite.ts';
import { call } from '../ground/api.ts';
import { useRegistrations } from './useRegistrations.ts';

interface Asked {
  vendorId: string;
  day: string;
  /** The registration as the document names it; '' for the only one. */
  vendorGST: string;
  buyerGST: string;
  /** The place in the order: a GST code, null if it states none. */
  placeOfSupply?: string | null;
}

/**
 * The tax of a supply, by the registrations of both parties on a date, or by the address of a party without one. Null while it is unknown.
 */
export function useSupply({ vendorId, day, vendorGST, buyerGST, placeOfSupply = null }: Asked): {
  supply: Supply | null;
  words: string | null;
  isPending: boolean;
} {
  const { data: site, isPending: isSitePending } = useSite();
  const known = useRegistrations(vendorId === '' ? null : vendorId);
  const address = useQuery({
    queryKey: [accounts.get.id, vendorId, 'tax state'],
    queryFn: async ({ signal }) => {
      const [vendor] = (await call(accounts.get, { params: { id: vendorId }, signal })).data;
      return stateCodeOf(vendor?.gstin, vendor?.state);
    },
    enabled: vendorId !== '',
  });
  const side = (all: readonly Party[] | undefined, code: string, otherwise: string | null): SupplyParty | null => {
    const { all: valid, sole, mustChoose } = registrationsOn(all ?? [], day);
    const named = code === '' ? sole : (valid.find((each) => partyCode(each) === code) ?? null);
    if (named !== null) return { kind: named.kind, stateCode: named.stateCode ?? otherwise };
    return otherwise === null || mustChoose ? null : { kind: 'regular', stateCode: otherwise };
  };
  const isPending = vendorId !== '' && (isSitePending || known.isLoading || address.isLoading);
  const supplier = vendorId === '' || isPending ? null : side(known.data?.vendor, vendorGST, address.data ?? null);
  const buyer = isPending ? null : side(known.data?.buyer, buyerGST, site?.buyerState ?? null);
  return {
    supply: supplyOf(supplier, suppliedAt(buyer, placeOfSupply)),
    words: supplyWords(supplier, buyer, placeOfSupply),
    isPending,
  };
}
