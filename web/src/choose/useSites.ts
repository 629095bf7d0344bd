import { type BuyerSite, buyerSites } from '@aapurti/contract/registrations/registrations';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import { callQuery } from '../ground/callQuery.ts';
import { selectFilter } from '../list/filters.ts';
import { currentSession } from '../access/session.ts';

/** The buyer's delivery locations; empty while they load. */
export function useSites(enabled = true): readonly BuyerSite[] {
  const { data } = useQuery({
    ...callQuery(buyerSites.list),
    enabled,
  });
  return data ?? NONE;
}

const NONE: readonly BuyerSite[] = [];

/** A list for one site. Users limited to sites can choose all of theirs together. */
export const siteFilter = selectFilter('Site', 'site', async () => {
  const { data } = await call(buyerSites.list);
  const isBound = (currentSession()?.user.siteIds.length ?? 0) > 0;
  return [...(isBound ? [{ value: 'own', label: 'My sites' }] : []), ...data.map(({ _id, name }) => ({ value: _id, label: name }))];
});
