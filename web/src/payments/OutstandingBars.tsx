import { showMoney } from '@aapurti/contract/ground/fields';
import { type Outstanding, payments } from '@aapurti/contract/payments/payments';
import { say } from '@aapurti/contract/ground/template';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import { type Bar, Bars } from '../ui/Bars.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { asTyped } from '../words/words.ts';
import { AGES, OUTSTANDING_BODY } from './reports.ts';

/** The number of vendors, as on a page of their table. */
const MOST = 7;

interface OutstandingBarsProps {
  /** `userID` for one vendor only. */
  owner?: Readonly<Record<string, string>>;
  /** The link of a vendor's bar, for administrators. */
  hrefOfVendor?: ((vendorId: string) => string) | undefined;
}

/** A chart of outstanding amounts: for one vendor a bar per age, for several a bar per vendor, the largest first. Empty if nothing is due. */
export function OutstandingBars({ owner = {}, hrefOfVendor }: OutstandingBarsProps) {
  const { data: rows = [], isPending } = useQuery({
    queryKey: [payments.report.id, 'bars', owner],
    queryFn: async ({ signal }) => {
      const query = { ...owner, ageing: 'true', sortBy: 'balance', sortOrder: 'desc', page: 1, pageSize: MOST } as const;
      return (await call(payments.report, { query, body: OUTSTANDING_BODY, signal })).data.result as Outstanding[];
    },
  });
  // The height is close to the final one, so that content below does not move.
  if (isPending) {
    return (
      <Panel title={hrefOfVendor === undefined ? 'Outstanding by age' : 'Largest outstanding'}>
        <Spinner height={hrefOfVendor === undefined ? 114 : 220} />
      </Panel>
    );
  }
  const due = rows.filter(({ balance }) => balance > 0);
  const [first] = due;
  if (first === undefined) return null;

  if (due.length === 1) {
    return (
      <Panel title="Outstanding by age" aside={showMoney(first.balance)}>
        <Bars
          label={say('Outstanding of {vendorName} by age', { vendorName: first.vendorName })}
          bars={AGES.map(({ field, label }) => ({ label, parts: [first[field] ?? 0], value: showMoney(first[field] ?? 0) }))}
        />
      </Panel>
    );
  }
  return (
    <Panel title="Largest outstanding">
      <Bars
        label="Largest outstanding by vendor and age"
        legend={AGES.map(({ label }) => label)}
        words={showMoney}
        bars={due.map((row): Bar => ({
          label: asTyped(row.vendorName),
          parts: AGES.map(({ field }) => row[field] ?? 0),
          value: showMoney(row.balance),
          href: hrefOfVendor?.(row.vendorId),
        }))}
      />
    </Panel>
  );
}
