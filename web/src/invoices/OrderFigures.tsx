import { showMoney, showNumber } from '@aapurti/contract/ground/fields';
import type { OrderFigures as Figures } from '@aapurti/contract/invoices/orderFigures';
import { Title } from '@mantine/core';

import { useOnPhone } from '../ui/useOnPhone.ts';
import { t } from '../words/words.ts';
import classes from './OrderFigures.module.css';
import { sumOf, totalsOf } from './orderTotals.ts';

interface FiguredLine extends Figures {
  line: number;
  itemName: string;
  uom: string | null;
  /** Named where the lines may be of several orders. */
  poNumber?: string;
}

/** The figures of a line, or of all: quantities in several units have no sum. */
type Totals = Record<Exclude<keyof Figures, 'differenceValue' | 'priceDifferenceValue'>, number | null> & Pick<Figures, 'differenceValue'>;

const TITLE = 'Accepted and invoiced';
const QUANTITIES = [
  ['Ordered', 'ordered'],
  ['Accepted', 'accepted'],
  ['Invoiced', 'invoiced'],
  ['Credited', 'credited'],
] as const;

interface OrderFiguresProps {
  lines: readonly FiguredLine[];
  narrow?: boolean;
}

/** The ordered, accepted and invoiced quantities of lines of orders, and what is invoiced too much or left to invoice. */
export function OrderFigures({ lines, narrow = false }: OrderFiguresProps) {
  const onPhone = useOnPhone() || narrow;
  if (lines.length === 0) return null;
  const names = [...QUANTITIES.map(([, name]) => name), 'difference'] as const;
  const totals = { ...totalsOf(lines, names), differenceValue: sumOf(lines, 'differenceValue') };
  return (
    <div>
      <Title order={3} size="h5" mt="md" mb="xs">
        {t(TITLE)}
      </Title>
      {onPhone ? (
        <ul className={classes.cards} aria-label={t(TITLE)}>
          {lines.map((line) => (
            <li key={keyOf(line)}>
              <Item {...line} />
              <dl>
                {cellsOf(line).map(({ label, text, isOver }) => (
                  <div key={label}>
                    <dt>{t(label)}</dt>
                    <dd className={isOver ? classes.over : undefined}>{text}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
          {lines.length > 1 && (
            <li>
              {t('Total')}
              <dl>
                {cellsOf(totals).map(({ label, text, isOver }) => (
                  <div key={label}>
                    <dt>{t(label)}</dt>
                    <dd className={isOver ? classes.over : undefined}>{text}</dd>
                  </div>
                ))}
              </dl>
            </li>
          )}
        </ul>
      ) : (
        // It scrolls, so it must be focusable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={classes.region} aria-label={t(TITLE)} tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('Item')}</th>
                {cellsOf(totals).map(({ label }) => (
                  <th key={label} scope="col">
                    {t(label)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={keyOf(line)}>
                  <th scope="row">
                    <Item {...line} />
                  </th>
                  <Cells line={line} />
                </tr>
              ))}
            </tbody>
            {lines.length > 1 && (
              <tfoot>
                <tr>
                  <th scope="row">{t('Total')}</th>
                  <Cells line={totals} />
                </tr>
              </tfoot>
            )}
          </table>
        </section>
      )}
      <p className={classes.note}>
        {t('Difference: invoiced less credited and accepted, with GST. A negative difference is still to be invoiced.')}
      </p>
    </div>
  );
}

const keyOf = ({ poNumber, line }: FiguredLine) => `${poNumber} ${line}`;

function Item({ line, itemName, uom, poNumber }: FiguredLine) {
  return (
    <>
      {line}. {itemName} <span className={classes.under}>{uom}</span>
      {poNumber !== undefined && <div className={classes.under}>{t('Order {poNumber}', { poNumber })}</div>}
    </>
  );
}

function Cells({ line }: { line: Totals }) {
  return cellsOf(line).map(({ label, text, isOver }) => (
    <td key={label} className={isOver ? classes.over : undefined}>
      {text}
    </td>
  ));
}

function cellsOf(line: Totals): { label: string; text: string; isOver: boolean }[] {
  const { difference, differenceValue } = line;
  return [
    ...QUANTITIES.map(([label, name]) => ({ label, text: showNumber(line[name]), isOver: false })),
    { label: 'Difference', text: `${(difference ?? 0) > 0 ? '+' : ''}${showNumber(difference)}`, isOver: (difference ?? 0) > 0 },
    { label: 'Difference in ₹', text: `${differenceValue > 0 ? '+' : ''}${showMoney(differenceValue)}`, isOver: differenceValue > 0 },
  ];
}
