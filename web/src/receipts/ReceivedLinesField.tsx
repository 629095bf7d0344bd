import { showMoney, showNumber, signed } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { differenceWords, REASONS } from '@aapurti/contract/receipts/receipts';
import { useMemo } from 'react';

import { differenceColumn, type GridColumn } from '../grid/columns.ts';
import { Grid, GridItem, GridSum, GridUnder } from '../grid/Grid.tsx';
import { useGrid } from '../grid/useGrid.ts';
import { useItems } from '../grid/useItems.ts';
import { t } from '../words/words.ts';
import classes from './ReceiveGoods.module.css';
import { accepted, difference, draftProblem, figureOf, isRejected, type ReceivedDraft, valueOf } from './receivedLines.ts';
import { RowButton } from '../ui/Button.tsx';
import { reasonName } from './receiptLines.tsx';

const keyOf = ({ number }: ReceivedDraft) => String(number);

/** The lines of a delivery: received and rejected quantities, with the reason. */
export function ReceivedLinesField() {
  const field = useItems<ReceivedDraft>('lines');
  const hasReason = field.items.some(isRejected);
  const columns = useMemo(() => (hasReason ? [...COLUMNS, ...WHY] : COLUMNS), [hasReason]);
  const grid = useGrid({ ...field, columns, keyOf, problemOf: draftProblem });
  return (
    <Grid
      grid={grid}
      label="Lines"
      noteOf={differenceOf}
      sums={<Sums lines={field.items} />}
      shortcuts={
        <RowButton onClick={() => grid.replace((lines) => lines.map(asExpected))}>
          {t(field.items.every(({ isSent }) => isSent) ? 'All as dispatched' : 'All as expected')}
        </RowButton>
      }
    />
  );
}

/** The footer: the number of lines that differ, and the accepted, short and rejected value including GST. */
function Sums({ lines }: { lines: readonly ReceivedDraft[] }) {
  const all = (of: (line: ReceivedDraft) => Decimal) => Decimal.sum(0, ...lines.map((line) => valueOf(line, of(line))));
  const zero = new Decimal(0);
  const short = all((line) => Decimal.min(zero, difference(line))).abs();
  const differing = lines.filter((line) => !difference(line).eq(0) || isRejected(line)).length;
  const money = (value: Decimal) => showMoney(value.toFixed(2));
  return (
    <>
      {differing > 0 && (
        <GridSum label="Lines that differ" tone="warn">
          {t('{differing} of {all}', { differing: showNumber(differing), all: showNumber(lines.length) })}
        </GridSum>
      )}
      {short.gt(0) && (
        <GridSum label="Short" tone="warn">
          {money(short)}
        </GridSum>
      )}
      <GridSum label="Accepted value with GST">{money(all(accepted))}</GridSum>
    </>
  );
}

const asExpected = (line: ReceivedDraft): ReceivedDraft => ({
  ...line,
  quantity: line.expected > 0 ? String(line.expected) : '',
  rejected: '',
  reason: '',
  remark: '',
});

/** The delivery covers only a part of the ordered quantity, so the line describes which part. */
const isPartial = ({ expected, ordered, received }: ReceivedDraft) => received > 0 || expected !== ordered;

const COLUMNS: readonly GridColumn<ReceivedDraft>[] = [
  {
    key: 'item',
    label: 'Item',
    width: 'rest',
    kind: 'shown',
    value: ({ itemName }) => itemName,
    show: (line) => (
      <GridItem number={line.number} name={line.itemName}>
        {isPartial(line) && (
          <GridUnder>
            {t('Order {poNumber}: {ordered} {uom} ordered, {received} received', {
              poNumber: line.poNumber,
              ordered: showNumber(line.ordered),
              uom: line.uom,
              received: showNumber(line.received),
            })}
          </GridUnder>
        )}
      </GridItem>
    ),
  },
  {
    key: 'expected',
    label: 'Expected now',
    width: 76,
    kind: 'shown',
    isRight: true,
    value: ({ expected, uom }) => `${showNumber(expected)} ${uom}`.trim(),
  },
  {
    key: 'quantity',
    label: 'Arrived',
    width: 76,
    kind: 'figure',
    value: ({ quantity }) => quantity,
    set: (line, quantity) => ({ ...line, quantity }),
    isChanged: ({ quantity, expected }) => !figureOf(quantity).eq(expected),
  },
  {
    key: 'rejected',
    label: 'Rejected',
    width: 76,
    kind: 'figure',
    value: ({ rejected }) => rejected,
    set: (line, rejected) => ({ ...line, rejected }),
    isChanged: isRejected,
  },
  {
    key: 'batch',
    label: 'Batch',
    width: 80,
    kind: 'code',
    value: ({ batch }) => batch,
    set: (line, batch) => ({ ...line, batch }),
    maxLength: 50,
  },
  {
    key: 'accepted',
    label: 'Accepted',
    width: 74,
    kind: 'shown',
    isRight: true,
    value: (line) => showNumber(accepted(line).toFixed()),
    isOnCard: isRejected,
  },
  differenceColumn({ key: 'difference', label: 'Difference', width: 78 }, difference, showNumber),
];

/** The columns for the reason, shown while a quantity is rejected. */
const WHY: readonly GridColumn<ReceivedDraft>[] = [
  {
    key: 'reason',
    label: 'Reason',
    width: 110,
    kind: 'choice',
    value: ({ reason }) => reason,
    set: (line, reason) => ({ ...line, reason: reason as ReceivedDraft['reason'] }),
    choices: () => [{ value: '', label: t('Choose') }, ...REASONS.map((value) => ({ value, label: reasonName(value) }))],
    isOpen: isRejected,
    show: () => '–',
    isOnCard: isRejected,
  },
  {
    key: 'remark',
    label: 'Remark',
    width: 100,
    kind: 'text',
    value: ({ remark }) => remark,
    set: (line, remark) => ({ ...line, remark }),
    isOpen: isRejected,
    show: () => '',
    isOnCard: isRejected,
    maxLength: 500,
  },
];

/** The short or excess quantity of a dispatch note's line, as text, and its value; updated while the user types. */
function differenceOf(draft: ReceivedDraft) {
  const { isSent, poNumber, line, uom, expected, quantity } = draft;
  const received = figureOf(quantity).toNumber();
  const words = isSent ? differenceWords({ poNumber, line, uom, sent: expected, received }) : null;
  if (words === null) return null;
  const value = valueOf(draft, difference(draft));
  return (
    <span className={classes.differs}>
      {t(words)} {!value.eq(0) && <strong>{signed(value.toNumber(), showMoney(value.abs().toFixed(2)))}</strong>}
    </span>
  );
}
