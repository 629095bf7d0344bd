import type { OpenOrder, SomeOrders } from '@aapurti/contract/home/dashboard';
import { showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';

import { useSignedIn } from '../access/session.ts';
import { TextLink } from '../ui/Link.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { urls } from '../urls.ts';
import { type Row, Rows } from './Rows.tsx';
import { t } from '../words/words.ts';

interface OpenOrdersProps {
  title: string;
  /** Undefined while loading. */
  orders: SomeOrders | undefined;
  isAdmin?: boolean;
  /** Leads to the answers of an order instead of the order. */
  toAnswers?: boolean;
  empty: string;
}

/** Open orders with a pending task, by due date. */
export function OpenOrders({ title, orders, isAdmin = false, toAnswers = false, empty }: OpenOrdersProps) {
  const { user } = useSignedIn();
  const more = orders === undefined ? 0 : orders.count - orders.first.length;
  return (
    <Panel
      title={title}
      aside={
        more > 0 && (
          <TextLink href={toAnswers ? urls.ordersToAnswer(isAdmin, user.siteIds.length > 0) : urls.purchaseOrders}>
            {t('{more} more across all orders', { more: showNumber(more) })}
          </TextLink>
        )
      }
    >
      {orders === undefined ? (
        <Spinner height={180} />
      ) : (
        <Rows rows={orders.first.map((order) => orderRow(order, isAdmin, toAnswers))} empty={empty} />
      )}
    </Panel>
  );
}

function orderRow(order: OpenOrder, isAdmin: boolean, toAnswers: boolean): Row {
  return {
    key: `${order.userID} ${order.poNumber}`,
    href: toAnswers ? urls.orderAnswers(order._id) : urls.purchaseOrder(order.poNumber, isAdmin ? order.userID : undefined),
    name: order.poNumber,
    more: (
      <>
        {isAdmin && <span>{order.vendorName}</span>}
        <span>{t(order.deliverBy === null ? `Ordered ${showDate(order.poDate)}` : `Deliver by ${showDate(order.deliverBy)}`)}</span>
      </>
    ),
    aside: showMoney(order.value),
  };
}
