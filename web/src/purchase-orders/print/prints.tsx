import { type Cartons, writeCartons } from '@aapurti/contract/purchase-orders/cartons';
import { orderPrints, printName } from '@aapurti/contract/purchase-orders/orderPrints';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { packageSheet } from '@aapurti/contract/papers/packageSheet';
import { type Packing, packingLabels } from '@aapurti/contract/papers/packingLabels';
import { A4, LABEL } from '@aapurti/contract/papers/paper';
import { indianDay } from '@aapurti/contract/ground/fields';
import { accounts } from '@aapurti/contract/vendors/accounts';
import { site } from '@aapurti/contract/settings/site';

import { ApiError, call } from '../../ground/api.ts';
import { Pages, PaperSheet } from '../../papers/Paper.tsx';
import { numberedPage, printOut, wholePage } from '../../papers/printOut.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { t } from '../../words/words.ts';
import { callQuery } from '../../ground/callQuery.ts';
import { queryClient } from '../../ground/queries.ts';

const nameOf = (file: string) => file.replace(/\.pdf$/, '');

export async function printLabels(order: PurchaseOrder, cartons: Cartons): Promise<void> {
  const labels = packingLabels(await loadPacking(order), cartons, t);
  return printOut({
    title: nameOf(printName('labels', order.poNumber)),
    page: wholePage(LABEL),
    content: <Pages size={LABEL} pages={labels} />,
  });
}

export async function saveLabels(order: PurchaseOrder, cartons: Cartons): Promise<void> {
  const { data } = await call(orderPrints.labels, { params: { id: order._id }, query: { cartons: writeCartons(cartons) } });
  saveFile(data, printName('labels', order.poNumber));
}

export async function printPackage(order: PurchaseOrder, cartons: Cartons): Promise<void> {
  const sheet = packageSheet(await loadPacking(order), cartons, t);
  return printOut({
    title: nameOf(printName('package', order.poNumber)),
    page: numberedPage(A4, sheet),
    content: <PaperSheet sheet={sheet} />,
  });
}

export async function savePackage(order: PurchaseOrder, cartons: Cartons): Promise<void> {
  const { data } = await call(orderPrints.sheet, { params: { id: order._id }, query: { cartons: writeCartons(cartons) } });
  saveFile(data, printName('package', order.poNumber));
}

/** Data of labels and sheets in addition to the order: its vendor, and the buyer's state. */
async function loadPacking(order: PurchaseOrder): Promise<Packing> {
  const [vendor, { buyerState }] = await Promise.all([
    queryClient.fetchQuery({
      queryKey: [accounts.get.id, order.userID, 'sender'],
      queryFn: async ({ signal }) => (await call(accounts.get, { params: { id: order.userID }, signal })).data[0] ?? null,
    }),
    queryClient.fetchQuery({ ...callQuery(site.about), staleTime: Infinity }),
  ]);
  if (vendor === null) throw new ApiError(404, 'The vendor of this order no longer exists.');
  return { order, sender: vendor, buyerState, today: indianDay(new Date()) };
}
