import { indianDay, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { Decimal, parseDecimal } from '@aapurti/contract/ground/numbers';
import type { Invoice } from '@aapurti/contract/invoices/invoices';
import { paymentForm, payments } from '@aapurti/contract/payments/payments';
import { messages } from '@aapurti/contract/payments/paymentMessages';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import * as z from 'zod';

import { Form } from '../form/Form.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { differenceColumn, type GridColumn, shownFigure } from '../grid/columns.ts';
import { Grid, GridItem, GridSum, GridUnder } from '../grid/Grid.tsx';
import { useGrid } from '../grid/useGrid.ts';
import { useItems } from '../grid/useItems.ts';
import { call } from '../ground/api.ts';
import { queryClient } from '../ground/queries.ts';
import { Button } from '../ui/Button.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';
import { forgetFigures } from '../payments/forgetFigures.ts';
import { MannerFields } from '../payments/MannerFields.tsx';
import { type Figures, payProblem, type PayRow, payRows } from './payParts.ts';

/** The most invoices that one window lists. */
const PAID_MAX = 50;

const transferFields = paymentForm.omit({ invoiceNumber: true, invoiceId: true, amount: true });

interface PayInvoicesProps {
  /** Read when the button is pressed. */
  chosen: () => readonly Invoice[];
  onPaid: (paid: readonly Invoice[]) => void;
}

/** The button that pays the chosen invoices of one vendor with one payment. */
export function PayInvoices({ chosen, onPaid }: PayInvoicesProps) {
  const [asked, setAsked] = useState<readonly Invoice[] | null>(null);
  return (
    <>
      <Button label="Pay" size="compact-md" variant="default" onClick={() => setAsked(chosen())} />
      {asked !== null && (
        <PayModal
          invoices={asked}
          onClose={() => setAsked(null)}
          onPaid={(paid) => {
            setAsked(null);
            onPaid(paid);
          }}
        />
      )}
    </>
  );
}

interface PayModalProps {
  invoices: readonly Invoice[];
  onClose: () => void;
  onPaid: (paid: readonly Invoice[]) => void;
}

/** One payment of several invoices: what is payable of each, why it is not more, and how it is paid. */
export function PayModal({ invoices, onClose, onPaid }: PayModalProps) {
  const obstacle =
    new Set(invoices.map(({ userID }) => userID)).size > 1
      ? 'The selected invoices have different vendors. Select invoices of a single vendor.'
      : invoices.length > PAID_MAX
        ? t('Select at most {count} invoices.', { count: PAID_MAX })
        : null;
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      // Esc in a cell takes back what was typed, or leaves the lines.
      closeOnEscape={false}
      onKeyDown={(event) => isEscape(event) && onClose()}
      title={t('{count, plural, one {Pay # invoice} other {Pay # invoices}}', { count: invoices.length })}
    >
      {obstacle === null ? <PayForm invoices={invoices} onClose={onClose} onPaid={onPaid} /> : t(obstacle)}
    </Modal>
  );
}

/** True for an Esc that no cell and no open choice takes. */
function isEscape({ key, target }: KeyboardEvent): boolean {
  if (key !== 'Escape' || !(target instanceof Element)) return false;
  return target.closest('[role="grid"]') === null && target.getAttribute('data-mantine-stop-propagation') !== 'true';
}

function PayForm({ invoices, onClose, onPaid }: PayModalProps) {
  const balances = useQuery({
    queryKey: [payments.balance.id, 'several', ...invoices.map(({ _id }) => _id)],
    queryFn: ({ signal }) =>
      Promise.all(
        invoices.map(
          async ({ _id, invoiceNumber, userID }) =>
            (await call(payments.balance, { params: { invoiceNumber }, query: { userID, invoiceId: _id }, signal })).data,
        ),
      ),
    staleTime: 0,
    gcTime: 0,
  });
  if (balances.data === undefined) return balances.isPending ? <Spinner height={160} /> : <NotLoaded query={balances} />;
  return (
    <LoadedForm
      invoices={invoices}
      figures={balances.data}
      reload={async () => (await balances.refetch()).data}
      onClose={onClose}
      onPaid={onPaid}
    />
  );
}

interface LoadedFormProps extends PayModalProps {
  figures: readonly Figures[];
  reload: () => Promise<readonly Figures[] | undefined>;
}

const schema = transferFields.extend({
  lines: z.array(z.custom<PayRow>()).superRefine((rows, context) => {
    const problem = rows.map(payProblem).find((each) => each !== null);
    if (problem) context.addIssue({ code: 'custom', message: problem.message });
    else if (rows.every(({ amount }) => amount === '')) context.addIssue({ code: 'custom', message: messages.amount });
  }),
});

function LoadedForm({ invoices, figures, reload, onClose, onPaid }: LoadedFormProps) {
  const [defaults] = useState(() => ({
    paymentDate: indianDay(new Date()),
    paymentMode: 'online',
    onlineKind: '',
    reference: '',
    accountLast4: '',
    Remarks: '',
    lines: payRows(invoices, figures),
  }));
  const form = useContractForm({ schema, defaults });

  /** Another payment may have been recorded meanwhile: what was typed stays, what was proposed is proposed anew. */
  async function renew() {
    const newer = await reload();
    if (newer !== undefined) form.setValue('lines', payRows(invoices, newer, form.getValues('lines') as PayRow[]));
  }

  return (
    <Form
      form={form}
      guarded={false}
      submitLabel="Save"
      onCancel={onClose}
      onReload={() => void renew()}
      onSubmit={async ({ lines, ...body }) => {
        const paid = lines.filter(({ amount }) => amount !== '');
        const parts = paid.map(({ invoiceId, amount }) => ({ invoiceId, amount: parseDecimal(amount) ?? new Decimal(0) }));
        const { data } = await call(payments.transfer, {
          body: { ...body, invoices: parts, userID: invoices[0]?.userID ?? '' },
        }).catch(async (error: unknown) => {
          await renew();
          throw error;
        });
        await forgetFigures();
        await queryClient.invalidateQueries();
        toast.success(data.message);
        onPaid(invoices.filter(({ _id }) => paid.some(({ invoiceId }) => invoiceId === _id)));
      }}
    >
      <PayLines />
      <MannerFields />
    </Form>
  );
}

const keyOf = ({ number }: PayRow) => String(number);

/** The invoices with what is paid of each. */
function PayLines() {
  const field = useItems<PayRow>('lines');
  const grid = useGrid({ ...field, columns: COLUMNS, keyOf, problemOf: payProblem });
  const total = Decimal.sum(0, ...field.items.map(({ amount }) => parseDecimal(amount) ?? 0));
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
        <span aria-live="polite">
          <GridSum label="Payment Value">{showMoney(total.toFixed(2))}</GridSum>
        </span>
      }
    />
  );
}

const whyOf = ({ why }: PayRow) => (why === null ? null : <GridUnder>{why}</GridUnder>);
const amountOf = ({ amount }: PayRow) => parseDecimal(amount) ?? new Decimal(0);

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
  shownFigure({ key: 'balance', label: 'Balance ₹', width: 116 }, ({ balance }) => showMoney(balance, '')),
  shownFigure({ key: 'payable', label: 'Payable ₹', width: 116 }, ({ payable }) => showMoney(payable, '')),
  {
    key: 'amount',
    label: 'Amount ₹',
    width: 128,
    kind: 'amount',
    value: ({ amount }) => amount,
    set: (row, amount) => ({ ...row, amount }),
    isOpen: ({ payable }) => payable > 0,
    show: () => '–',
    isChanged: ({ amount, proposed }) => amount !== proposed,
  },
  differenceColumn(
    { key: 'difference', label: 'Difference ₹', width: 116 },
    (row) => amountOf(row).minus(Math.max(row.payable, 0)),
    (text) => showMoney(text, ''),
  ),
];
