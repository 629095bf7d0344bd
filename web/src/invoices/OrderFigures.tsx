import { showMoney, showNumber } from '@aapurti/contract/ground/fields';
import type { InvoiceMatch } from '@aapurti/contract/invoices/matching';
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

import { t } from '../words/words.ts';
import { Difference, FiguresNote } from './MatchLines.tsx';
import classes from './OrderFigures.module.css';
import { QUANTITIES, sumOf, totalsOf } from './orderTotals.ts';

type Line = InvoiceMatch['orderLines'][number];
type Figures = Record<(typeof QUANTITIES)[number][1] | 'difference', number | null> & Pick<Line, 'differenceValue'>;

const TITLE = 'Accepted and invoiced';

/** The ordered, accepted and invoiced quantities of order lines, and the excess or the rest to invoice, in the narrow form of the drawer. */
export function OrderFigures({ lines }: { lines: readonly Line[] }) {
  if (lines.length === 0) return null;
  const totals = {
    ...totalsOf(lines, [...QUANTITIES.map(([, name]) => name), 'difference']),
    differenceValue: sumOf(lines, 'differenceValue'),
  };
  return (
    <div>
      <Title order={3} size="h5" mt="md" mb="xs">
        {t(TITLE)}
      </Title>
      <ul className={classes.cards} aria-label={t(TITLE)}>
        {lines.map((line) => (
          <li key={`${line.poNumber} ${line.line}`}>
            {line.line}. {line.itemName} <span className={classes.under}>{line.uom}</span>
            <div className={classes.under}>{t('Order {poNumber}', { poNumber: line.poNumber })}</div>
            <Cells figures={line} />
          </li>
        ))}
        {lines.length > 1 && (
          <li>
            {t('Total')}
            <Cells figures={totals} />
          </li>
        )}
      </ul>
      <FiguresNote />
    </div>
  );
}

function Cells({ figures }: { figures: Figures }) {
  return (
    <dl>
      {QUANTITIES.map(([label, name]) => (
        <Cell key={name} label={label}>
          {showNumber(figures[name])}
        </Cell>
      ))}
      <Cell label="Difference">
        <Difference value={figures.difference} />
      </Cell>
      <Cell label="Difference in ₹">
        <Difference value={figures.differenceValue} show={showMoney} />
      </Cell>
    </dl>
  );
}

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>{children}</dd>
    </div>
  );
}
