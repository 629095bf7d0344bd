import { makeOrder, bare, csv, EAN, fileOf, OTHER_EAN, type Requests, type Setting, several, sheetRequests } from './setting.ts';
import type { Api, Caller } from '../api.ts';
import { orderVersion } from '../books.ts';
import { workbookOf } from '../workbook.ts';

export async function orderRequests({ api, vendor, code, orderId }: Setting): Promise<Requests> {
  const endedOrder = await makeOrder(api.ctx, vendor.user.id, 'PO/closed');
  const doomedOrder = await makeOrder(api.ctx, vendor.user.id, 'PO/cancelled');
  const open = await several(23, async (place) => makeOrder(api.ctx, vendor.user.id, `PO/${place + 1}`));
  const toAnswer = await several(24, async (place) => makeOrder(api.ctx, vendor.user.id, `PO/answer/${place}`));
  const proposed = await several(48, async (place) => proposedOrder(api, vendor, `PO/proposed/${place}`));
  const versions = new Map(await Promise.all(proposed.map(async (id) => [id, await orderVersion(api.ctx, id)] as const)));
  const decided = (id: string) => ({ id, body: { lines: [{ line: 1, decision: 'agree' }], updatedAt: versions.get(id) ?? '' } });
  await makeOrder(api.ctx, vendor.user.id, 'PO/unanswered');
  const answerRows = fileOf(
    'answers.xlsx',
    await workbookOf([
      ['PO Number', 'Line', 'Confirmation'],
      ['PO/unanswered', 1, null],
    ]),
  );
  const orderRows = csv(`Vendor Code,PO Number,PO Date,EAN Code,Quantity,Price\n${code},SHEET/1,01-11-2026,${EAN},10,5\n`);
  const typed = () => ({ poNumber: `T/${api.serial()}`, poDate: '2026-11-02', lines: [{ EANCode: EAN, quantity: 1, price: 10 }] });
  return {
    'order.search': () => ({ body: { code: 'po/', userID: vendor.user.id } }),
    'order.list': () => ({ query: { userID: vendor.user.id } }),
    'order.totals': () => ({ query: { userID: vendor.user.id } }),
    'order.export': () => ({ query: { userID: vendor.user.id } }),
    'order.acknowledge': () => ({ id: open.pop() ?? '', body: { reference: 'SO-1' } }),
    'order.links': () => ({ id: orderId }),
    'orderAnswer.get': () => ({ id: orderId }),
    'orderAnswer.kept': () => ({ query: { userID: vendor.user.id } }),
    'orderAnswer.send': () => ({ id: toAnswer.pop() ?? '', body: { lines: [{ line: 1, decision: 'accept' }] } }),
    ...sheetRequests('orderAnswer', () => answerRows, { query: { userID: vendor.user.id } }),
    'orderAnswer.withdraw': () => ({ id: proposed.pop() ?? '', body: {} }),
    'orderAnswer.decide': () => decided(proposed.pop() ?? ''),
    'answerTolerance.get': bare,
    'answerTolerance.save': () => ({ body: { daysLate: 0, quantityLess: 0, quantityMore: 0, priceMore: 0 } }),
    'answerTolerance.remove': () => ({ id: vendor.user.id }),
    'order.packingLabel': () => ({ id: orderId, query: { cartons: '1:2' } }),
    'order.packageSheet': () => ({ id: orderId }),
    'paper.get': () => ({ id: orderId, query: { kind: 'order' } }),
    ...sheetRequests('buyerOrder', () => orderRows),
    'buyerOrder.get': () => ({ id: doomedOrder }),
    'buyerOrder.create': () => ({ body: { ...typed(), userID: vendor.user.id } }),
    'buyerOrder.edit': () => ({ id: orderId, body: { ...typed(), poNumber: 'PO/0' } }),
    'buyerOrder.close': () => ({ id: endedOrder, body: { reason: 'Enough came' } }),
    'buyerOrder.confirm': () => ({ id: endedOrder, body: { line: 1, quantity: 12 } }),
    'buyerOrder.cancel': () => ({ id: doomedOrder }),
  };
}

/** An order with a proposal for its first line that waits for the buyer. */
export async function proposedOrder(api: Api, vendor: Caller, number: string, more: Parameters<typeof makeOrder>[3] = {}): Promise<string> {
  const id = await makeOrder(api.ctx, vendor.user.id, number, more);
  const { lines } = (await vendor.get(`/api/orderAnswer/get/${id}`)).body as { lines: { quantity: number }[] };
  const promises = [{ quantity: lines[0]?.quantity, date: '2099-01-01' }];
  const line = { line: 1, decision: 'change', reason: 'unavailable', substituteEAN: OTHER_EAN, promises };
  await vendor.post(`/api/orderAnswer/send/${id}`, { lines: [line] });
  return id;
}
