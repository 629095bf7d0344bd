import type { QueryOf } from '@aapurti/contract/ground/operation';
import type { orders } from '@aapurti/contract/purchase-orders/orders';

import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { allRows } from '../database/list.ts';
import type { Workbook } from '../ground/reply.ts';
import { exportColumn } from '../sheets/columns.ts';
import { exportRows } from '../sheets/download.ts';
import { exportList } from './orders.ts';

const vendorColumns = {
  poNumber: exportColumn('PO Number', { width: 20 }),
  poDate: exportColumn('PO Date', { format: 'date' }),
  totalPurchaseItems: exportColumn('Items', { format: 'number' }),
  value: exportColumn('Value', { format: 'amount' }),
  status: exportColumn('Status'),
  deliveryStatus: exportColumn('Delivery'),
  paymentStatus: exportColumn('Payment'),
};

/** The columns of the screen; administrators also see the vendor. */
const { poNumber, poDate, ...figures } = vendorColumns;
const adminColumns = { poNumber, poDate, vendorName: exportColumn('Vendor', { width: 32 }), ...figures };

/** All orders that match the search, on all pages, in the list's order. */
export function exportOrders(ctx: Context, actor: Actor, query: QueryOf<typeof orders.export>): Promise<Workbook> {
  const columns = actor.isAdmin ? adminColumns : vendorColumns;
  return exportRows(
    ctx,
    actor,
    { name: 'purchase-orders.xlsx', sheet: 'Purchase orders', columns },
    allRows(exportList(ctx, actor, query)),
  );
}
