import { type Cartons, writeCartons } from '@aapurti/contract/purchase-orders/cartons';
import { orderPrints, printName } from '@aapurti/contract/purchase-orders/orderPrints';
import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { packageSheet } from '@aapurti/contract/papers/packageSheet';
import { packingLabels } from '@aapurti/contract/papers/packingLabels';
import { A4, LABEL } from '@aapurti/contract/papers/paper';

import { call } from '../../ground/api.ts';
import { Pages, PaperSheet } from '../../papers/Paper.tsx';
import { numberedPage, printOut, wholePage } from '../../papers/printOut.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { t } from '../../words/words.ts';
import { loadPacking } from './packing.ts';

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
