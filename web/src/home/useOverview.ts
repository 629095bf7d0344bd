import { dashboard } from '@aapurti/contract/home/dashboard';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';

/** Data of the dashboard's panels: amounts owed and due, pending tasks. */
export function useOverview() {
  return useQuery({
    queryKey: [dashboard.overview.id],
    queryFn: async ({ signal }) => (await call(dashboard.overview, { signal })).data,
    staleTime: 0,
  });
}
