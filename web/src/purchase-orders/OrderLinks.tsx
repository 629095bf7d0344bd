import { indianDay, showDate, showMoney, showNumber } from '@aapurti/contract/fields';
import { links, LINKS_MAX } from '@aapurti/contract/orderLinks';
import type { PurchaseOrder } from '@aapurti/contract/orders';
import { MODE_WORDS } from '@aapurti/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { call } from '../api.ts';
import { stateOf } from '../invoices/balance.ts';
import { useSignedIn } from '../session.ts';
import { Bars } from '../ui/Bars.tsx';
import { TextLink } from '../ui/Link.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { urls } from '../urls.ts';
import classes from './OrderLinks.module.css';

const STAGES = [
  ['ordered', 'Ordered'],
  ['received', 'Received'],
  ['invoiced', 'Invoiced'],
  ['paid', 'Paid'],
] as const;

/** What followed from an order, from its dispatch notes to the payments, with the value of each stage so far. */
export function OrderLinks({ order }: { order: PurchaseOrder }) {
  const { isAdmin } = useSignedIn();
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [links.get.id, order._id],
    queryFn: async ({ signal }) => (await call(links.get, { params: { id: order._id }, signal })).data,
    // An invoice or a note of a moment ago must appear.
    staleTime: 0,
  });
  const userID = isAdmin ? order.userID : undefined;
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
            label="Value so far"
            bars={STAGES.map(([stage, label]) => ({ label, parts: [data.totals[stage]], value: showMoney(data.totals[stage]) }))}
          />
          <div className={classes.kinds}>
            <Kind title="Dispatch notes" none="Nothing is sent yet." count={data.dispatchNotes.length}>
              {data.dispatchNotes.map(({ _id, DCNumber, challanDate, NumberOfCarton }) => (
                <li key={_id}>
                  <TextLink href={urls.dispatchNote({ _id, DCNumber, userID })}>{DCNumber}</TextLink>
                  <span>{showDate(challanDate)}</span>
                  <span className={classes.figure}>{cartons(NumberOfCarton)}</span>
                </li>
              ))}
            </Kind>
            <Kind
              title="Receipts"
              none={data.totals.received > 0 ? 'Known by item only: see below.' : 'Nothing has arrived yet.'}
              count={data.receipts.length}
            >
              {data.receipts.map(({ number, receivedOn, lines, quantity }) => (
                <li key={`${number} ${receivedOn}`}>
                  <span>{number === '' ? 'Receipt' : number}</span>
                  <span>{showDate(receivedOn)}</span>
                  <span className={classes.figure}>
                    {showNumber(quantity)} of {lines === 1 ? '1 item' : `${showNumber(lines)} items`}
                  </span>
                </li>
              ))}
            </Kind>
            <Kind title="Invoices" none="Nothing is invoiced yet." count={data.invoices.length}>
              {data.invoices.map((invoice) => {
                const { word, tone } = stateOf(invoice, today);
                return (
                  <li key={invoice._id}>
                    <TextLink href={urls.invoice({ ...invoice, userID })}>{invoice.invoiceNumber}</TextLink>
                    <span>{showDate(invoice.invoiceDate)}</span>
                    <span className={classes.figure}>{showMoney(invoice.invoiceValue)}</span>
                    <StatusBadge tone={tone}>{word}</StatusBadge>
                  </li>
                );
              })}
            </Kind>
            <Kind
              title="Payments"
              none={data.totals.paid > 0 ? 'Known from the buyer’s system only.' : 'Nothing is paid yet.'}
              count={data.payments.length}
            >
              {data.payments.map(({ _id, paymentDate, invoiceNumber, tenderType, amount }) => (
                <li key={_id}>
                  <span>{MODE_WORDS[tenderType]}</span>
                  <span>
                    {showDate(paymentDate)} for {invoiceNumber}
                  </span>
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
  return count === null ? '' : count === 1 ? '1 carton' : `${showNumber(count)} cartons`;
}

function Kind({ title, none, count, children }: { title: string; none: string; count: number; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>
        {title} {count > 0 && <span className={classes.count}>{count === LINKS_MAX ? `the newest ${LINKS_MAX}` : count}</span>}
      </h3>
      {count === 0 ? <p className={classes.none}>{none}</p> : <ul className={classes.list}>{children}</ul>}
    </section>
  );
}
