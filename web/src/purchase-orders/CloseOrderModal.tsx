import { buyerOrders, messages } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { links } from '@aapurti/contract/purchase-orders/orderLinks';
import { orders, type PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { accounts } from '@aapurti/contract/vendors/accounts';

import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { ReasonModal } from '../ui/ReasonModal.tsx';
import { t } from '../words/words.ts';

interface CloseOrderModalProps {
  order: PurchaseOrder;
  onClose: () => void;
  onClosed?: () => void;
}

/** Closes short an order, with a reason that its vendor reads. */
export function CloseOrderModal({ order, onClose, onClosed }: CloseOrderModalProps) {
  return (
    <ReasonModal
      title={t('Close order {poNumber}', { poNumber: order.poNumber })}
      consequence="Quantities not yet received are no longer expected. The vendor receives your reason by e-mail."
      confirm="Close order"
      close="Cancel"
      missing={messages.closeReason}
      onClose={onClose}
      onConfirm={async (reason) => {
        const { data } = await call(buyerOrders.close, { params: { id: order._id }, body: { reason, updatedAt: order.updatedAt } });
        await renewed([orders.search, orders.list, buyerOrders.get, links.get, accounts.counts]);
        onClosed?.();
        return data.message;
      }}
    />
  );
}
