import { type BuyerSite, buyerSites } from '@aapurti/contract/registrations/registrations';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import { callQuery } from '../ground/callQuery.ts';
import { selectFilter } from '../list/filters.ts';
import { currentSession } from '../access/session.ts';

/** The places where the buyer takes deliveries; none while they load. */
export function useSites(enabled = true): readonly BuyerSite[] {
  const { data } = useQuery({
    ...callQuery(buyerSites.list),
    enabled,
  });
  return data ?? NONE;
}

const NONE: readonly BuyerSite[] = [];

/** A list at one site. Who acts for some sites may choose all of these together. */
export const siteFilter = selectFilter('Site', 'site', async () => {
  const { data } = await call(buyerSites.list);
  const isBound = (currentSession()?.user.siteIds.length ?? 0) > 0;
  return [...(isBound ? [{ value: 'own', label: 'My sites' }] : []), ...data.map(({ _id, name }) => ({ value: _id, label: name }))];
});
