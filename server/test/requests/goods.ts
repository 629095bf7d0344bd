import sharp from 'sharp';
import sql from 'sql-template-tag';

import { makeDispatchNote, orderLineOf } from '../../src/demo/factories.ts';
import type { Caller } from '../api.ts';
import { workbookOf } from '../workbook.ts';
import { bare, csv, EAN, fileOf, makeOrder, type Requests, type Setting, several, sheetRequests } from './setting.ts';

export async function goodsRequests({ api, vendor, acting, code, orderId, ids }: Setting): Promise<Requests> {
  const note = await makeDispatchNote(api.ctx, acting, 'DC/4001');
  const doomedNotes = await several(24, async (place) => (await makeDispatchNote(api.ctx, acting, `DC/${7000 + place}`))._id);
  const goods = { kind: 'challan', lines: [{ orderId, line: 1, quantity: '0.001' }] };
  const carrying = async (place: number, state: string) => {
    const made = (await vendor.post('/api/desPatchNote/create', { DCNumber: `DC/${state}/${place}` })).body.data;
    await vendor.put(`/api/dispatchGoods/save/${made._id}`, goods);
    await api.ctx.db.execute(sql`update dispatch_goods set state = ${state} where note_id = ${made._id}`);
    return made._id as string;
  };
  const clocked = await carrying(99, 'ready');
  await api.ctx.db.execute(sql`
    update dispatch_notes set eway_bill_number = '131000026768', vehicle_number = 'MH12AB1234' where id = ${clocked}`);
  const shelf = await ids(sql`
    insert into shelf_lives (category, days) select 'Category ' || place, 0 from generate_series(1, 24) place returning id::text`);
  const loaded = await carrying(0, 'ready');
  const dear = await makeOrder(api.ctx, vendor.user.id, 'PO/dear', { lines: [orderLineOf({ quantity: '10', unitPrice: '90000' })] });
  const billed = (await vendor.post('/api/desPatchNote/create', { DCNumber: 'DC/billed', VehicleNumber: 'MH12AB1234' })).body.data._id;
  const shipTo = { shipToAddress: 'Gate 3', shipToPlace: 'Bhiwandi', shipToPin: '421302', shipToState: '27' };
  await vendor.put(`/api/dispatchGoods/save/${billed}`, { ...goods, ...shipTo, lines: [{ orderId: dear, line: 1, quantity: 1 }] });
  await api.ctx.db.execute(sql`update dispatch_goods set state = 'ready' where note_id = ${billed}`);
  const drafts = await several(24, async (place) => carrying(place + 1, 'draft'));
  const onTheWay = await several(24, async (place) => carrying(place + 1, 'left'));
  const delivered = await makeOrder(api.ctx, vendor.user.id, 'PO/delivered', { lines: [orderLineOf({ quantity: '1000' })] });
  const receiver = await api.newAdmin();
  const arrived = await several(40, async (place) => receiptOf(receiver, delivered, `GRN/${place}`));
  const photographed = await ids(sql`
    with kept as (
      insert into files (id, vendor_id, kind, media_type, original_name, bytes)
      select gen_random_uuid(), ${vendor.user.id}, 'receipt', 'image/jpeg', 'p.jpg', 1 from generate_series(1, 40) returning id)
    insert into receipt_photos (receipt_id, file_id) select ${arrived[0]}, id from kept returning id::text`);
  const farmer = await api.newVendor({ kind: 'unregistered', gstin: '' });
  const farmed = await makeOrder(api.ctx, farmer.user.id, 'PO/farmed', { placeOfSupply: '27', lines: [orderLineOf({ quantity: '1000' })] });
  await api.ctx.db.execute(sql`update portal_settings set reverse_charge = '10063020'`);
  await api.ctx.db.execute(sql`
    insert into receipt_lines (source, external_id, vendor_id, order_id, line, number, received_on, quantity)
    select 'embedded', 'farmed ' || n, ${farmer.user.id}, ${farmed}, 1, 'F/' || n, '2026-11-10', 1 from generate_series(1, 60) n`);
  const harvested = await api.ctx.db.rows<{ id: string }>(sql`
    insert into self_invoices (vendor_id, number, invoice_date, order_id, receipt_number, received_on, taxable, cgst, sgst, igst, cess)
    select ${farmer.user.id}, 'X/' || n, '2026-11-10', ${farmed}, 'X/' || n, '2026-11-10', 1, 0, 0, 0, 0 from generate_series(1, 60) n
    returning id::text`);
  await api.ctx.db.execute(sql`
    insert into self_invoice_lines
    select id, 1, order_id, 1, receipt_number, 'Rice', null, null, 1, 1, 1, 5, 0, 0, 0, 0, 0 from self_invoices where order_id = ${farmed}`);
  let harvest = 0;
  let pictures = 0;
  const photo = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await makeOrder(api.ctx, vendor.user.id, 'PO/to send');
  const noteRows = fileOf(
    'lines.xlsx',
    await workbookOf([
      ['DC Number', 'PO Number', 'Line', 'Quantity'],
      ['DC/sheet', 'PO/to send', 1, 1],
    ]),
  );
  const receiptRows = csv(`Vendor Code,PO Number,EAN Code,Receipt Number,Receipt Date,Quantity\n${code},PO/0,${EAN},G1,02-11-2026,1\n`);
  return {
    'dispatchNote.list': () => ({ query: { userID: vendor.user.id } }),
    'dispatchNote.get': () => ({ id: note._id }),
    'dispatchNote.create': () => ({ body: { DCNumber: `DC/${api.serial()}`, NumberOfCarton: 4 } }),
    'dispatchNote.edit': () => ({ id: note._id, body: { NumberOfCarton: 5 } }),
    'dispatchNote.delete': () => ({ id: doomedNotes.pop() ?? '' }),
    'dispatchNote.export': () => ({ query: { userID: vendor.user.id } }),
    'dispatchGoods.get': () => ({ id: loaded }),
    'dispatchGoods.open': () => ({ id: orderId }),
    'dispatchGoods.save': () => ({ id: note._id, body: goods }),
    'dispatchGoods.transport': () => ({ id: loaded, body: { mode: 'road', distance: 120, vehicles: [{ number: 'HR38AB1234' }] } }),
    'dispatchGoods.move': () => ({ id: drafts.pop() ?? '', body: { move: 'ready' } }),
    ...sheetRequests('dispatchLine', () => ({ ...noteRows, body: { userID: vendor.user.id } }), { query: { noteId: loaded } }),
    'selfInvoice.due': bare,
    'selfInvoice.list': bare,
    'selfInvoice.create': () => ({ body: { orderId: farmed, receiptNumber: `F/${(harvest += 1)}` } }),
    'selfInvoice.cancel': () => ({ id: harvested.pop()?.id ?? '', body: { reason: 'Wrong receipt' } }),
    'receipt.list': bare,
    'receipt.totals': bare,
    'receipt.get': () => ({ id: arrived[0] ?? '' }),
    'receipt.find': () => ({ query: { code: 'PO/0' } }),
    'receipt.create': () => ({
      body: { receiptNumber: `G/${api.serial()}`, receivedOn: '2026-01-02', lines: [{ orderId: delivered, line: 1, quantity: 1 }] },
    }),
    'receipt.photo': () => ({ id: arrived[1 + ((pictures += 1) % 3)] ?? '', files: { photo: { name: 'damage.png', content: photo } } }),
    'receipt.removePhoto': () => ({ id: photographed.pop() ?? '' }),
    'receipt.cancel': () => ({ id: arrived.pop() ?? '', body: { reason: 'Entered twice' } }),
    'dispatchGoods.arrive': () => ({ id: onTheWay.pop() ?? '', body: { arrivedOn: '2026-01-02' } }),
    'ewayBill.check': () => ({ body: { noteIds: [billed] } }),
    'ewayBill.file': () => ({ body: { noteIds: [billed] } }),
    'ewayBill.result': () => ({ body: { text: `docNo,ewbNo\nDC/ready/0,${381_009_290_312 + api.serial()}` } }),
    'ewayBill.change': () => ({ id: clocked, body: { action: 'partB', reason: 'other', place: 'Pune', state: '27' } }),
    'shelfLife.list': bare,
    'shelfLife.save': () => ({ body: { category: 'Dairy', days: 90 } }),
    'shelfLife.remove': () => ({ id: shelf.pop() ?? '' }),
    'buyerReceipt.list': bare,
    ...sheetRequests('buyerReceipt', () => receiptRows),
  };
}

/** Enters a receipt as a receiver of the buyer. */
export async function receiptOf(receiver: Caller, orderId: string, receiptNumber: string): Promise<string> {
  const lines = [{ orderId, line: 1, quantity: 1 }];
  return (await receiver.post('/api/receipts/create', { receiptNumber, receivedOn: '2026-01-02', lines })).body.data._id;
}
