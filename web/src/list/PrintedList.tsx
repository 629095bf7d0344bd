import { showMoney } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { A4 } from '@aapurti/contract/papers/paper';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

import { useBuyerName } from '../ground/buyerName.ts';
import paper from '../papers/print.module.css';
import { numberedPage } from '../papers/printOut.tsx';
import { showInstant } from '../ui/showInstant.ts';
import type { Column } from './columns.tsx';
import { type Filter, filterWords } from './filters.ts';
import { useOptions } from './FilterSelect.tsx';
import { t } from '../words/words.ts';
import classes from './PrintedList.module.css';

interface PrintedListProps<Row> {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  filters: readonly Filter[];
  applied: Readonly<Record<string, string>>;
  onDone: () => void;
}

/** The number of columns above which the page is printed in landscape. */
const UPRIGHT_MAX = 6;
const ON_ITS_SIDE = { ...A4, width: A4.height, height: A4.width };

/** All rows of a list for printing: hidden on the page, and the only content while it prints. */
export function PrintedList<Row>({ title, columns: given, rows, rowKey, filters, applied, onDone }: PrintedListProps<Row>) {
  // The columns are those at the time of the request, because the paper is narrower than the screen and a narrow list shows fewer columns.
  const [columns] = useState(given);
  const [now] = useState(() => new Date().toISOString());
  const buyer = useBuyerName();
  const chosen = filters.filter(({ name }) => (applied[name] ?? '') !== '');
  const totals = columns.map(({ sum }) => sum && rows.reduce((total, row) => total.plus(sum(row) ?? 0), new Decimal(0)));

  useEffect(() => {
    const before = document.title;
    const end = () => {
      document.title = before;
      onDone();
    };
    window.addEventListener('afterprint', end, { once: true });
    let isGone = false;
    // Names of vendors come from a separate call.
    const timer = setTimeout(() => {
      void document.fonts.ready.then(() => {
        if (isGone) return;
        document.title = t(title);
        window.print();
      });
    }, 300);
    return () => {
      isGone = true;
      clearTimeout(timer);
      window.removeEventListener('afterprint', end);
      document.title = before;
    };
    // Once: it prints its initial content.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const page = numberedPage(columns.length > UPRIGHT_MAX ? ON_ITS_SIDE : A4, { footer: `${t(title)} · ${showInstant(now)}` });
  return createPortal(
    <div className={`${paper.root} ${classes.paper}`} data-printed-list>
      <style>{`@page {${page}}`}</style>
      <p className={classes.buyer}>{buyer}</p>
      <h1 className={classes.title}>{t(title)}</h1>
      <p className={classes.filters}>
        {chosen.map((filter) => (
          <Chosen key={filter.name} filter={filter} value={applied[filter.name] ?? ''} />
        ))}
        <span>{t('{count, plural, one {# entry} other {# entries}}', { count: rows.length })}</span>
      </p>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} data-align={column.align}>
                {t(column.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.label} data-align={column.align}>
                  {column.linked?.(row) ?? column.cell(row, index + 1)}
                </td>
              ))}
            </tr>
          ))}
          {totals.some((total) => total !== undefined) && (
            <tr className={classes.totals}>
              {totals.map((total, index) => (
                <td key={columns[index]?.label} data-align={columns[index]?.align}>
                  {t(total !== undefined ? showMoney(total.toFixed(2)) : index === 0 ? 'Total' : '')}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </div>,
    document.body,
  );
}

function Chosen({ filter, value }: { filter: Filter; value: string }) {
  const options = useOptions(filter);
  return <span>{filterWords(filter, value, options)}</span>;
}
