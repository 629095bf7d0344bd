import { site } from '@aapurti/contract/settings/site';
import { useQuery } from '@tanstack/react-query';

import { call } from './api.ts';

/** The offers of this installation for visitors; undefined until they are known. It does not change while a page is open. */
export function useSite() {
  return useQuery({
    queryKey: [site.about.id],
    queryFn: async ({ signal }) => (await call(site.about, { signal })).data,
    staleTime: Infinity,
  });
}
