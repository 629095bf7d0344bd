import { showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { placeOf } from '@aapurti/contract/ground/gst';
import { dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { invoices } from '@aapurti/contract/invoices/invoices';
import { orders, type PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { Button } from '@mantine/core';
import { IconCheck, IconChecks, IconFileDownload, IconFileInvoice, IconListCheck, IconTruckDelivery } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import { useHistory } from '../audit/useHistory.tsx';
import { paperAction } from '../papers/savePaper.tsx';
import { useMay } from '../access/useMay.ts';
import { PARTY_LABELS } from '../registrations/partyLabels.ts';
import { useSignedIn } from '../access/session.ts';
import { ActionMenu } from '../ui/ActionMenu.tsx';
import { Code } from '../ui/Code.tsx';
import { SiteLink } from '../ui/Link.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Facts, Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { urls } from '../urls.ts';
import { OrderItems } from './OrderItems.tsx';
import { PrintButtons } from './print/PrintButtons.tsx';
import { states } from './states.ts';
import { t } from '../words/words.ts';

// Loaded on demand: what few orders have, what is asked for, and what waits for a call or stands at the end.
const AcknowledgeModal = lazy(async () => ({ default: (await import('./AcknowledgeModal.tsx')).AcknowledgeModal }));
const ConfirmQuantityModal = lazy(async () => ({ default: (await import('./ConfirmQuantityModal.tsx')).ConfirmQuantityModal }));
const AmendedOrder = lazy(async () => ({ default: (await import('./AmendedOrder.tsx')).AmendedOrder }));
const OrderTaxes = lazy(async () => ({ default: (await import('./OrderTaxes.tsx')).OrderTaxes }));
const OrderLinks = lazy(async () => ({ default: (await import('./OrderLinks.tsx')).OrderLinks }));

/** The access of `buyerOrders.confirm`, whose contract loads with its window. */
const CONFIRMING = 'purchasing' as const;

interface OrderDetailsProps {
  order: PurchaseOrder;
  crumbs: readonly { label: string; href: string }[];
}

/** An order: its lines, its state, and the vendor's actions. */
export function OrderDetails({ order, crumbs }: OrderDetailsProps) {
  const { isAdmin } = useSignedIn();
  const may = useMay();
  const [acknowledging, setAcknowledging] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const history = useHistory('purchaseOrder');
  const isOpen = order.status === 'Open';
  const badge = ({ word, tone }: ReturnType<(typeof states)['status']>) => <StatusBadge tone={tone}>{t(word)}</StatusBadge>;

  return (
    <>
      <PageHeader
        title={order.poNumber}
        breadcrumb={crumbs}
        action={
          isOpen
            ? {
                label: 'Acknowledge',
                icon: <IconCheck size={16} />,
                access: orders.acknowledge.access,
                onClick: () => setAcknowledging(true),
              }
            : undefined
        }
        more={
          <>
            <PrintButtons order={order} />
            {order.status !== 'Cancelled' && may(dispatchNotes.create.access) && (
              <Button
                component={SiteLink}
                href={urls.dispatchNoteFor(order.poNumber, isAdmin ? order.userID : undefined)}
                variant="default"
                leftSection={<IconTruckDelivery size={16} />}
              >
                {t('Create dispatch note')}
              </Button>
            )}
            {order.status !== 'Cancelled' && may(invoices.create.access) && (
              <Button
                component={SiteLink}
                href={urls.invoiceFor(order.poNumber, isAdmin ? order.userID : undefined)}
                variant="default"
                leftSection={<IconFileInvoice size={16} />}
              >
                {t('Create invoice')}
              </Button>
            )}
            <Button component={SiteLink} href={urls.orderAnswers(order._id)} variant="default" leftSection={<IconListCheck size={16} />}>
              {t('Confirmations')}
            </Button>
            <ActionMenu
              actions={[
                paperAction({ kind: 'order', id: order._id, number: order.poNumber }),
                ...(isAdmin && order.status !== 'Cancelled'
                  ? [{ label: 'Confirm quantity', icon: <IconChecks size={16} />, access: CONFIRMING, onClick: () => setConfirming(true) }]
                  : []),
                history.of(order._id, `purchase order ${order.poNumber}`),
              ]}
            />
          </>
        }
      />
      {history.window}
      <Suspense>{isConfirming && <ConfirmQuantityModal order={order} onClose={() => setConfirming(false)} />}</Suspense>
      <Suspense>{acknowledging && <AcknowledgeModal order={order} onClose={() => setAcknowledging(false)} />}</Suspense>
      <Panel>
        <Facts
          items={[
            { label: 'PO Number', value: <Code value={order.poNumber} /> },
            { label: 'PO Date', value: showDate(order.poDate) },
            ...(isAdmin ? [{ label: 'Vendor', value: order.vendorName }] : []),
            { label: 'Deliver By', value: showDate(order.deliverBy) },
            { label: 'Items', value: showNumber(order.totalPurchaseItems) },
            { label: 'Value', value: <strong>{showMoney(order.value)}</strong> },
            { label: 'Status', value: badge(states.status(order)) },
            { label: 'Delivery', value: badge(states.delivery(order)) },
            { label: 'Payment', value: badge(states.payment(order)) },
            ...(order.acknowledgedOn === null
              ? []
              : [
                  { label: 'Acknowledged On', value: showDate(order.acknowledgedOn) },
                  { label: "Vendor's Reference", value: order.acknowledgementReference },
                ]),
            ...(order.closedReason === null ? [] : [{ label: 'Reason for closing', value: order.closedReason }]),
            { label: 'Delivery Location', value: order.deliveryLocation },
            ...(order.site === null || order.deliveryLocation?.includes(order.site) ? [] : [{ label: 'Site', value: order.site }]),
            { label: 'Vendor Address', value: order.vendorAddress },
            ...(order.vendorGST === null ? [] : [{ label: PARTY_LABELS.vendorGST, value: <Code value={order.vendorGST} /> }]),
            ...(order.buyerGST === null ? [] : [{ label: PARTY_LABELS.buyerGST, value: <Code value={order.buyerGST} /> }]),
            ...(order.placeOfSupply === null ? [] : [{ label: 'Place of Supply', value: placeOf(order.placeOfSupply) }]),
            ...(order.documentUpload === null ? [] : [{ label: 'Document', value: <BuyerDocument href={order.documentUpload} /> }]),
          ]}
        />
      </Panel>
      <Suspense>{order.withdrawn !== null && <AmendedOrder order={order} withdrawn={order.withdrawn} />}</Suspense>
      <Suspense fallback={<Spinner height={220} />}>
        <OrderLinks order={order} />
      </Suspense>
      <OrderItems order={order} />
      <Suspense>
        <OrderTaxes lines={order.listOfItems} />
      </Suspense>
    </>
  );
}

/** The order in the buyer's system; only http addresses become links. */
function BuyerDocument({ href }: { href: string }) {
  if (!/^https?:\/\//i.test(href)) return <>{href}</>;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      <IconFileDownload size={15} aria-hidden /> {t('View')}
    </a>
  );
}
