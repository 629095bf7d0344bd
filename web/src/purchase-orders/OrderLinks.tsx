import { indianDay, showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { LINKS_MAX } from '@aapurti/contract/purchase-orders/orderLinks';
import type { OrderStep } from '@aapurti/contract/purchase-orders/orderSteps';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { MODE_WORDS } from '@aapurti/contract/payments/payments';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { stateOf } from '../invoices/balance.ts';
import { OrderFigures } from '../invoices/OrderFigures.tsx';
import { useSignedIn } from '../access/session.ts';
import { Bars } from '../ui/Bars.tsx';
import { TextLink } from '../ui/Link.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { urls } from '../urls.ts';
import { useMay } from '../access/useMay.ts';
import { t } from '../words/words.ts';
import { linksQuery } from './linksQuery.ts';
import classes from './OrderLinks.module.css';

const STAGES = [
  ['ordered', 'Ordered'],
  ['received', 'Received'],
  ['invoiced', 'Invoiced'],
  ['paid', 'Paid'],
] as const;

/** The documents that followed from an order, from its dispatch notes to the payments, with the value of each stage so far. */
export function OrderLinks({ order, next }: { order: PurchaseOrder; next: OrderStep | undefined }) {
  const { isAdmin } = useSignedIn();
  const may = useMay();
  const { data, error, isPending, isFetching, refetch } = useQuery(linksQuery(order._id));
  const userID = isAdmin ? order.userID : undefined;
  const isLive = order.status !== 'Cancelled';
  const [today] = useState(() => indianDay(new Date()));

  return (
    <Panel title="From order to payment">
      {isPending ? (
        <Spinner height={220} />
      ) : data === undefined ? (
        <NotLoaded query={{ error, isFetching, refetch }} />
      ) : (
        <>
          <Bars
            label="Value received"
            bars={STAGES.map(([stage, label]) => ({ label, parts: [data.totals[stage]], value: showMoney(data.totals[stage]) }))}
          />
          <OrderFigures title="Line by line" lines={data.lines} />
          <div className={classes.kinds}>
            <Kind
              title="Dispatch notes"
              none="No dispatch notes yet."
              count={data.dispatchNotes.length}
              more={
                isLive &&
                next !== 'dispatch' &&
                may('dispatch') && <TextLink href={urls.dispatchNoteFor(order.poNumber, userID)}>{t('Create dispatch note')}</TextLink>
              }
            >
              {data.dispatchNotes.map(({ _id, DCNumber, challanDate, NumberOfCarton }) => (
                <li key={_id}>
                  <TextLink href={urls.dispatchNote({ _id, DCNumber, userID })}>{DCNumber}</TextLink>
                  <span>{showDate(challanDate)}</span>
                  <span className={classes.figure}>{cartons(NumberOfCarton)}</span>
                </li>
              ))}
            </Kind>
            <Kind
              title="Goods receipts"
              none={data.totals.received > 0 ? 'Received quantity is known by item only. See below.' : 'No goods received yet.'}
              count={data.receipts.length}
            >
              {data.receipts.map(({ number, receivedOn, lines, quantity, toInvoice }) => (
                <li key={`${number} ${receivedOn}`}>
                  <span>{t(number === '' ? 'Goods receipt' : number)}</span>
                  <span>{showDate(receivedOn)}</span>
                  <span className={classes.figure}>
                    {t('{quantity} of {lines}', {
                      quantity: showNumber(quantity),
                      lines: t('{count, plural, one {# item} other {# items}}', { count: lines }),
                    })}
                  </span>
                  {number !== '' && toInvoice && may('invoices') && (
                    <TextLink
                      href={urls.invoiceForReceipt(order.poNumber, number, userID)}
                      aria-label={t('Invoice for goods receipt {number}', { number })}
                    >
                      {t('Create invoice')}
                    </TextLink>
                  )}
                </li>
              ))}
            </Kind>
            <Kind
              title="Invoices"
              none="No invoices yet."
              count={data.invoices.length}
              more={
                isLive &&
                next !== 'invoice' &&
                may('invoices') && <TextLink href={urls.invoiceFor(order.poNumber, userID)}>{t('Create invoice')}</TextLink>
              }
            >
              {data.invoices.map((invoice) => {
                const { word, tone } = stateOf(invoice, today);
                return (
                  <li key={invoice._id}>
                    <TextLink href={urls.document('invoice', invoice._id)}>{invoice.invoiceNumber}</TextLink>
                    <span>{showDate(invoice.invoiceDate)}</span>
                    <span className={classes.figure}>{showMoney(invoice.invoiceValue)}</span>
                    <StatusBadge tone={tone}>{t(word)}</StatusBadge>
                  </li>
                );
              })}
            </Kind>
            <Kind
              title="Payments"
              none={data.totals.paid > 0 ? 'Known only from the buyer’s system.' : 'No payments yet.'}
              count={data.payments.length}
            >
              {data.payments.map(({ _id, paymentDate, invoiceNumber, tenderType, amount }) => (
                <li key={_id}>
                  <span>{t(MODE_WORDS[tenderType])}</span>
                  <span>{t('{paymentDate} for {invoiceNumber}', { paymentDate: showDate(paymentDate), invoiceNumber })}</span>
                  <span className={classes.figure}>{showMoney(amount)}</span>
                </li>
              ))}
            </Kind>
          </div>
        </>
      )}
    </Panel>
  );
}

function cartons(count: number | null): string {
  return count === null ? '' : t('{count, plural, one {# carton} other {# cartons}}', { count });
}

interface KindProps {
  title: string;
  none: string;
  count: number;
  /** The way to another one, unless it is the page's next step. */
  more?: ReactNode;
  children: ReactNode;
}

function Kind({ title, none, count, more, children }: KindProps) {
  return (
    <section aria-label={t(title)}>
      <h3 className={classes.heading}>
        {t(title)} {count > 0 && <span className={classes.count}>{t(count === LINKS_MAX ? `the newest ${LINKS_MAX}` : count)}</span>}
      </h3>
      {count === 0 ? <p className={classes.none}>{t(none)}</p> : <ul className={classes.list}>{children}</ul>}
      {more}
    </section>
  );
}
