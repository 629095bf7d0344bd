import { showMoney } from '@aapurti/contract/ground/fields';

import { t } from '../words/words.ts';
import type { Column } from './columns.tsx';
import classes from './Table.module.css';
import type { Totals } from './useTotals.ts';

/** The sum of a column over all pages; undefined if there is none. */
export function totalOf<Row>({ sortBy, name = '', sum }: Column<Row>, totals: Totals | undefined): number | undefined {
  return sum === undefined ? undefined : totals?.[sortBy ?? name];
}

export function totalWords({ count }: Totals): string {
  return t('Total of {count, plural, one {# entry} other {# entries}}', { count });
}

/** The sums below the cards of a phone. */
export function TotalLine<Row>({ columns, totals }: { columns: readonly Column<Row>[]; totals: Totals }) {
  const summed = columns.filter((column) => column.extra !== true && totalOf(column, totals) !== undefined);
  return (
    <div className={classes.totalLine}>
      <p>{totalWords(totals)}</p>
      <dl aria-label={totalWords(totals)}>
        {summed.map((column) => (
          <div key={column.label}>
            <dt>{t(column.label)}</dt>
            <dd>{showMoney(totalOf(column, totals))}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
