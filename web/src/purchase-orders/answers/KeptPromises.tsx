import { showNumber, showPercent } from '@aapurti/contract/ground/fields';
import { answers, KEPT_DAYS } from '@aapurti/contract/purchase-orders/orderAnswers';
import { say } from '@aapurti/contract/ground/template';
import { useQuery } from '@tanstack/react-query';

import { callQuery } from '../../ground/callQuery.ts';
import { NotLoaded } from '../../ui/NotLoaded.tsx';
import { Facts, Panel } from '../../ui/Panel.tsx';

/** The record of a vendor's kept confirmed dates. */
export function KeptPromises({ vendorId }: { vendorId: string }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(callQuery(answers.kept, { query: { userID: vendorId } }));
  const share = (kept: number, of: number) => (of === 0 ? '–' : `${showPercent(Math.round((kept * 100) / of))} (${showNumber(kept)})`);
  return (
    <Panel title={say('Confirmed deliveries of the last {KEPT_DAYS} days', { KEPT_DAYS })}>
      {data !== undefined ? (
        <Facts
          items={[
            { label: 'Confirmed deliveries', value: showNumber(data.promises) },
            { label: 'On time', value: share(data.onTime, data.promises) },
            { label: 'Fully delivered', value: share(data.inFull, data.promises) },
          ]}
        />
      ) : (
        <NotLoaded query={{ error, isPending, isFetching, refetch }} height={60} />
      )}
    </Panel>
  );
}
