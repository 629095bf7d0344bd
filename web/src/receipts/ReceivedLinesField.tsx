import { showNumber } from '@aapurti/contract/ground/fields';
import type { Decimal } from '@aapurti/contract/ground/numbers';
import { differenceWords, REJECTIONS } from '@aapurti/contract/receipts/receipts';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useFormState } from 'react-hook-form';

import type { GridColumn } from '../grid/columns.ts';
import { Grid } from '../grid/Grid.tsx';
import { useGrid } from '../grid/useGrid.ts';
import { useItems } from '../grid/useItems.ts';
import { t } from '../words/words.ts';
import classes from './ReceivedLines.module.css';
import { draftProblem, figureOf, isRejected, type ReceivedDraft } from './receivedLines.ts';

const keyOf = ({ number }: ReceivedDraft) => String(number);
const numberOf = ({ number }: ReceivedDraft) => number;

/** The lines of a delivery: what arrived, and what of it is rejected and why. */
export function ReceivedLinesField() {
  const { items, onItems, error } = useItems<ReceivedDraft>('lines');
  const { isSubmitted } = useFormState();
  const hasReason = items.some(isRejected);
  const columns = useMemo(() => (hasReason ? [...COLUMNS, ...WHY] : COLUMNS), [hasReason]);
  const grid = useGrid({ items, onItems, columns, keyOf, problemOf: draftProblem, isChecked: isSubmitted });
  return (
    <div>
      <Grid
        grid={grid}
        label="Lines"
        numberOf={numberOf}
        noteOf={differenceOf}
        shortcuts={
          <Button variant="default" size="xs" onClick={() => grid.replace((lines) => lines.map(asExpected))}>
            {t('All as expected')}
          </Button>
        }
      />
      {error !== undefined && grid.problems.size === 0 && (
        <p role="alert" className={classes.error}>
          {t(error)}
        </p>
      )}
    </div>
  );
}

const asExpected = (line: ReceivedDraft): ReceivedDraft => ({
  ...line,
  quantity: line.expected > 0 ? String(line.expected) : '',
  rejected: '',
  reason: '',
  remark: '',
});

const accepted = (line: ReceivedDraft) => figureOf(line.quantity).minus(figureOf(line.rejected));
const difference = ({ quantity, expected }: ReceivedDraft) => figureOf(quantity).minus(expected);

const COLUMNS: readonly GridColumn<ReceivedDraft>[] = [
  {
    key: 'item',
    label: 'Item',
    width: 'rest',
    kind: 'shown',
    value: ({ itemName }) => itemName,
    show: (line) => (
      <span className={classes.item}>
        <span className={classes.name} title={line.itemName}>
          {line.number}. {line.itemName}
        </span>
        <span className={classes.terms}>
          {t('Order {poNumber}: {ordered} {uom} ordered, {received} received', {
            poNumber: line.poNumber,
            ordered: showNumber(line.ordered),
            uom: line.uom,
            received: showNumber(line.received),
          })}
        </span>
      </span>
    ),
  },
  {
    key: 'expected',
    label: 'Expected now',
    width: 96,
    kind: 'shown',
    isRight: true,
    value: ({ expected }) => String(expected),
    show: ({ expected, uom }) => `${showNumber(expected)} ${uom}`.trim(),
  },
  {
    key: 'quantity',
    label: 'Arrived',
    width: 92,
    kind: 'figure',
    value: ({ quantity }) => quantity,
    set: (line, quantity) => ({ ...line, quantity }),
    isChanged: ({ quantity, expected }) => !figureOf(quantity).eq(expected),
  },
  {
    key: 'rejected',
    label: 'Rejected',
    width: 92,
    kind: 'figure',
    value: ({ rejected }) => rejected,
    set: (line, rejected) => ({ ...line, rejected }),
    isChanged: isRejected,
  },
  {
    key: 'batch',
    label: 'Batch',
    width: 112,
    kind: 'code',
    value: ({ batch }) => batch,
    set: (line, batch) => ({ ...line, batch }),
    maxLength: 50,
  },
  {
    key: 'accepted',
    label: 'Accepted',
    width: 84,
    kind: 'shown',
    isRight: true,
    value: (line) => accepted(line).toFixed(),
    show: (line) => showNumber(accepted(line).toFixed()),
    isOnCard: isRejected,
  },
  {
    key: 'difference',
    label: 'Difference',
    width: 84,
    kind: 'shown',
    isRight: true,
    value: (line) => difference(line).toFixed(),
    show: (line) => signed(difference(line)),
    tone: (line) => (difference(line).lt(0) ? 'bad' : difference(line).gt(0) ? 'warn' : undefined),
    isOnCard: (line) => !difference(line).eq(0),
  },
];

/** The columns for the reason, while something is rejected. */
const WHY: readonly GridColumn<ReceivedDraft>[] = [
  {
    key: 'reason',
    label: 'Reason',
    width: 124,
    kind: 'choice',
    value: ({ reason }) => reason,
    set: (line, reason) => ({ ...line, reason: reason as ReceivedDraft['reason'] }),
    choices: () => [{ value: '', label: t('Choose') }, ...Object.entries(REJECTIONS).map(([value, label]) => ({ value, label: t(label) }))],
    isOpen: isRejected,
    show: () => '–',
    isOnCard: isRejected,
  },
  {
    key: 'remark',
    label: 'Remark',
    width: 130,
    kind: 'text',
    value: ({ remark }) => remark,
    set: (line, remark) => ({ ...line, remark }),
    isOpen: isRejected,
    show: () => '',
    isOnCard: isRejected,
    maxLength: 500,
  },
];

function signed(value: Decimal): string {
  if (value.eq(0)) return '–';
  return `${value.gt(0) ? '+' : '−'}${showNumber(value.abs().toFixed())}`;
}

/** The words for what a line of a dispatch note is short or over by, while it is counted. */
function differenceOf({ isSent, poNumber, line, uom, expected, quantity }: ReceivedDraft) {
  const received = figureOf(quantity).toNumber();
  const words = isSent ? differenceWords({ poNumber, line, uom, sent: expected, received }) : null;
  return words === null ? null : <span className={classes.terms}>{t(words)}</span>;
}
