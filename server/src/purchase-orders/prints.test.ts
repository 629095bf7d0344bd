import { messages } from '@aapurti/contract/purchase-orders/cartons';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Answer, type Api, type Caller, startApi, statusesOf } from '../../test/api.ts';
import { decideLines } from '../../test/books.ts';
import { barcodesOf, hasScanner, inkAcross, textOf } from '../../test/scanner.ts';
import { makeOrder, orderLineOf } from '../demo/factories.ts';

const HINDI = 'बासमती चावल ५ किलो – क्षत्रिय ब्राण्ड';

let api: Api;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  vendor = await api.newVendor({ vendor_name: 'Śrī Annapurna Foods' });
});
afterAll(() => api.close());

const labels = (id: string, cartons?: string) => vendor.get(`/api/purChaseOrder/packingLabel/${id}`, { cartons });
const sheet = (id: string, cartons?: string) => vendor.get(`/api/purChaseOrder/packageSheet/${id}`, { cartons });

/** The pages with their sizes in points, as the file states them. */
function pagesOf({ status, headers, body }: Answer): string[] {
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
  const text = (body as Buffer).toString('latin1');
  expect(text.startsWith('%PDF-')).toBe(true);
  return Array.from(text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g), ([, width, height]) => `${width} × ${height}`);
}

describe('packing labels', () => {
  test('have one page of exactly 100 × 150 mm for each carton of each line', async () => {
    const id = await makeOrder(api.ctx, vendor.user.id, 'PO/26-27 118', {
      lines: [orderLineOf({ quantity: '30', caseQuantity: '12' }), orderLineOf({ itemName: HINDI, caseQuantity: null })],
    });
    const answer = await labels(id);
    expect(pagesOf(answer)).toEqual(Array.from({ length: 4 }, () => '283.464567 × 425.19685'));
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="labels-PO-26-27-118.pdf"; filename*=UTF-8''labels-PO-26-27-118.pdf`,
    );
    expect((answer.body as Buffer).toString('latin1')).toMatch(/\/PrintScaling \/None/);
    expect(pagesOf(await labels(id, '2:3'))).toHaveLength(3);
    expect(pagesOf(await labels(id, ''))).toHaveLength(4);
  });

  test.runIf(hasScanner)('have text that can be searched and copied, with Devanagari in reading order', async () => {
    const id = await makeOrder(api.ctx, vendor.user.id, '118', {
      deliveryLocation: 'Nashik',
      lines: [orderLineOf({ itemName: HINDI, quantity: '30', caseQuantity: '12', mrp: '123456.50' })],
    });
    const text = textOf((await labels(id, '1:3')).body as Buffer);
    for (const words of [
      'Śrī Annapurna Foods',
      HINDI,
      '₹1,23,456.50',
      'SGST 2.5%',
      'CGST 2.5%',
      'IGST 0%',
      '6 BAG',
      'Carton 3 of 3',
      '8901030516320',
    ]) {
      expect(text).toContain(words);
    }
  });

  test.each([
    ['x', messages.malformed],
    ['1:501', messages.tooMany],
    ['1:0', messages.none],
    ['2:1', 'Line 2 does not exist in this order.'],
  ])('with cartons=%s: %s', async (cartons, message) => {
    const id = await makeOrder(api.ctx, vendor.user.id, `L${cartons}`);
    expect(await labels(id, cartons)).toMatchObject({ status: 422, body: { errors: { cartons: message } } });
  });

  test('wait for their turn', async () => {
    const id = await makeOrder(api.ctx, vendor.user.id, 'TURN');
    const answers = await Promise.all(Array.from({ length: 6 }, () => labels(id, '1:200')));
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test('do not exist for a cancelled order', async () => {
    const id = await makeOrder(api.ctx, vendor.user.id, '119', { status: 'Cancelled' });
    expect(await labels(id)).toMatchObject({ status: 409, body: { message: messages.cancelled } });
  });

  test('with names of 300 characters, numbers without a barcode, and unknown values need no more pages', async () => {
    const long = orderLineOf({ itemName: 'क्षत्रिय'.repeat(37), ean: null, hsnCode: null, mrp: null, uom: null });
    const id = await makeOrder(api.ctx, vendor.user.id, 'क्रय/५ '.repeat(20), { deliveryLocation: 'x'.repeat(3000), lines: [long] });
    expect(pagesOf(await labels(id, '1:2'))).toHaveLength(2);
  });
});

describe('package sheet', () => {
  test('are A4, with as many pages as 500 lines need', async () => {
    const lines = Array.from({ length: 500 }, (_, place) =>
      orderLineOf({ itemCode: `R-${place + 1}`, rate: place % 2 === 0 ? '5' : null }),
    );
    const id = await makeOrder(api.ctx, vendor.user.id, '4500017788', { lines });
    const answer = await sheet(id);
    const pages = pagesOf(answer);
    expect(pages.length).toBeGreaterThan(10);
    expect(new Set(pages)).toEqual(new Set(['595.275591 × 841.889764']));
    if (!hasScanner) return;
    const text = textOf(answer.body as Buffer);
    for (const each of [1, 250, 500]) expect(text).toContain(`R-${each} ·`);
    // Every page with lines has the column headings; the last page may contain only the totals.
    expect(text.match(/Barcode/g)?.length).toBeGreaterThanOrEqual(pages.length - 1);
    expect(text).toContain(`Page ${pages.length} of ${pages.length}`);
  });

  test.runIf(hasScanner)('have one line with the requested number of cartons', async () => {
    const id = await makeOrder(api.ctx, vendor.user.id, '120', { lines: [orderLineOf({ itemName: HINDI })] });
    const answer = await sheet(id, '1:7');
    expect(pagesOf(answer)).toHaveLength(1);
    for (const words of [HINDI, '7 cartons in total', '₹1,050.00', 'CGST 2.5% + SGST 2.5%', 'Page 1 of 1'])
      expect(textOf(answer.body as Buffer)).toContain(words);
    expect(textOf(answer.body as Buffer)).not.toContain('CANCELLED');
  });

  test('have room for 12 lines with their totals on one page', async () => {
    const lines = Array.from({ length: 12 }, (_, place) =>
      orderLineOf({ itemName: `Basmati ${place + 1} kg`, rate: place % 2 === 0 ? '5' : '18' }),
    );
    const id = await makeOrder(api.ctx, vendor.user.id, '4500017790', { lines });
    expect(pagesOf(await sheet(id))).toHaveLength(1);
  });

  test('exist for a cancelled order, which is marked, and for an order without lines', async () => {
    const cancelled = await sheet(await makeOrder(api.ctx, vendor.user.id, '121', { status: 'Cancelled' }));
    expect(pagesOf(cancelled)).toHaveLength(1);
    if (hasScanner) expect(textOf(cancelled.body as Buffer)).toContain('CANCELLED');
    expect(pagesOf(await sheet(await makeOrder(api.ctx, vendor.user.id, '122', { lines: [] })))).toHaveLength(1);
  });
});

describe('labels and package sheet with agreed and packed quantities', () => {
  /** The order has 56 cartons; the vendor rejects 13 of them. */
  async function confirmed(number: string): Promise<string> {
    const id = await makeOrder(api.ctx, vendor.user.id, number, {
      lines: [orderLineOf({ quantity: '672', caseQuantity: '12', ean: '96385074' })],
    });
    const less = {
      line: 1,
      decision: 'change',
      reason: 'pack_size',
      rejectedQuantity: 156,
      promises: [{ quantity: 516, date: '2026-12-20' }],
    };
    const sent = await vendor.post(`/api/orderAnswer/send/${id}`, { lines: [less] });
    expect([sent.status, sent.body.errors]).toEqual([200, undefined]);
    return id;
  }
  const decide = async (id: string, decision: string) =>
    expect((await decideLines(api, await api.newAdmin(), id, [{ line: 1, decision }])).status).toBe(200);

  test('have 43 cartons if 43 of 56 were agreed, and 56 until the buyer has accepted', async () => {
    const id = await confirmed('AGREED/1');
    expect(pagesOf(await labels(id))).toHaveLength(56);
    await decide(id, 'agree');
    const answer = await labels(id);
    expect(pagesOf(answer)).toHaveLength(43);
    const paper = await sheet(id);
    if (!hasScanner) return;
    expect(textOf(answer.body as Buffer)).toContain('of 516 BAG agreed');
    for (const words of ['43 cartons in total', '516 BAG', '₹54,180.00']) expect(textOf(paper.body as Buffer)).toContain(words);
    expect(barcodesOf(paper.body as Buffer)).toEqual([['96385074', 'AGREED/1']]);
  });

  test('do not change for a rejected or withdrawn proposal', async () => {
    const declined = await confirmed('AGREED/2');
    await decide(declined, 'decline');
    expect(pagesOf(await labels(declined))).toHaveLength(56);
    const withdrawn = await confirmed('AGREED/3');
    await vendor.post(`/api/orderAnswer/withdraw/${withdrawn}`, {});
    expect(pagesOf(await labels(withdrawn))).toHaveLength(56);
  });

  test('have the batch of the dispatch note on each carton, with its number of cartons; a cancelled note has none', async () => {
    const orderId = await makeOrder(api.ctx, vendor.user.id, 'PACKED/1', { lines: [orderLineOf({ quantity: '60', caseQuantity: '12' })] });
    const made = await vendor.post('/api/desPatchNote/create', { DCNumber: 'PACKED/1', VehicleNumber: 'MH12AB1234' });
    const note = made.body.data._id as string;
    const batches = [
      { orderId, line: 1, quantity: 20, cartons: 4, batch: 'RICE-7', bestBefore: '2099-03-31', countryOfOrigin: 'India' },
      {
        orderId,
        line: 1,
        quantity: 10,
        cartons: 1,
        batch: 'RICE-8',
        bestBefore: '2099-04-30',
        netContent: '500 g',
        countryOfOrigin: 'Nepal',
      },
    ];
    expect((await vendor.put(`/api/dispatchGoods/save/${note}`, { kind: 'challan', mode: 'road', lines: batches })).status).toBe(200);
    // A draft has packed nothing.
    expect(pagesOf(await labels(orderId))).toHaveLength(5);
    expect((await vendor.post(`/api/dispatchGoods/move/${note}`, { move: 'ready' })).status).toBe(200);
    const answer = await labels(orderId);
    expect(pagesOf(answer)).toHaveLength(8);
    const paper = await sheet(orderId);
    if (hasScanner) {
      const text = textOf(answer.body as Buffer);
      expect(text.match(/Batch RICE-7 · best before 31-03-2099 · Country of origin: India/g)).toHaveLength(4);
      expect(text.match(/Batch RICE-8/g)).toHaveLength(1);
      expect(text.match(/Net content 500 g/g)).toHaveLength(1);
      expect(text).toContain('Carton 8 of 8');
      for (const words of ['8 cartons in total', '20 BAG · Batch RICE-7', 'Net content 500 g', 'Nepal'])
        expect(textOf(paper.body as Buffer)).toContain(words);
      expect(barcodesOf(answer.body as Buffer)).toHaveLength(8);
    }
    expect((await vendor.post(`/api/dispatchGoods/move/${note}`, { move: 'cancel' })).status).toBe(200);
    expect(pagesOf(await labels(orderId))).toHaveLength(5);
  });
});

describe.runIf(hasScanner)('labels printed at 203 dpi', () => {
  const eanOf = (place: number) => `890${String(place).padStart(9, '0')}${place % 10}`;
  const line = (place: number) => orderLineOf({ ean: eanOf(place), itemName: place % 2 === 0 ? HINDI : 'x'.repeat(300) });

  test('have only readable barcodes', async () => {
    const number = 'PO/26-27 #118 (Nashik)';
    const unreadable = [orderLineOf({ ean: 'चावल-५' }), orderLineOf({ ean: null }), orderLineOf({ ean: 'X'.repeat(40) })];
    const id = await makeOrder(api.ctx, vendor.user.id, number, {
      lines: [line(1), line(2), ...unreadable, orderLineOf({ ean: '96385074' })],
    });
    expect(barcodesOf((await labels(id, '1:1,2:2,3:1,4:1,5:1,6:1')).body as Buffer)).toEqual([
      [eanOf(1), number],
      [eanOf(2), number],
      [eanOf(2), number],
      [number],
      [number],
      [number],
      ['96385074', number],
    ]);
    const longest = 'A'.repeat(30);
    expect(barcodesOf((await labels(await makeOrder(api.ctx, vendor.user.id, longest))).body as Buffer)).toEqual([
      ['8901030516320', longest],
    ]);
    expect(barcodesOf((await labels(await makeOrder(api.ctx, vendor.user.id, 'क्रय ५'))).body as Buffer)).toEqual([['8901030516320']]);
  });

  test('have barcodes of the correct width', async () => {
    const id = await makeOrder(api.ctx, vendor.user.id, '4500017790');
    const { from, to } = inkAcross((await labels(id)).body as Buffer, 59);
    // The barcode has start, five pairs, check and stop of 11 modules each, and two more modules, each 0.25 mm wide.
    expect(from).toBeCloseTo(4, 1);
    expect(to - from).toBeCloseTo((8 * 11 + 2) * 0.25, 1);
  });

  test('have only readable barcodes for 500 lines and for one line', async () => {
    const lines = Array.from({ length: 500 }, (_, place) => line(place));
    const id = await makeOrder(api.ctx, vendor.user.id, '4500017789', { lines });
    const found = barcodesOf((await sheet(id)).body as Buffer).flat();
    expect(found.sort()).toEqual([...lines.map(({ ean }) => ean ?? ''), '4500017789'].sort());
    const cancelled = await makeOrder(api.ctx, vendor.user.id, '124', { status: 'Cancelled' });
    expect(barcodesOf((await sheet(cancelled)).body as Buffer)).toEqual([['124', '8901030516320']]);
  });
});

test('an administrator prints the documents of every vendor, and a vendor only its own', async () => {
  const id = await makeOrder(api.ctx, vendor.user.id, '123');
  const admin = await api.newAdmin();
  expect(pagesOf(await admin.get(`/api/purChaseOrder/packingLabel/${id}`))).toHaveLength(1);
  const other = await api.newVendor();
  for (const what of ['packingLabel', 'packageSheet']) {
    for (const unknown of [id, '999999999', 'x']) expect((await other.get(`/api/purChaseOrder/${what}/${unknown}`)).status).toBe(404);
  }
});
