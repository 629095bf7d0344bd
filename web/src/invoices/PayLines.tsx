import { showDate, showMoney, signed } from '@aapurti/contract/ground/fields';
import type { Invoice } from '@aapurti/contract/invoices/invoices';
import { messages } from '@aapurti/contract/payments/paymentMessages';
import { paymentForm, payments } from '@aapurti/contract/payments/payments';
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';

import { type GridColumn, shownFigure } from '../grid/columns.ts';
import { Grid, GridItem, GridSum, GridUnder } from '../grid/Grid.tsx';
import { useGrid } from '../grid/useGrid.ts';
import { useItems } from '../grid/useItems.ts';
import { call } from '../ground/api.ts';
import { useTotals } from '../list/useTotals.ts';
import { Button } from '../ui/Button.tsx';
import { t } from '../words/words.ts';
import { paidSum, payProblem, type PayRow } from './payParts.ts';

/** The fields of one payment of several invoices. */
export const severalFields = paymentForm.omit({ invoiceNumber: true, invoiceId: true, amount: true }).extend({
  lines: z.array(z.custom<PayRow>()).superRefine((rows, context) => {
    const problem = rows.map(payProblem).find((each) => each !== null);
    if (problem) context.addIssue({ code: 'custom', message: problem.message });
    else if (rows.every(({ amount }) => amount === '')) context.addIssue({ code: 'custom', message: messages.amount });
  }),
});

/** The payable amounts of invoices, with the reasons for limits. */
export function payableQuery(invoices: readonly Pick<Invoice, '_id' | 'invoiceNumber' | 'userID'>[]) {
  return queryOptions({
    queryKey: [payments.balance.id, 'several', ...invoices.map(({ _id }) => _id)],
    queryFn: ({ signal }) =>
      Promise.all(
        invoices.map(
          async ({ _id, invoiceNumber, userID }) =>
            (await call(payments.balance, { params: { invoiceNumber }, query: { userID, invoiceId: _id }, signal })).data,
        ),
      ),
    staleTime: 0,
  });
}

const keyOf = ({ number }: PayRow) => String(number);

/** The invoices with the amount to pay for each; below them the sum, and the amount on account. */
export function PayLines({ userID }: { userID: string }) {
  const field = useItems<PayRow>('lines');
  const grid = useGrid({ ...field, columns: COLUMNS, keyOf, problemOf: payProblem });
  const onAccount = useTotals(payments.outstandingTotals, { userID })?.['onAccount'] ?? 0;
  return (
    <Grid
      grid={grid}
      label="Invoices to pay"
      noteOf={whyOf}
      shortcuts={
        <Button
          label="Pay in full"
          variant="default"
          size="xs"
          onClick={() => grid.replace((rows) => rows.map((row) => ({ ...row, amount: row.proposed })))}
        />
      }
      sums={
        <>
          <span aria-live="polite">
            <GridSum label="Payment Value">{showMoney(paidSum(field.items).toFixed(2))}</GridSum>
          </span>
          {onAccount > 0 && <GridSum label="On account">{showMoney(onAccount)}</GridSum>}
        </>
      }
    />
  );
}

const whyOf = ({ why }: PayRow) => (why === null ? null : <GridUnder>{why}</GridUnder>);

/** Notes and deductions with their sign; a dash for none. */
const takenOff = ({ takenOff: amount }: PayRow) => (amount === 0 ? '–' : signed(-amount, showMoney(Math.abs(amount), '')));

const COLUMNS: readonly GridColumn<PayRow>[] = [
  {
    key: 'invoice',
    label: 'Invoice',
    width: 'rest',
    kind: 'shown',
    value: ({ invoiceNumber }) => invoiceNumber,
    show: ({ number, invoiceNumber, dueDate }) => (
      <GridItem number={number} name={invoiceNumber}>
        <GridUnder>{t('Due {day}', { day: showDate(dueDate) })}</GridUnder>
      </GridItem>
    ),
  },
  shownFigure({ key: 'value', label: 'Value ₹', width: 104 }, ({ value }) => showMoney(value, '')),
  shownFigure({ key: 'takenOff', label: 'Notes and deductions ₹', width: 104 }, takenOff, {
    isOnCard: (row) => row.takenOff !== 0,
  }),
  shownFigure({ key: 'balance', label: 'Balance ₹', width: 104 }, ({ balance }) => showMoney(balance, '')),
  shownFigure({ key: 'payable', label: 'Payable ₹', width: 104 }, ({ payable }) => showMoney(payable, '')),
  {
    key: 'amount',
    label: 'Amount ₹',
    width: 120,
    kind: 'amount',
    value: ({ amount }) => amount,
    set: (row, amount) => ({ ...row, amount }),
    isOpen: ({ payable }) => payable > 0,
    show: () => '–',
    isChanged: ({ amount, proposed }) => amount !== '' && amount !== proposed,
  },
];
