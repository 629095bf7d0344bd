import { dashboard } from '@aapurti/contract/home/dashboard';
import { useQuery } from '@tanstack/react-query';

import { callQuery } from '../ground/callQuery.ts';

/** Data of the dashboard's panels: amounts owed and due, pending tasks. */
export function useOverview() {
  return useQuery({ ...callQuery(dashboard.overview), staleTime: 0 });
}
