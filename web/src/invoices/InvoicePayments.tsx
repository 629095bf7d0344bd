import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import type { Invoice } from '@aapurti/contract/invoices/invoices';
import { MODE_WORDS, type Payment, payments } from '@aapurti/contract/payments/payments';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { useSignedIn } from '../access/session.ts';
import { call } from '../ground/api.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { TextLink } from '../ui/Link.tsx';
import { Facts } from '../ui/Panel.tsx';
import { urls } from '../urls.ts';
import { takenOff } from './balance.ts';
import { t } from '../words/words.ts';
import classes from './InvoicePayments.module.css';

/** The most payments listed; no invoice has more in practice. */
const SHOWN = 50;

/** The payments of an invoice, with its value, the paid amount and the balance. */
export function InvoicePayments({ invoice }: { invoice: Invoice }) {
  const { _id, invoiceValue, paymentReceived, notes, deductions, held, balance, userID } = invoice;
  const { isAdmin } = useSignedIn();
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [payments.report.id, 'invoice', _id],
    queryFn: async ({ signal }): Promise<Payment[]> => {
      const reply = await call(payments.report, { query: { invoiceId: _id, userID, page: 1, pageSize: SHOWN }, body: {}, signal });
      // The answer holds payments, because the body requests no outstanding amounts.
      return reply.data.result as Payment[];
    },
    enabled: paymentReceived > 0,
    staleTime: 0,
  });
  return (
    <section aria-label={t('Payments')}>
      <Title order={3} size="h4" mb="xs">
        {t('Payments')}
      </Title>
      <Facts
        items={[
          { label: 'Invoice value', value: showMoney(invoiceValue) },
          { label: 'Paid so far', value: showMoney(paymentReceived) },
          ...takenOff({ notes, deductions }),
          { label: 'Balance', value: <strong>{showMoney(balance)}</strong> },
          ...(held === 0 ? [] : [{ label: 'Held by claims', value: showMoney(held) }]),
        ]}
      />
      {held > 0 && <p className={classes.none}>{t(heldText(isAdmin, balance <= held), { amount: showMoney(held) })}</p>}
      {paymentReceived === 0 ? (
        <p className={classes.none}>{t('No payments yet.')}</p>
      ) : data === undefined ? (
        <NotLoaded query={{ error, isPending, isFetching, refetch }} height={48} />
      ) : (
        <ul className={classes.list}>
          {data.map(({ _id: id, paymentDate, tenderType, amount, remarks, reference, reason }) => (
            <li key={id}>
              <span>{showDate(paymentDate)}</span>
              <span>{t(MODE_WORDS[tenderType])}</span>
              <TextLink alone href={urls.document('payment', id)}>
                {reference ?? t('Payment')}
              </TextLink>
              <span className={classes.remarks}>{reason ?? remarks}</span>
              <strong>{showMoney(amount)}</strong>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/**
 * The reason why claims keep an invoice open, and who can end that. If credits settled everything except the held amount, no payment is left
 * that could deduct the claims.
 */
function heldText(isBuyer: boolean, isAll: boolean): string {
  if (!isBuyer)
    return isAll
      ? 'The buyer’s claims hold the whole balance of {amount}. The invoice stays open until you accept them or settle them with a credit memo.'
      : 'The buyer’s claims hold {amount} of the balance until you accept them or settle them with a credit memo.';
  return isAll
    ? 'Claims hold the whole balance of {amount}. The invoice stays open until the vendor accepts or settles them.'
    : 'Claims hold {amount} of the balance until the vendor accepts or settles them, or a payment of the rest deducts them.';
}
