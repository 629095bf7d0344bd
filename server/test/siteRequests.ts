import sharp from 'sharp';
import sql from 'sql-template-tag';

import { makeOrder } from '../src/demo/factories.ts';
import type { Api, Caller } from './api.ts';
import { orderVersion } from './books.ts';
import { receiptOf } from './requests/goods.ts';
import { proposedOrder } from './requests/orders.ts';
import type { Ask } from './requests/setting.ts';

const EAN = '8901030516320';

/** The delivery site of an order; `name` is null for an order without a site. */
export interface Place {
  id: string;
  name: string | null;
}

/** A site that no other test has. */
export async function newSite(api: Api, name = `Depot at ${api.serial()}`): Promise<{ id: string; name: string }> {
  const made = await api.ctx.db.first<{ id: string }>(sql`
    insert into buyer_sites (name, address, postal_code) values (${name}, ${`Plot of ${name}`}, '411037') returning id::text`);
  return { id: made?.id ?? '', name };
}

/**
 * A valid request for each operation with which buyer users change orders or receipts, about a new order for a site. @param vendorNow
 * returns the vendor with a valid session.
 */
export async function siteRequests(api: Api, vendorNow: () => Promise<Caller>): Promise<Record<string, (place: Place) => Promise<Ask>>> {
  const vendor = await vendorNow();
  const vendorRow = await api.ctx.db.first<{ code: number }>(sql`select code from vendors where id = ${vendor.user.id}`);
  const photo = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const newNumber = () => `AT/${api.serial()}`;
  const orderAt = (place: Place, number = newNumber()) =>
    makeOrder(api.ctx, vendor.user.id, number, { deliveryLocation: place.name, orderedOn: '2026-01-01' });
  const receiptAt = async (place: Place) => receiptOf(await api.newAdmin(), await orderAt(place), `GRN/${api.serial()}`);
  const typed = (place: Place) => ({
    poNumber: newNumber(),
    poDate: '2026-11-02',
    deliveryLocation: place.name,
    lines: [{ EANCode: EAN, quantity: 1, price: 10 }],
  });
  const csv = (head: string, row: string) => ({
    files: { file: { name: 'rows.csv', content: Buffer.from(`Vendor Code,${head}\n${vendorRow?.code},${row}\n`) } },
  });
  return {
    'buyerOrder.create': async (place) => ({ body: { ...typed(place), userID: vendor.user.id } }),
    'buyerOrder.edit': async (place) => ({ id: await orderAt(place), body: typed(place) }),
    'buyerOrder.close': async (place) => ({ id: await orderAt(place), body: { reason: 'Enough came' } }),
    'buyerOrder.confirm': async (place) => ({ id: await orderAt(place), body: { line: 1, quantity: 12 } }),
    'buyerOrder.cancel': async (place) => ({ id: await orderAt(place) }),
    'buyerOrder.upload': async (place) =>
      csv('PO Number,PO Date,Delivery Location,EAN Code,Quantity,Price', `${newNumber()},01-11-2026,${place.name ?? ''},${EAN},10,5`),
    'buyerReceipt.upload': async (place) => {
      const number = newNumber();
      await orderAt(place, number);
      return csv('PO Number,EAN Code,Receipt Number,Receipt Date,Quantity', `${number},${EAN},G${api.serial()},02-11-2026,1`);
    },
    'buyerReturn.upload': async (place) => {
      const number = newNumber();
      await orderAt(place, number);
      return csv('Return Number,PO Number,Product Name,Quantity Purchased,Quantity Returned', `R${api.serial()},${number},Rice,10,1`);
    },
    'receipt.create': async (place) => ({
      body: {
        receiptNumber: `G/${api.serial()}`,
        receivedOn: '2026-01-02',
        lines: [{ orderId: await orderAt(place), line: 1, quantity: 1 }],
      },
    }),
    'receipt.cancel': async (place) => ({ id: await receiptAt(place), body: { reason: 'Entered twice' } }),
    'receipt.photo': async (place) => ({ id: await receiptAt(place), files: { photo: { name: 'damage.png', content: photo } } }),
    'receipt.removePhoto': async (place) => {
      const made = await api.ctx.db.first<{ id: string }>(sql`
        with kept as (
          insert into files (id, vendor_id, kind, media_type, original_name, bytes)
          values (gen_random_uuid(), ${vendor.user.id}, 'receipt', 'image/jpeg', 'p.jpg', 1) returning id)
        insert into receipt_photos (receipt_id, file_id) select ${await receiptAt(place)}, id from kept returning id::text`);
      return { id: made?.id ?? '' };
    },
    'orderAnswer.decide': async (place) => {
      const id = await proposedOrder(api, await vendorNow(), newNumber(), { deliveryLocation: place.name });
      return { id, body: { lines: [{ line: 1, decision: 'agree' }], updatedAt: await orderVersion(api.ctx, id) } };
    },
    'dispatchGoods.arrive': async (place) => {
      const caller = await vendorNow();
      const note = (await caller.post('/api/desPatchNote/create', { DCNumber: newNumber() })).body.data._id as string;
      const lines = [{ orderId: await orderAt(place), line: 1, quantity: '0.001' }];
      await caller.put(`/api/dispatchGoods/save/${note}`, { kind: 'challan', lines });
      await api.ctx.db.execute(sql`update dispatch_goods set state = 'left' where note_id = ${note}`);
      return { id: note, body: { arrivedOn: '2026-01-02' } };
    },
  };
}
