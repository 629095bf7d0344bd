import { accounts, type Option } from '@aapurti/contract/vendors/accounts';
import { useQuery } from '@tanstack/react-query';

import { callQuery } from '../../ground/callQuery.ts';
import { t } from '../../words/words.ts';
import { countryWords, placeChoices } from './placeNames.ts';

/** The countries, and the states of one of them. */
export function usePlaces(country: string) {
  const countries = useQuery({ ...callQuery(accounts.countries), staleTime: Infinity });
  const states = useQuery({
    ...callQuery(accounts.states, { params: { countryId: country } }),
    enabled: country !== '',
    staleTime: Infinity,
  });
  return {
    countries: choices(countries, countryWords),
    states: choices(states, (_key, english) => t(english)),
    stateOptions: states.data ?? [],
  };
}

interface Found {
  data: Option[] | undefined;
  isLoading: boolean;
  isError: boolean;
  refetch: () => unknown;
}

function choices({ data = [], isLoading, isError, refetch }: Found, nameOf: Parameters<typeof placeChoices>[1]) {
  return {
    options: placeChoices(data, nameOf),
    loading: isLoading,
    retry: isError ? () => void refetch() : null,
  };
}
