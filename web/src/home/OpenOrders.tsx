import type { OpenOrder, SomeOrders } from '@aapurti/contract/home/dashboard';
import { showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { say } from '@aapurti/contract/ground/template';

import { useSignedIn } from '../access/session.ts';
import { TextLink } from '../ui/Link.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { urls } from '../urls.ts';
import { type Row, Rows } from './Rows.tsx';
import { Group, Step } from './Today.tsx';
import { t } from '../words/words.ts';

interface OpenOrdersProps {
  title: string;
  /** Undefined while loading. */
  orders: SomeOrders | undefined;
  isAdmin?: boolean;
  /** Links to the confirmation of each order instead of the order itself. */
  toAnswers?: boolean;
  /** The text of an empty panel; a task group without orders is hidden instead. */
  empty?: string;
  /** The address of the whole list; the orders, if it is absent. */
  href?: string;
  /** The next step of each order in the task group. */
  step?: { label: string; href: (order: OpenOrder) => string };
}

/** Open orders with a pending task, by due date: a panel, or a group of the tasks of the day. */
export function OpenOrders({ title, orders, isAdmin = false, toAnswers = false, empty, href, step }: OpenOrdersProps) {
  const { user } = useSignedIn();
  const rows = orders?.first.map((order) => ({
    ...orderRow(order, isAdmin, toAnswers),
    step: step && <Step label={step.label} about={order.poNumber} href={step.href(order)} />,
  }));
  if (step !== undefined) {
    if (orders === undefined || rows === undefined || orders.count === 0) return null;
    const all = href ?? (toAnswers ? urls.ordersToAnswer(isAdmin, user.siteIds.length > 0) : urls.purchaseOrders);
    return (
      <Group
        title={title}
        aside={
          <>
            <span>
              {showNumber(orders.count)} · {showMoney(orders.value)}
            </span>
            {orders.count > orders.first.length && (
              <TextLink alone href={all}>
                {t('Show all')}
              </TextLink>
            )}
          </>
        }
      >
        <Rows rows={rows} />
      </Group>
    );
  }
  const more = orders === undefined ? 0 : orders.count - orders.first.length;
  return (
    <Panel
      title={title}
      aside={
        more > 0 && (
          <TextLink alone href={urls.purchaseOrders}>
            {t('{more} more across all orders', { more: showNumber(more) })}
          </TextLink>
        )
      }
    >
      {orders === undefined ? <Spinner height={180} /> : <Rows rows={rows ?? []} empty={empty} />}
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
        <span>
          {t(
            order.deliverBy === null
              ? say('Ordered {poDate}', { poDate: showDate(order.poDate) })
              : say('Deliver by {deliverBy}', { deliverBy: showDate(order.deliverBy) }),
          )}
        </span>
      </>
    ),
    aside: showMoney(order.value),
  };
}
