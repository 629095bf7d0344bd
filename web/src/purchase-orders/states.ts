import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';

import type { Tone } from '../ui/StatusBadge.tsx';

interface State {
  word: string;
  tone: Tone;
}

const STATUS: Readonly<Record<PurchaseOrder['status'], Tone>> = {
  Open: 'warn',
  Acknowledged: 'good',
  Closed: 'neutral',
  Cancelled: 'bad',
};
const DELIVERY: Readonly<Record<PurchaseOrder['deliveryStatus'], Tone>> = { Pending: 'neutral', Partial: 'warn', Delivered: 'good' };
const PAYMENT: Readonly<Record<PurchaseOrder['paymentStatus'], Tone>> = { Unpaid: 'neutral', Partial: 'warn', Paid: 'good' };

/** The names of the three statuses of an order. Amber means that an action is needed. */
export const states = {
  status: ({ status }: PurchaseOrder): State => ({ word: status, tone: STATUS[status] }),
  confirmation: ({ awaits, acknowledgedOn, status }: PurchaseOrder): State =>
    awaits === 'buyer'
      ? { word: 'Change proposed', tone: 'warn' }
      : awaits === 'vendor'
        ? { word: 'To confirm again', tone: 'warn' }
        : acknowledgedOn !== null
          ? { word: 'Confirmed', tone: 'good' }
          : status === 'Open'
            ? { word: 'Not confirmed', tone: 'warn' }
            : { word: 'None', tone: 'neutral' },
  delivery: ({ deliveryStatus }: PurchaseOrder): State => ({ word: deliveryStatus, tone: DELIVERY[deliveryStatus] }),
  payment: ({ paymentStatus }: PurchaseOrder): State => ({ word: paymentStatus, tone: PAYMENT[paymentStatus] }),
};
