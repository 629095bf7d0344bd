import { gstRates } from '@aapurti/contract/rates/gstRates';
import type { LineRate } from '@aapurti/contract/rates/rateProposal';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

import { callQuery } from '../ground/callQuery.ts';

/** Long enough that a number being typed is not asked for digit by digit. */
const SETTLED_AFTER = 250;

/** The lines of a vendor's order with the GST rates of their HSN codes on a day; none if there is no such order. */
export function useOrderRates(userID: string, number: string, day: string): readonly LineRate[] {
  const [poNumber] = useDebouncedValue(number.trim(), SETTLED_AFTER);
  const wanted = userID !== '' && poNumber !== '';
  const { data } = useQuery({
    ...callQuery(gstRates.ofOrder, { query: { userID, poNumber, day } }),
    enabled: wanted,
    // The previous proposal stays after a change of the day, until the new rates are loaded.
    placeholderData: (before, query) => (query?.queryKey[2] === poNumber ? before : undefined),
  });
  return (wanted ? data : undefined) ?? [];
}
