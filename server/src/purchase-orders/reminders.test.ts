import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { newMember } from '../../test/members.ts';
import { newSite } from '../../test/siteRequests.ts';
import { makeOrder } from '../demo/factories.ts';
import { remindOfOrders } from './reminders.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
let id: string;
let serial = 0;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
});
afterAll(() => api.close());
beforeEach(async () => {
  serial += 1;
  vendor = await api.newVendor({ vendor_name: 'Shree Mills' });
  id = await makeOrder(api.ctx, vendor.user.id, `PO/${serial}`);
  // The order arrives on a Thursday at noon in India.
  await came('2026-11-19T06:30:00Z');
});

const came = (at: string) => api.ctx.db.execute(sql`update purchase_orders set created_at = ${at} where id = ${id}`);
const remindAt = (at: string) => remindOfOrders({ db: api.ctx.db, clock: () => new Date(at) });
/** The number of e-mails about this order to the vendor and to the administrator. */
async function mails(): Promise<[number, number]> {
  const count = async (who: Caller) =>
    (
      await api.ctx.db.rows(sql`
        select from mails where kind = 'reminders' and user_id = ${who.user.id} and content->'orders' @> ${JSON.stringify([{ number: `PO/${serial}` }])}::jsonb`)
    ).length;
  return [await count(vendor), await count(admin)];
}
const settings = (changed: object) => admin.put('/api/settings', changed);

test('the vendor is reminded once after a working day, and the buyer is notified once after three', async () => {
  await remindAt('2026-11-20T06:29:00Z');
  expect(await mails()).toEqual([0, 0]);
  await remindAt('2026-11-20T06:31:00Z');
  await remindAt('2026-11-20T07:31:00Z');
  expect(await mails()).toEqual([1, 0]);
  // The days are Friday, Saturday and Monday, because Sunday does not count.
  await remindAt('2026-11-22T18:00:00Z');
  expect(await mails()).toEqual([1, 0]);
  await remindAt('2026-11-23T06:31:00Z');
  await remindAt('2026-11-24T06:31:00Z');
  expect(await mails()).toEqual([1, 1]);
});

test('buyer users limited to sites are notified only for the order’s site', async () => {
  const [own, other] = [await newSite(api), await newSite(api)];
  const [here, elsewhere] = [await newMember(api, admin, 'buyer', [own.id]), await newMember(api, admin, 'buyer', [other.id])];
  await makeOrder(api.ctx, vendor.user.id, `PO/${serial}`, { version: '2', deliveryLocation: own.name });
  const another = await makeOrder(api.ctx, vendor.user.id, `AT/${serial}`, { deliveryLocation: other.name });
  await api.ctx.db.execute(sql`update purchase_orders set created_at = '2026-11-19T06:30:00Z' where id = ${another}`);
  await remindAt('2026-11-24T06:31:00Z');
  const numbers = async ({ user }: Caller) => {
    const told = await api.ctx.db.rows<{ number: string }>(sql`
      select jsonb_path_query(content, '$.orders[*].number') #>> '{}' as number from mails where kind = 'reminders' and user_id = ${user.id}`);
    return told.map(({ number }) => number).filter((number) => number.endsWith(`/${serial}`));
  };
  expect(await numbers(here)).toEqual([`PO/${serial}`]);
  expect(await numbers(elsewhere)).toEqual([`AT/${serial}`]);
  expect((await numbers(admin)).toSorted()).toEqual([`AT/${serial}`, `PO/${serial}`]);
});

test('holidays do not count, and 0 days turn reminders off', async () => {
  await settings({ holidays: '20-11-2026 Local holiday\n23-11-2026', orderEscalationDays: 0 });
  await remindAt('2026-11-20T12:00:00Z');
  expect(await mails()).toEqual([0, 0]);
  await remindAt('2026-11-21T12:00:00Z');
  await remindAt('2026-12-30T12:00:00Z');
  expect(await mails()).toEqual([1, 0]);
  await settings({ holidays: '', orderEscalationDays: 3 });
});

test.each<[string, () => Promise<unknown>]>([
  ['is acknowledged', () => vendor.post(`/api/purChaseOrder/acknowledge/${id}`, {})],
  [
    'has an answer to every line',
    () => vendor.post(`/api/orderAnswer/send/${id}`, { lines: [{ line: 1, decision: 'reject', reason: 'unavailable' }] }),
  ],
  ['is cancelled', () => makeOrder(api.ctx, vendor.user.id, `PO/${serial}`, { version: '2', status: 'Cancelled' })],
])('no vendor is reminded of an order that %s', async (_, act) => {
  await act();
  await remindAt('2026-12-30T12:00:00Z');
  expect(await mails()).toEqual([0, 0]);
});

test('an amendment of an acknowledged order restarts the reminders', async () => {
  await remindAt('2026-11-20T06:31:00Z');
  await vendor.post(`/api/purChaseOrder/acknowledge/${id}`, {});
  await makeOrder(api.ctx, vendor.user.id, `PO/${serial}`, { version: '2', deliverBy: '2027-01-01' });
  await api.ctx.db.execute(sql`update withdrawn_acknowledgements set withdrawn_at = '2026-12-01T06:30:00Z' where order_id = ${id}`);
  await remindAt('2026-12-02T06:00:00Z');
  expect(await mails()).toEqual([1, 0]);
  await remindAt('2026-12-02T07:00:00Z');
  expect(await mails()).toEqual([2, 0]);
});
