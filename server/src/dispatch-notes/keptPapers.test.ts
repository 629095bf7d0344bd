import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { hasScanner, textOf } from '../../test/scanner.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

let api: Api;
let admin: Caller;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi();
  admin = await api.newAdmin();
  vendor = await api.newVendor({ vendor_name: 'Old Name Foods' });
});
afterAll(() => api.close());

const paper = async (id: string, version?: number, caller = vendor) => caller.get(`/api/paper/${id}`, { kind: 'dispatch-note', version });
const bytes = async (id: string, version?: number) => {
  const { status, body } = await paper(id, version);
  expect(status).toBe(200);
  return body as Buffer;
};
const read = async (id: string) => (await vendor.get(`/api/dispatchGoods/get/${id}`)).body;
const move = (id: string, to: string, headers = {}) => vendor.post(`/api/dispatchGoods/move/${id}`, { move: to }, headers);
const transport = (id: string, number: string) =>
  vendor.put(`/api/dispatchGoods/transport/${id}`, { mode: 'road', vehicles: [{ number }] });

/** A note with its goods, ready for dispatch. */
async function ready(): Promise<string> {
  const serial = api.serial();
  const order = await makeOrder(api.ctx, vendor.user.id, `KP/${serial}`, { lines: [orderLineOf({ quantity: '10' })] });
  const { body } = await vendor.post('/api/desPatchNote/create', { DCNumber: `KP/${serial}`, VehicleNumber: 'HR38AB1234' });
  const id = body.data._id as string;
  await vendor.put(`/api/dispatchGoods/save/${id}`, { kind: 'challan', lines: [{ orderId: order, line: 1, quantity: 5 }] });
  expect((await move(id, 'ready')).status).toBe(200);
  return id;
}

test('a dispatch note that has not left prints its current content and keeps nothing', async () => {
  const id = await ready();
  expect((await paper(id)).status).toBe(200);
  expect([(await read(id)).papers, (await paper(id, 1)).status]).toEqual([[], 404]);
  await move(id, 'cancel');
  expect((await read(id)).papers).toEqual([]);
});

test('once goods have left, the document stays identical, whatever changes in names and addresses', async () => {
  const id = await ready();
  const key = { 'idempotency-key': `leave-${id}` };
  expect((await move(id, 'leave', key)).status).toBe(200);
  expect((await move(id, 'leave', key)).status).toBe(200);
  const printed = await bytes(id);
  await api.ctx.db.execute(sql`update vendors set legal_name = 'New Name Foods', city = 'Nashik' where id = ${vendor.user.id}`);
  await admin.put('/api/settings', { buyerName: 'Another Buyer', buyerAddress: 'Elsewhere' });
  expect((await bytes(id)).equals(printed)).toBe(true);
  await vendor.post(`/api/dispatchGoods/arrive/${id}`, {});
  await move(id, 'close');
  expect((await read(id)).papers).toMatchObject([{ no: 1 }]);
  expect((await bytes(id, 1)).equals(printed)).toBe(true);
  const other = await api.newVendor();
  expect([(await paper(id, 1, other)).status, (await paper(id, 2)).status, (await paper(id, 0)).status]).toEqual([404, 404, 422]);
  expect(((await paper(id, 1, admin)).body as Buffer).equals(printed)).toBe(true);
  if (hasScanner) expect(textOf(printed)).toContain('Old Name Foods');
});

test('a later change of transport prints another document, with the parties of the day when the goods left', async () => {
  const id = await ready();
  await move(id, 'leave');
  const first = await bytes(id);
  await api.ctx.db.execute(sql`update vendors set legal_name = 'Third Name Foods' where id = ${vendor.user.id}`);
  expect((await transport(id, 'MH12AB0001')).status).toBe(200);
  // Nothing on the document changes, so no new version is printed.
  expect((await transport(id, 'MH12AB0001')).status).toBe(200);
  const [{ updatedAt }] = (await vendor.get(`/api/desPatchNote/get/${id}`)).body;
  const edited = await vendor.put(`/api/desPatchNote/edit/${id}`, { DriverName: 'Ravi', updatedAt });
  expect(edited.status).toBe(200);
  expect((await read(id)).papers).toMatchObject([{ no: 1 }, { no: 2 }]);
  const second = await bytes(id);
  expect([second.equals(first), (await bytes(id, 1)).equals(first), (await bytes(id, 2)).equals(second)]).toEqual([false, true, true]);
  if (hasScanner) {
    const [before, after] = [textOf(first), textOf(second)];
    expect([before.includes('HR38AB1234'), after.includes('MH12AB0001'), after.includes('Third Name')]).toEqual([true, true, false]);
  }
});

test('an e-way bill number and a cancellation are printed as well, and two first readers get the same document', async () => {
  const id = await ready();
  await move(id, 'leave');
  const { DCNumber } = await read(id);
  const taken = await vendor.post('/api/ewayBill/result', { text: `docNo,ewbNo\n${DCNumber},381009290312` });
  expect(taken.body).toMatchObject({ data: { taken: 1 } });
  expect((await read(id)).papers).toHaveLength(2);
  // The document has not been generated yet.
  const [one, other] = await Promise.all([bytes(id), bytes(id)]);
  expect(one.equals(other)).toBe(true);
  expect((await bytes(id)).equals(one)).toBe(true);
  await move(id, 'cancel');
  expect((await read(id)).papers).toHaveLength(3);
  expect((await bytes(id)).equals(one)).toBe(false);
  expect((await bytes(id, 1)).equals(await bytes(id, 2))).toBe(false);
  if (hasScanner) expect(textOf(one)).toContain('381009290312');
  const files = await api.ctx.db.rows(sql`
    select count(*)::int as drawn from dispatch_papers join files on files.id = file_id where note_id = ${id} and kind = 'challan'`);
  expect(files).toEqual([{ drawn: 3 }]);
});

test('a vendor whose document limit is reached gets an error, and the goods are not dispatched', async () => {
  const id = await ready();
  await api.ctx.db.execute(sql`
    insert into files (id, vendor_id, kind, media_type, original_name, bytes)
    select gen_random_uuid(), ${vendor.user.id}, 'challan', 'application/pdf', 'x.pdf', 2000000000 from generate_series(1, 3)`);
  expect(await move(id, 'leave')).toMatchObject({
    status: 409,
    body: { message: 'The limit for dispatch note documents is reached. Contact the buyer for help.' },
  });
  expect((await read(id)).state).toBe('ready');
  // These files do not count towards the profile's limit.
  await api.ctx.db.execute(sql`delete from files where vendor_id = ${vendor.user.id} and bytes = 2000000000`);
  expect((await move(id, 'leave')).status).toBe(200);
});
