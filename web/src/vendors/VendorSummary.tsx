import type { User } from '@aapurti/contract/vendors/accounts';
import { dashboard } from '@aapurti/contract/home/dashboard';
import { showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { priceReview } from '@aapurti/contract/products/priceReview';
import { formatProblems } from '@aapurti/contract/vendors/users';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import { owedFigure } from '../payments/owed.ts';
import { TextLink } from '../ui/Link.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Facts, Panel } from '../ui/Panel.tsx';
import { showInstant } from '../ui/showInstant.ts';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Strip } from '../ui/Strip.tsx';
import { urls } from '../urls.ts';
import { ActivateVendor } from './ActivateVendor.tsx';
import { KIND_WORDS } from './form/userValues.ts';
import { t } from '../words/words.ts';

/** The facts about a vendor that an administrator needs first, and the decision about a pending registration. */
export function VendorSummary({ user }: { user: User }) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [dashboard.overview.id, 'vendor', user._id],
    queryFn: async ({ signal }) => {
      const userID = user._id;
      const [figures, waiting] = await Promise.all([
        call(dashboard.overview, { query: { userID }, signal }),
        call(priceReview.list, { query: { userID, page: 1, pageSize: 1 }, signal }),
      ]);
      return { ...figures.data, waiting: waiting.total ?? waiting.data.length };
    },
    staleTime: 0,
  });
  const owner = `userID=${encodeURIComponent(user._id)}`;
  const owed = data && owedFigure(data.owed, true, 'Payable');
  return (
    <Panel title="Summary" aside={user.isActive ? undefined : <ActivateVendor user={user} />}>
      {user.sentBack !== undefined && (
        <Strip>{t('Sent back on {at}: {reason}', { at: showInstant(user.sentBack.at), reason: user.sentBack.reason })}</Strip>
      )}
      {data === undefined || owed === undefined ? (
        <NotLoaded query={{ error, isPending, isFetching, refetch }} height={48} />
      ) : (
        <Facts
          items={[
            ...(user.isActive ? [] : [{ label: 'Company', value: user.vendor_name }]),
            { label: owed.label, value: <TextLink href={urls.paymentReportOf(user._id)}>{showMoney(owed.amount)}</TextLink> },
            {
              label: 'Overdue',
              value: <TextLink href={`${urls.invoicesInState('overdue')}&${owner}`}>{showMoney(data.overdue.amount)}</TextLink>,
            },
            { label: 'Prices pending', value: <TextLink href={`${urls.priceReview}?${owner}`}>{showNumber(data.waiting)}</TextLink> },
            { label: 'Open orders', value: <TextLink href={`${urls.purchaseOrders}?${owner}`}>{showNumber(data.orders.open)}</TextLink> },
            { label: 'GST number', value: <GstCheck user={user} /> },
          ]}
        />
      )}
    </Panel>
  );
}

/** Form, check digit and PAN of the number; and whether another vendor has it. */
function GstCheck({ user }: { user: User }) {
  const { gstin: problem } = formatProblems({ ...user });
  if (user.gstin === null && user.kind !== 'unregistered') return <StatusBadge tone="neutral">{t('None')}</StatusBadge>;
  if (problem !== undefined) return <StatusBadge tone="bad">{t(problem)}</StatusBadge>;
  const others = user.gstinAlsoOf?.length ?? 0;
  if (user.kind === 'unregistered')
    return others > 0 ? (
      <StatusBadge tone="warn">{t('This PAN is registered for GST')}</StatusBadge>
    ) : (
      <StatusBadge tone="neutral">{t(KIND_WORDS.unregistered)}</StatusBadge>
    );
  return others > 0 ? (
    <StatusBadge tone="warn">{t('Also used by another vendor')}</StatusBadge>
  ) : (
    <StatusBadge tone="good">{t('Checked')}</StatusBadge>
  );
}
