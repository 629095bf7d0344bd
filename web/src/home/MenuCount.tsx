import { accounts } from '@aapurti/contract/vendors/accounts';
import { queues, type ViewedList, viewQuery, viewsOf } from '@aapurti/contract/settings/queues';
import { useQuery } from '@tanstack/react-query';

import { useSignedIn } from '../access/session.ts';
import { call } from '../ground/api.ts';
import { ON_EVERY_SCREEN } from '../ground/callQuery.ts';
import { SiteLink } from '../ui/Link.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import classes from './MenuCount.module.css';

/** The address of each list. It is also the list's menu entry, unless PARENTS names another one. */
const ENTRIES: Readonly<Record<ViewedList, string>> = {
  'invoice.list': urls.invoices,
  'order.search': urls.purchaseOrders,
  'product.list': urls.products,
  'product.review': urls.priceReview,
  'dispatchNote.list': urls.dispatchNotes,
  'vendor.list': urls.vendors,
  'debitMemo.list': urls.debitMemos,
  'creditMemo.list': urls.creditMemos,
  'receipt.list': urls.receipts,
  'payment.report': urls.paymentReport,
  'payment.reported': urls.checkPayments,
};
/** Lists that are a tab of another menu entry. */
const PARENTS: Readonly<Partial<Record<ViewedList, string>>> = { 'payment.reported': urls.paymentReport };
const MOST = 99;

/** The number of records that wait for the user, next to the menu entry of their list; it links to these records alone. */
export function MenuCount({ href, label }: { href: string; label: string }) {
  const { isAdmin, user } = useSignedIn();
  const { data } = useQuery({
    // The query key makes each change that reloads the dashboard's counts reload these too.
    queryKey: [accounts.counts.id, 'waiting'],
    queryFn: async ({ signal }) => (await call(queues.waiting, { signal })).data,
    staleTime: 60_000,
    meta: ON_EVERY_SCREEN,
    refetchOnWindowFocus: true,
  });
  const [path] = href.split('?');
  const waiting = data?.find(({ list, count }) => count > 0 && (PARENTS[list] ?? ENTRIES[list]) === path);
  if (waiting === undefined) return null;
  const view = viewsOf(waiting.list, isAdmin).find(({ waits }) => waits !== undefined);
  const query = view === undefined ? '' : new URLSearchParams(viewQuery(view, user.siteIds.length > 0)).toString();
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
