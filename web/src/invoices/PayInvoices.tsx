import { indianDay, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { Decimal, parseDecimal } from '@aapurti/contract/ground/numbers';
import type { Invoice } from '@aapurti/contract/invoices/invoices';
import { amountProblem, messages, paymentForm, payments } from '@aapurti/contract/payments/payments';
import { Button, Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { AmountInput } from '../form/AmountInput.tsx';
import { Form } from '../form/Form.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { call } from '../ground/api.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';
import { forgetFigures } from '../payments/forgetFigures.ts';
import { MannerFields } from '../payments/MannerFields.tsx';
import { isLimited } from './balance.ts';
import classes from './PayInvoices.module.css';
import { proposedParts } from './payParts.ts';

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
      <Button size="compact-md" variant="default" onClick={() => setAsked(chosen())}>
        {t('Pay')}
      </Button>
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
      title={t('{count, plural, one {Pay # invoice} other {Pay # invoices}}', { count: invoices.length })}
    >
      {obstacle === null ? <PayForm invoices={invoices} onClose={onClose} onPaid={onPaid} /> : t(obstacle)}
    </Modal>
  );
}

function PayForm({ invoices, onClose, onPaid }: PayModalProps) {
  const client = useQueryClient();
  const [today] = useState(() => indianDay(new Date()));
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const form = useContractForm({
    schema: transferFields,
    defaults: { paymentDate: today, paymentMode: 'online', onlineKind: '', reference: '', accountLast4: '', Remarks: '' },
  });
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
  });
  if (balances.data === undefined) return balances.isPending ? <Spinner height={160} /> : <NotLoaded query={balances} />;

  const proposed = proposedParts(balances.data);
  const rows = invoices.map((invoice, index) => {
    const figures = balances.data[index];
    const amount = typed[invoice._id] ?? proposed[index] ?? '';
    const payable = figures?.payable ?? 0;
    return { invoice, figures, payable, amount, problem: amount === '' ? null : amountProblem(amount, payable) };
  });
  const paid = rows.filter(({ amount }) => amount !== '');
  const total = Decimal.sum(0, ...paid.map(({ amount }) => parseDecimal(amount) ?? 0));

  return (
    <Form
      form={form}
      guarded={false}
      submitLabel="Save"
      blocked={paid.length === 0 || rows.some(({ problem }) => problem !== null)}
      onCancel={onClose}
      onReload={() => void balances.refetch()}
      onSubmit={async (body) => {
        const parts = paid.map(({ invoice, amount }) => ({ invoiceId: invoice._id, amount: parseDecimal(amount) ?? new Decimal(0) }));
        const { data } = await call(payments.transfer, {
          body: { ...body, invoices: parts, userID: invoices[0]?.userID ?? '' },
        }).catch(async (error: unknown) => {
          // Another payment may have been recorded meanwhile.
          await balances.refetch();
          throw error;
        });
        await forgetFigures(client);
        await client.invalidateQueries();
        toast.success(data.message);
        onPaid(paid.map(({ invoice }) => invoice));
      }}
    >
      <ul className={classes.list} aria-label={t('Invoices to pay')} data-span="full">
        {rows.map(({ invoice, figures, payable, amount, problem }) => (
          <li key={invoice._id}>
            <div>
              <strong>{invoice.invoiceNumber}</strong>
              <span className={classes.under}>{t('Due {day}', { day: showDate(invoice.dueDate) })}</span>
            </div>
            <dl>
              <div>
                <dt>{t('Balance')}</dt>
                <dd>{showMoney(figures?.invoiceValue)}</dd>
              </div>
              <div>
                <dt>{t('Payable')}</dt>
                <dd>{showMoney(payable)}</dd>
              </div>
            </dl>
            <AmountInput
              isGrouped
              aria-label={t('Amount for invoice {number}', { number: invoice.invoiceNumber })}
              value={amount}
              disabled={payable === 0}
              error={problem === null ? undefined : t(problem)}
              onValue={(value) => setTyped({ ...typed, [invoice._id]: value })}
            />
            {figures !== undefined && payable < figures.invoiceValue && <p className={classes.why}>{whyNotMore(figures)}</p>}
          </li>
        ))}
      </ul>
      <p className={classes.total} data-span="full" aria-live="polite">
        {t('Payment Value')} <strong>{showMoney(total.toFixed(2))}</strong>
      </p>
      <MannerFields />
    </Form>
  );
}

interface Figures {
  reason: string | null;
  held: number;
  vendorPayable: number | null;
  invoiceValue: number;
}

/** The reason why less than the balance is payable. */
function whyNotMore(figures: Figures): string {
  if (figures.reason !== null) return t(figures.reason);
  if (figures.invoiceValue <= 0) return t(messages.nothingLeft);
  if (isLimited(figures)) return t('Only {amount} is payable to the vendor in total.', { amount: showMoney(figures.vendorPayable) });
  return t('{amount} is held by claims.', { amount: showMoney(figures.held) });
}
