import { site } from '@aapurti/contract/settings/site';
import { useQuery } from '@tanstack/react-query';

import { callQuery } from './callQuery.ts';

/** The installation's options for visitors; undefined until they are known. They do not change while a page is open. */
export function useSite() {
  return useQuery({ ...callQuery(site.about), staleTime: Infinity });
}
