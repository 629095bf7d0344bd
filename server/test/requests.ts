import sql from 'sql-template-tag';

import { actAs, makeInvoice } from '../src/demo/factories.ts';
import type { Api, Caller } from './api.ts';
import { addItem } from './items.ts';
import { goodsRequests } from './requests/goods.ts';
import { invoiceRequests } from './requests/invoices.ts';
import { moneyRequests } from './requests/money.ts';
import { orderRequests } from './requests/orders.ts';
import { peopleRequests } from './requests/people.ts';
import { productRequests } from './requests/products.ts';
import { EAN, makeOrder, OTHER_EAN, type Requests, type Setting } from './requests/setting.ts';
import { settingsRequests } from './requests/settings.ts';
import { signInRequests } from './requests/signIn.ts';

/**
 * A valid request for every operation, by its ID, about the vendor's record if it concerns one. Unique values are new with each request.
 */
export async function rightRequests(api: Api, vendor: Caller): Promise<Requests> {
  await addItem(api.ctx, { ean: EAN, name: 'Basmati Rice 1 kg' });
  await addItem(api.ctx, { ean: OTHER_EAN, name: 'Sooji 500 g' });
  const acting = await actAs(api.ctx, vendor.user.id);
  const { code } = await api.ctx.db.one<{ code: number }>(sql`select code from vendors where id = ${vendor.user.id}`);
  const ids: Setting['ids'] = async (query) => (await api.ctx.db.rows<{ id: string }>(query)).map(({ id }) => id);
  const orderId = await makeOrder(api.ctx, vendor.user.id, 'PO/0');
  const setting: Setting = { api, vendor, acting, code, orderId, invoice: await makeInvoice(api.ctx, acting, '4001'), ids };
  const requests: Requests = {};
  const domains = [
    productRequests,
    moneyRequests,
    invoiceRequests,
    orderRequests,
    goodsRequests,
    settingsRequests,
    peopleRequests,
    signInRequests,
  ];
  for (const domain of domains) Object.assign(requests, await domain(setting));
  await api.ctx.db.execute(sql`delete from sessions where id = ${acting.sessionId}`);
  return requests;
}
