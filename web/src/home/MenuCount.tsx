import { accounts } from '@aapurti/contract/vendors/accounts';
import { queues, type ViewedList, viewsOf } from '@aapurti/contract/settings/queues';
import { useQuery } from '@tanstack/react-query';

import { useSignedIn } from '../access/session.ts';
import { call } from '../ground/api.ts';
import { queryOf } from '../list/useViews.ts';
import { SiteLink } from '../ui/Link.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import classes from './MenuCount.module.css';

/** The entry of the menu for each list. */
const ENTRIES: Readonly<Record<ViewedList, string>> = {
  'invoice.list': urls.invoices,
  'order.search': urls.purchaseOrders,
  'product.list': urls.products,
  'product.review': urls.priceReview,
  'dispatchNote.list': urls.dispatchNotes,
  'vendor.list': urls.vendors,
};
const MOST = 99;

/** The number of records that wait for the user, beside the entry of their list: it leads to these alone. */
export function MenuCount({ href, label }: { href: string; label: string }) {
  const { isAdmin, user } = useSignedIn();
  const { data } = useQuery({
    // Each change that renews the counts of the dashboard renews these.
    queryKey: [accounts.counts.id, 'waiting'],
    queryFn: async ({ signal }) => (await call(queues.waiting, { signal })).data,
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  });
  const [path] = href.split('?');
  const waiting = data?.find(({ list, count }) => count > 0 && ENTRIES[list] === path);
  if (waiting === undefined) return null;
  const view = viewsOf(waiting.list, isAdmin).find(({ waits }) => waits !== undefined);
  const query = view === undefined ? '' : new URLSearchParams(queryOf(view, user.siteIds.length > 0)).toString();
  return (
    <SiteLink
      href={`${ENTRIES[waiting.list]}${query === '' ? '' : `?${query}`}`}
      className={classes.count}
      aria-label={t('{label}: {count} for me', { label: t(label), count: waiting.count })}
    >
      {waiting.count > MOST ? `${MOST}+` : waiting.count}
    </SiteLink>
  );
}
