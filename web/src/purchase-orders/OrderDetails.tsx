import { showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { placeOf } from '@aapurti/contract/ground/gst';
import { comments } from '@aapurti/contract/comments/comments';
import { nextOrderStep, orderSteps } from '@aapurti/contract/purchase-orders/orderSteps';
import { isChangedHere, orders, type PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { IconCheck, IconChecks, IconFileDownload, IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { DocumentPage } from '../document/DocumentPage.tsx';
import { usePeek } from '../list/peek.ts';
import { useOtherSide } from '../document/useOtherSide.ts';
import { PaperButton, paperAction } from '../papers/savePaper.tsx';
import { rolesOf } from '../access/roles.ts';
import { useMay } from '../access/useMay.ts';
import { PARTY_LABELS } from '../registrations/partyLabels.ts';
import { useSignedIn } from '../access/session.ts';
import { Button } from '../ui/Button.tsx';
import { Code } from '../ui/Code.tsx';
import { Facts } from '../ui/Panel.tsx';
import { SiteLink } from '../ui/Link.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { urls } from '../urls.ts';
import { linksQuery } from './linksQuery.ts';
import { OrderItems } from './OrderItems.tsx';
import { documentActions, importedReceipts, nextAction, type OrderActs, problemsOf } from './orderWords.ts';
import { PrintButtons } from './print/PrintButtons.tsx';
import { states } from './states.ts';
import { t } from '../words/words.ts';
import { onDemand } from '../ui/onDemand.tsx';

// Loaded on demand: parts that few orders have, or that appear after a click, after a call or at the end of the page.
const AcknowledgeModal = onDemand(async () => (await import('./AcknowledgeModal.tsx')).AcknowledgeModal);
const ConfirmQuantityModal = onDemand(async () => (await import('./ConfirmQuantityModal.tsx')).ConfirmQuantityModal);
const AmendedOrder = onDemand(async () => (await import('./AmendedOrder.tsx')).AmendedOrder);

const CloseOrderModal = onDemand(async () => (await import('./CloseOrderModal.tsx')).CloseOrderModal);
const SendBackInvoice = onDemand(async () => (await import('../invoices/SendBackInvoice.tsx')).SendBackInvoice);

/** The access of `buyerOrders.confirm` and `buyerOrders.close`, whose contract loads with their windows. */
const CONFIRMING = 'purchasing' as const;

/** The access of `matching.sendBack`, for the same reason. */
const SENDING_BACK = 'invoiceRelease' as const;

interface OrderDetailsProps {
  order: PurchaseOrder;
}

/** An order: its lines, its status, and the vendor's actions. */
export function OrderDetails({ order }: OrderDetailsProps) {
  const session = useSignedIn();
  const { isAdmin } = session;
  const may = useMay();
  const other = useOtherSide(order.vendorName);
  const { data } = useQuery(linksQuery(order._id));
  const [acknowledging, setAcknowledging] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [isClosing, setClosing] = useState(false);
  const [sentBack, setSentBack] = useState<string | null>(null);
  const [begun, setBegun] = useState<{ text: string } | null>(null);
  const isPeek = usePeek() !== null;
  const isOpen = order.status === 'Open';
  const badge = ({ word, tone }: ReturnType<(typeof states)['status']>) => <StatusBadge tone={tone}>{t(word)}</StatusBadge>;

  const facts = [
    { label: 'PO Number', value: <Code value={order.poNumber} /> },
    { label: 'PO Date', value: showDate(order.poDate) },
    { label: 'Deliver By', value: showDate(order.deliverBy) },
    { label: 'Payment Terms', value: order.paymentTerms },
    { label: 'Items', value: showNumber(order.totalPurchaseItems) },
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
    ...(order.placeOfSupply === null ? [] : [{ label: 'Place of Supply', value: t(placeOf(order.placeOfSupply)) }]),
    ...(order.documentUpload === null ? [] : [{ label: 'Document', value: <BuyerDocument href={order.documentUpload} /> }]),
  ];
  const steps = data === undefined ? undefined : orderSteps(order, data);
  const step = data === undefined ? null : nextOrderStep(order, data, { isBuyers: isAdmin, roles: rolesOf(session) });
  const next = step === null ? null : nextAction(step, order, isAdmin);

  const acts: OrderActs = {
    isAdmin,
    closeShort: isAdmin && isChangedHere(order) && may(CONFIRMING, order.siteId) ? () => setClosing(true) : null,
    remind: isAdmin && !isPeek && may(comments.create.access) ? (text) => setBegun({ text }) : null,
    sendBack: isAdmin && may(SENDING_BACK) ? setSentBack : null,
  };

  return (
    <>
      <DocumentPage
        kind="purchaseOrder"
        id={order._id}
        number={order.poNumber}
        other={other}
        badge={badge(states.status(order))}
        head={[
          { label: 'Value', value: showMoney(order.value) },
          { label: 'Deliver By', value: showDate(order.deliverBy) },
        ]}
        steps={steps}
        next={next}
        buttons={
          <>
            <PrintButtons order={order} />
            {isOpen && may(orders.acknowledge.access) && (
              <Button label="Acknowledge" variant="default" leftSection={<IconCheck size={16} />} onClick={() => setAcknowledging(true)} />
            )}
            <Button
              label="Confirmations"
              component={SiteLink}
              href={urls.orderAnswers(order._id)}
              variant="default"
              leftSection={<IconListCheck size={16} />}
            />
          </>
        }
        without={data === undefined ? [] : importedReceipts(data)}
        actions={[
          ...(data === undefined ? [] : documentActions(order, data, isAdmin).filter(({ label }) => label !== next?.label)),
          paperAction({ kind: 'order', id: order._id, number: order.poNumber }),
          ...(isAdmin && order.status !== 'Cancelled'
            ? [{ label: 'Confirm quantity', icon: <IconChecks size={16} />, access: CONFIRMING, onClick: () => setConfirming(true) }]
            : []),
        ]}
        problems={data === undefined ? [] : problemsOf(order, data, acts)}
        begun={begun}
        facts={<Facts items={facts} />}
        entity="purchaseOrder"
        documents={<PaperButton kind="order" id={order._id} number={order.poNumber} />}
      >
        {order.withdrawn !== null && <AmendedOrder order={order} withdrawn={order.withdrawn} />}
        <OrderItems order={order} />
      </DocumentPage>
      {isConfirming && <ConfirmQuantityModal order={order} onClose={() => setConfirming(false)} />}
      {isClosing && <CloseOrderModal order={order} onClose={() => setClosing(false)} />}
      {sentBack !== null && <SendBackInvoice id={sentBack} onClose={() => setSentBack(null)} />}
      {acknowledging && <AcknowledgeModal order={order} onClose={() => setAcknowledging(false)} />}
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
