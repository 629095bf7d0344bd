import { dashboard } from '@aapurti/contract/dashboard';
import { useQuery } from '@tanstack/react-query';

import { call } from '../api.ts';

/** What is owed, due and waiting, for the panels of the dashboard. */
export function useOverview() {
  return useQuery({
    queryKey: [dashboard.overview.id],
    queryFn: async ({ signal }) => (await call(dashboard.overview, { signal })).data,
    staleTime: 0,
  });
}
