import { showMoney, showNumber } from '@aapurti/contract/ground/fields';
import type { InvoiceMatch } from '@aapurti/contract/invoices/matching';
import type { ReactNode } from 'react';

import { MATCH_WORDS } from '../document/statusWords.ts';
import { type Column, custom } from '../list/columns.tsx';
import { PlainTable } from '../list/PlainTable.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { t } from '../words/words.ts';
import classes from './MatchLines.module.css';
import { QUANTITIES, sumOf, totalsOf } from './orderTotals.ts';

type Line = InvoiceMatch['lines'][number];
type Figures = InvoiceMatch['orderLines'][number];

/**
 * The lines of an invoice, each with the ordered, accepted, invoiced and credited quantities of its order line over all invoices, and the
 * difference.
 */
export function MatchLines({ match }: { match: InvoiceMatch }) {
  return (
    <PlainTable
      title="Lines"
      columns={columnsOf(match)}
      narrow={columnsOf(match, true)}
      rows={match.lines}
      empty="This invoice has no lines."
      whole
      below={match.orderLines.length > 0 && <FiguresNote />}
    />
  );
}

/** Explains the sign of differences. */
export function FiguresNote() {
  return (
    <p className={classes.note}>
      {t('Difference: invoice lines less credited and accepted goods, with GST. If it is negative, accepted goods are not invoiced yet.')}
    </p>
  );
}

/** A difference with its sign; an excess is marked. */
export function Difference({ value, show = showNumber }: { value: number | null; show?: (value: number) => string }) {
  if (value === null) return null;
  return <span className={value > 0 ? classes.over : undefined}>{`${value > 0 ? '+' : ''}${show(value)}`}</span>;
}

const keyOf = ({ orderId, line }: Pick<Line, 'orderId' | 'line'>) => `${orderId} ${line}`;

/** The figures of each line's order line. Several lines of one order line show them once, because the figures are their total. */
function figuresByLine({ lines, orderLines }: InvoiceMatch): ReadonlyMap<Line, Figures> {
  const left = new Map(orderLines.map((figures) => [keyOf(figures), figures]));
  const found = new Map<Line, Figures>();
  for (const line of lines) {
    const figures = left.get(keyOf(line));
    if (figures !== undefined && left.delete(keyOf(line))) found.set(line, figures);
  }
  return found;
}

/** `isNarrow` puts the difference in rupees below that in units, and the outcome below the item. */
function columnsOf(match: InvoiceMatch, isNarrow = false): readonly Column<Line>[] {
  const { findings, matchState, orderLines, lines } = match;
  const wrong = new Set(findings.filter(({ outcome }) => outcome === 'fault').map(({ line }) => line));
  const figures = figuresByLine(match);
  const totals = totalsOf(orderLines, [...QUANTITIES.map(([, name]) => name), 'difference']);
  const isOfSeveral = new Set(orderLines.map(({ orderId }) => orderId)).size > 1;
  const right = { align: 'right' } as const;
  const total = (value: number | null) => (value === null ? '' : showNumber(value));
  const inRupees = (line: Line) => <Difference value={figures.get(line)?.differenceValue ?? null} show={showMoney} />;
  const allRupees = <Difference value={sumOf(orderLines, 'differenceValue')} show={showMoney} />;
  const below = (content: ReactNode) => isNarrow && <span className={classes.under}>{content}</span>;
  const outcome = ({ no }: Line) => {
    const { word, tone } = MATCH_WORDS[wrong.has(no) ? (matchState === 'released' ? 'released' : 'exception') : 'matched'];
    return <StatusBadge tone={tone}>{t(word)}</StatusBadge>;
  };
  return [
    {
      ...custom<Line>(
        'Item',
        (line) => (
          <>
            <span className={classes.name}>{`${line.no}. ${line.itemName}`}</span>
            <span className={classes.under}>
              {t('{quantity} at {price}', {
                quantity: `${showNumber(line.quantity)} ${line.uom ?? ''}`.trim(),
                price: showMoney(line.unitPrice),
              })}
            </span>
            {isOfSeveral && line.poNumber !== null && (
              <span className={classes.under}>{t('Order {poNumber}', { poNumber: line.poNumber })}</span>
            )}
            {below(outcome(line))}
          </>
        ),
        { lead: true },
      ),
      foot: () => t('Total'),
    },
    ...(orderLines.length === 0
      ? []
      : [
          ...QUANTITIES.map(([label, name]): Column<Line> => ({
            ...custom<Line>(label, (line) => showNumber(figures.get(line)?.[name]), right),
            foot: () => total(totals[name]),
          })),
          {
            ...custom<Line>(
              'Difference',
              (line) => (
                <>
                  <Difference value={figures.get(line)?.difference ?? null} />
                  {below(inRupees(line))}
                </>
              ),
              right,
            ),
            foot: () => (
              <>
                <Difference value={totals.difference} />
                {below(allRupees)}
              </>
            ),
          },
          ...(isNarrow ? [] : [{ ...custom<Line>('Difference in ₹', inRupees, right), foot: () => allRupees }]),
        ]),
    {
      ...custom<Line>('Taxable Value', ({ taxable }) => showMoney(taxable), right),
      foot: () => showMoney(sumOf(lines, 'taxable')),
    },
    ...(isNarrow ? [] : [custom<Line>('Match', outcome)]),
  ];
}
