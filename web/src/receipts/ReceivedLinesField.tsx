import { showNumber } from '@aapurti/contract/ground/fields';
import { differenceWords, REJECTIONS } from '@aapurti/contract/receipts/receipts';
import { Button } from '@mantine/core';
import { useMemo } from 'react';

import { differenceColumn, type GridColumn } from '../grid/columns.ts';
import { Grid, GridItem, GridUnder } from '../grid/Grid.tsx';
import { useGrid } from '../grid/useGrid.ts';
import { useItems } from '../grid/useItems.ts';
import { t } from '../words/words.ts';
import { draftProblem, figureOf, isRejected, type ReceivedDraft } from './receivedLines.ts';

const keyOf = ({ number }: ReceivedDraft) => String(number);

/** The lines of a delivery: what arrived, and what of it is rejected and why. */
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
      shortcuts={
        <Button variant="default" size="xs" onClick={() => grid.replace((lines) => lines.map(asExpected))}>
          {t('All as expected')}
        </Button>
      }
    />
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
      <GridItem number={line.number} name={line.itemName}>
        <GridUnder>
          {t('Order {poNumber}: {ordered} {uom} ordered, {received} received', {
            poNumber: line.poNumber,
            ordered: showNumber(line.ordered),
            uom: line.uom,
            received: showNumber(line.received),
          })}
        </GridUnder>
      </GridItem>
    ),
  },
  {
    key: 'expected',
    label: 'Expected now',
    width: 96,
    kind: 'shown',
    isRight: true,
    value: ({ expected, uom }) => `${showNumber(expected)} ${uom}`.trim(),
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
    value: (line) => showNumber(accepted(line).toFixed()),
    isOnCard: isRejected,
  },
  differenceColumn({ key: 'difference', label: 'Difference', width: 84 }, difference, showNumber),
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

/** The words for what a line of a dispatch note is short or over by, while it is counted. */
function differenceOf({ isSent, poNumber, line, uom, expected, quantity }: ReceivedDraft) {
  const received = figureOf(quantity).toNumber();
  const words = isSent ? differenceWords({ poNumber, line, uom, sent: expected, received }) : null;
  return words === null ? null : <GridUnder>{t(words)}</GridUnder>;
}
