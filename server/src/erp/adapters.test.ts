// Why so long: one table of hard cases, which every adapter passes.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { ErpDouble } from '../../test/erpDouble.ts';
import { fakeErpnext } from '../../test/fakeErpnext.ts';
import { fakeOdoo } from '../../test/fakeOdoo.ts';
import { fakeTryton } from '../../test/fakeTryton.ts';
import { gstinOf, panOf } from '../demo/factories.ts';
import { checkRecord } from '../buyer-system/check.ts';
import type { BuyerSystem, PulledFault, PulledPage, Pulls } from './port.ts';
import type { PulledOrder } from './records.ts';

// All adapters share this table: each must handle the pitfalls of every other ERP.

const DAY = '2026-11-20';
const GSTIN = gstinOf(panOf(1), '27');
let double: ErpDouble;
let system: BuyerSystem;

async function all<Kind extends keyof Pulls>(kind: Kind, cursor: string | null = null) {
  const pages: PulledPage<unknown>[] = [];
  for await (const page of (system.pulls as Pulls)[kind](cursor) as AsyncIterable<PulledPage<unknown>>) {
    pages.push(page);
    // A page contains no record that the job would reject.
    for (const row of page.rows) expect(checkRecord(kind, row)).toEqual({ value: row });
  }
  type Row = Parameters<Pulls[Kind]>[0] extends string | null
    ? ReturnType<Pulls[Kind]> extends AsyncIterable<PulledPage<infer Each>>
      ? Each
      : never
    : never;
  return {
    rows: pages.flatMap(({ rows }) => rows) as Row[],
    faults: pages.flatMap(({ faults }): PulledFault[] => faults),
    cursors: pages.map((page) => page.cursor),
  };
}

const message = (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing was wrong',
    (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`,
  );

describe.each([
  ['ERPNext', fakeErpnext],
  ['Odoo 19 by JSON-2', () => fakeOdoo('json2')],
  ['Odoo 16 by JSON-RPC', () => fakeOdoo('jsonrpc')],
  ['Tryton 6', () => fakeTryton('/main/')],
  ['Tryton of today', () => fakeTryton('/main/rpc/')],
])('%s', (_name, start) => {
  let supplier: string;
  beforeEach(async () => {
    double = await start();
    system = double.open();
    supplier = double.addSupplier({ name: 'Annapurna Rice Mill', email: 'mill@example.in', gstin: GSTIN });
    double.addItem({ code: 'SALT', name: 'नमक 1 kg', eans: ['8901058000290'] });
  });
  afterEach(() => double.fake.close());

  const line = { item: 'SALT', quantity: 10, price: 20.5 };
  const add = (number: string, more: Partial<Parameters<ErpDouble['addOrder']>[0]> = {}) =>
    double.addOrder({ number, supplier, changed: `${DAY} 10:00:00`, lines: [line], ...more });

  test('imports an order with its amounts, exact to the paisa, and its day in India', async () => {
    const id = add('PO/26 27/1');
    const { rows, faults } = await all('orders');
    expect(faults).toEqual([]);
    expect(rows).toEqual([
      expect.objectContaining({
        externalId: id,
        supplier,
        number: 'PO/26 27/1',
        orderedOn: DAY,
        deliverBy: '2026-11-30',
        status: 'Open',
        acknowledgedOn: null,
        paid: '0.00',
        lines: [
          expect.objectContaining({
            itemCode: 'SALT',
            itemName: 'नमक 1 kg',
            ean: '8901058000290',
            quantity: '10',
            receivedQuantity: '0',
            unitPrice: '20.5',
            discount: '0.00',
            taxable: '205.00',
            cgstRate: '2.5',
            cgst: '5.13',
            sgst: '5.13',
            igst: '0.00',
            total: '215.26',
          }),
        ],
      }),
    ]);
    expect(rows[0]?.raw).toBeTypeOf('object');
  });

  test('removes the noise of a number that arrives as a binary fraction', async () => {
    add('1', { lines: [{ item: 'SALT', quantity: 3, price: 0.1 + 0.2 }] });
    const [row] = (await all('orders')).rows;
    expect(row?.lines[0]).toMatchObject({ unitPrice: '0.3', taxable: '0.90' });
  });

  test('does not import a draft', async () => {
    add('1', { state: 'draft' });
    expect((await all('orders')).rows).toEqual([]);
  });

  test('imports an order cancelled afterwards as cancelled, under the same ID', async () => {
    const id = add('1');
    const before = await all('orders');
    double.cancel(id, `${DAY} 12:00:00`);
    const after = await all('orders', before.cursors.at(-1) ?? null);
    expect(after.rows.map(({ externalId, status }) => [externalId, status])).toEqual([[id, 'Cancelled']]);
    expect(after.rows[0]?.version).not.toBe(before.rows[0]?.version);
  });

  test('keeps the ID of an amended order, however often it is imported', async () => {
    const id = add('1');
    const before = await all('orders');
    const number = double.amend(id, `${DAY} 12:00:00`, [{ ...line, quantity: 4 }]);
    const after = await all('orders', before.cursors.at(-1) ?? null);
    expect(after.rows.map((row) => [row.externalId, row.number, row.status, row.lines[0]?.quantity])).toEqual([[id, number, 'Open', '4']]);
    expect(after.rows[0]?.version).not.toBe(before.rows[0]?.version);
    const again = await all('orders', after.cursors.at(-1) ?? null);
    expect(again.rows.map(({ version }) => version)).toEqual(after.rows.map(({ version }) => version));
  });

  test('imports ordered and received quantities in the unit of purchase', async () => {
    add('1', { lines: [{ item: 'SALT', quantity: 5, price: 240, uom: 'Carton', factor: 12, received: 2 }] });
    const [row] = (await all('orders')).rows;
    expect(row?.lines[0]).toMatchObject({ uom: 'Carton', quantity: '5', receivedQuantity: '2', unitPrice: '240', taxable: '1200.00' });
  });

  test('imports a free quantity with the price 0', async () => {
    add('1', { lines: [line, { ...line, quantity: 1, price: 0 }] });
    const [row] = (await all('orders')).rows;
    expect(row?.lines.map(({ unitPrice, taxable, total }) => [unitPrice, taxable, total])).toEqual([
      ['20.5', '205.00', '215.26'],
      ['0', '0.00', '0.00'],
    ]);
  });

  test('imports a payment of several bills as several, and the rest as on account', async () => {
    const bills = [
      { number: 'INV-1', amount: 100.1 },
      { number: 'INV-2', amount: 50.25 },
    ];
    double.addPayment({ supplier, bills, onAccount: 9.65, changed: `${DAY} 10:00:00` });
    const { rows, faults } = await all('payments');
    expect(faults).toEqual([]);
    expect(rows.map(({ invoiceNumber, amount, paidOn, mode }) => [invoiceNumber, amount, paidOn, mode])).toEqual([
      ['INV-1', '100.10', '2026-11-21', 'NEFT'],
      ['INV-2', '50.25', '2026-11-21', 'NEFT'],
      [null, '9.65', '2026-11-21', 'NEFT'],
    ]);
    expect(new Set(rows.map(({ externalId }) => externalId)).size).toBe(3);
  });

  test('imports a return with a positive quantity, whatever its sign in the ERP, and with its bill', async () => {
    const id = add('PO-9');
    double.addReturn({ supplier, order: id, item: 'SALT', quantity: 3, changed: `${DAY} 11:00:00` });
    const { rows, faults } = await all('returns');
    expect(faults).toEqual([]);
    expect(rows).toEqual([
      expect.objectContaining({
        supplier,
        poNumber: 'PO-9',
        poDate: DAY,
        invoiceNumber: 'INV-77',
        invoiceDate: '2026-11-18',
        returnedQuantity: '3',
      }),
    ]);
    expect(rows[0]?.remarks).toContain('Torn bags');
  });

  test('imports suppliers with GST number and e-mail, and those without them too', async () => {
    const bare = double.addSupplier({ name: 'Bare', email: null, gstin: null });
    const odd = double.addSupplier({ name: 'Odd', email: null, gstin: 'not a number' });
    const { rows } = await all('suppliers');
    expect(rows.filter(({ externalId }) => [supplier, bare, odd].includes(externalId))).toEqual([
      { externalId: supplier, name: 'Annapurna Rice Mill', email: 'mill@example.in', gstin: GSTIN },
      { externalId: bare, name: 'Bare', email: null, gstin: null },
      { externalId: odd, name: 'Odd', email: null, gstin: null },
    ]);
  });

  test('finds an item with two barcodes by either, each under its own code', async () => {
    double.addItem({ code: 'TEA', name: 'Tea', eans: ['8901030865435', '18901030865432'] });
    const items = (await all('items')).rows.filter(({ name }) => name === 'Tea');
    expect(items.map((item) => item.ean)).toEqual(['8901030865435', '18901030865432']);
    expect(new Set(items.map(({ itemCode }) => itemCode)).size).toBe(2);
    expect((await system.findItemsByEan?.('18901030865432'))?.map((item) => item.name)).toEqual(['Tea']);
  });

  test('imports two items with one EAN, and both match the EAN', async () => {
    double.addItem({ code: 'SALT-OLD', name: 'Old salt', eans: ['8901058000290'] });
    expect((await system.findItemsByEan?.('8901058000290'))?.map((item) => item.name).sort()).toEqual(['Old salt', 'नमक 1 kg']);
    expect((await all('items')).rows.filter((item) => item.ean === '8901058000290')).toHaveLength(2);
  });

  test('reads a code of 12 digits as the EAN with its leading zero, in both directions', async () => {
    double.addItem({ code: 'US', name: 'Peanut butter', eans: ['036000291452'] });
    double.addItem({ code: 'OWN', name: 'No EAN at all', eans: ['ABC-1'] });
    expect((await all('items')).rows.map((item) => item.ean).sort()).toEqual(['0036000291452', '8901058000290']);
    for (const asked of ['0036000291452', '036000291452']) {
      expect((await system.findItemsByEan?.(asked))?.map((item) => [item.ean, item.name])).toEqual([['0036000291452', 'Peanut butter']]);
    }
  });

  test('names a record with a wrong type, and imports the others', async () => {
    const ids = [add('1'), add('2'), add('3')];
    double.spoil(ids[1] ?? '');
    const { rows, faults } = await all('orders');
    expect(rows.map(({ number }) => number)).toEqual(['1', '3']);
    expect(faults).toEqual([expect.objectContaining({ externalId: ids[1], problem: expect.stringContaining('is not a date') })]);
    expect(faults[0]?.raw).toBeTypeOf('object');
  });

  test('reads pages by the oldest change first, and continues after a failure where it ended', async () => {
    const stamp = (index: number) => new Date(Date.UTC(2026, 10, 1, 0, index * 10)).toISOString().slice(0, 19).replace('T', ' ');
    for (let index = 249; index >= 0; index -= 1) add(`N${index}`, { changed: stamp(index) });
    const stored: PulledOrder[] = [];
    let cursor: string | null = null;
    let pages = 0;
    const run = async () => {
      for await (const page of (system.pulls as Pulls).orders(cursor)) {
        expect(page.rows.length).toBeLessThanOrEqual(200);
        stored.push(...page.rows);
        cursor = page.cursor;
        pages += 1;
        if (pages === 1) double.fake.trouble(() => ({ kind: 'reset' }));
      }
    };
    expect(await message(run())).toMatch(/^BuyerSystemError: .*connection was lost/);
    expect(stored.map(({ number }) => number)).toEqual(Array.from({ length: 200 }, (_, index) => `N${index}`));
    double.fake.trouble(null);
    double.fake.asked.length = 0;
    await run();
    // The last row arrives again, like every row that changed in the minutes before.
    expect([...new Set(stored.map(({ number }) => number))]).toEqual(Array.from({ length: 250 }, (_, index) => `N${index}`));
    expect(stored.length).toBe(251);
  });

  test('reads changes of the minutes before the cursor again, because they may have become visible late', async () => {
    add('1');
    const { cursors } = await all('orders');
    add('late', { changed: `${DAY} 09:57:00` });
    expect((await all('orders', cursors[0])).rows.map(({ number }) => number).sort()).toEqual(['1', 'late']);
    add('old', { changed: `${DAY} 09:50:00` });
    expect((await all('orders', cursors[0])).rows).toHaveLength(2);
  });

  test.each<[string, Parameters<typeof double.fake.trouble>[0], RegExp]>([
    ['a web page', () => ({ kind: 'html' }), /the web page 200 \(Bad Gateway\) instead of JSON/],
    ['a web page of a proxy', () => ({ kind: 'html', status: 502 }), /the web page 502 \(Bad Gateway\)/],
    ['half a page', () => ({ kind: 'cut' }), /incomplete or invalid JSON/],
    ['nothing', () => ({ kind: 'silence' }), /did not respond to the request for .* within 0\.1 seconds/],
    [
      'a redirect to elsewhere',
      () => ({ kind: 'redirect', to: 'http://169.254.169.254/latest?token=1' }),
      /redirected the request for .* to http:\/\/169\.254\.169\.254\. The portal does not follow/,
    ],
    ['too much', () => ({ kind: 'huge' }), /more than 1 MB/],
  ])('reports %s by name, without the secret', async (what, trouble, expected) => {
    add('1');
    // Only the silent server needs a timeout.
    system = double.open({ bytesMost: 1024 * 1024, ...(what === 'nothing' && { timeout: 100 }) });
    double.fake.trouble(trouble);
    const said = await message(all('orders'));
    expect(said).toMatch(/^BuyerSystemError: (ERPNext|Odoo|Tryton) /);
    expect(said).toMatch(expected);
    expect(said).not.toContain('hush-hush');
    expect(double.fake.asked.length).toBeGreaterThan(0);
  });

  test('names a missing permission, which stops only that kind', async () => {
    add('1');
    double.deny('returns');
    const said = await message(all('returns'));
    expect(said).toMatch(/^BuyerSystemError: /);
    expect(said).toContain(double.tables.returns);
    expect(said).toMatch(/no right|not allowed/);
    expect(said).not.toContain('Traceback');
    expect((await all('orders')).rows).toHaveLength(1);
  });

  test('reports a missing ERP', async () => {
    await double.fake.close();
    expect(await message(all('orders'))).toMatch(
      /^BuyerSystemError: .* could not be reached for .*, or the connection was lost \(ECONNREFUSED\)/,
    );
    double = await start();
  });

  const wanted = {
    vendorCode: 4711,
    name: 'Sahyadri Foods',
    email: 'foods@example.in',
    mobileNumber: '9876543210',
    pan: panOf(2),
    gstin: gstinOf(panOf(2), '27'),
  };

  test('creates a supplier once, however many concurrent requests come', async () => {
    const there = double.suppliersThere();
    const [one, other] = await Promise.all([system.createSupplier(wanted), system.createSupplier(wanted)]);
    expect(one).toEqual(other);
    expect(await double.open().createSupplier(wanted)).toEqual(one);
    expect(double.suppliersThere()).toBe(there + 1);
    expect((await all('suppliers')).rows.filter(({ name }) => name === 'Sahyadri Foods')).toMatchObject([
      { externalId: one.externalId, email: 'foods@example.in', gstin: wanted.gstin },
    ]);
  });

  test.each([
    ['GST number', { gstin: GSTIN, email: 'another@example.in' }],
    ['e-mail', { gstin: null, email: 'mill@example.in' }],
  ])('finds an existing supplier by its %s', async (_what, known) => {
    expect(await system.createSupplier({ ...wanted, ...known })).toEqual({ externalId: supplier });
  });

  test('compares an e-mail as it is written: its _ is not a pattern', async () => {
    const mixed = { ...wanted, gstin: null, email: 'mill_x@example.in' };
    double.addSupplier({ name: 'Somebody else', email: 'millax@example.in', gstin: null });
    const known = double.addSupplier({ name: 'This one', email: 'mill_x@example.in', gstin: null });
    expect(await system.createSupplier(mixed)).toEqual({ externalId: known });
  });

  test('creates a supplier without GST number and e-mail only once', async () => {
    const bare = { ...wanted, name: 'Bare Traders', email: null, gstin: null, pan: null };
    expect(await system.createSupplier(bare)).toEqual(await system.createSupplier(bare));
  });

  test('does not guess between two suppliers with one GST number', async () => {
    double.addSupplier({ name: 'Annapurna, second branch', email: null, gstin: GSTIN });
    expect(await message(system.createSupplier({ ...wanted, gstin: GSTIN }))).toMatch(/several .*cannot be matched/);
  });

  test('sends an acknowledgement with its reference, and sending it twice does no harm', async () => {
    const id = add('1');
    const told = { externalId: id, number: '1', reference: 'OA-7', on: '2026-11-21' };
    await system.acknowledgeOrder?.(told);
    await system.acknowledgeOrder?.(told);
    expect(double.acknowledgement(id)).toBe('OA-7');
    const [row] = (await all('orders')).rows;
    expect(row?.acknowledgementReference).toBe('OA-7');
  });

  describe('a settled confirmation', () => {
    const note = {
      key: 'Vendor portal, order confirmation 17:',
      sentences: ['Line 1, Salt & <b>spice</b>: 6 on 08-12-2026.', 'Line 2: rejected.'],
    };
    const two = () => add('1', { lines: [line, { ...line, quantity: 4 }] });

    test('is sent once if the ERP is said to accept confirmations', async () => {
      const id = two();
      const [first = '', second = ''] = double.linesOf(id);
      const before = double.promised(id, second);
      const answer = { externalId: id, number: '1', days: [{ line: first, on: '2026-12-08' }], note };
      await system.answerOrder?.(answer);
      const asked = double.fake.asked.length;
      await double.open().answerOrder?.(answer);
      expect([double.promised(id, first), double.promised(id, second)]).toEqual(['2026-12-08', before]);
      expect(system.takes?.promisedDay).not.toBeNull();
      const [said, ...more] = double.notes(id);
      expect(more).toEqual([]);
      expect(system.takes?.terms).not.toBeNull();
      // An item's name is plain text, even if the ERP reads HTML.
      expect(said).toMatch(
        /^Vendor portal, order confirmation 17:\sLine 1, Salt & [<‹]b>spice[<‹]\/b>: 6 on 08-12-2026\.\sLine 2: rejected\.$/,
      );
      const repeated = double.fake.asked.slice(asked).map(({ method, path }) => `${method} ${path}`);
      expect(repeated.filter((each) => /^PUT|write|message_post|add_comment|create/.test(each))).toEqual([]);
    });

    test('changes the expected dates of the lines in the ERP, and leaves the order unchanged', async () => {
      const id = two();
      const [before] = (await all('orders')).rows;
      const days = double.linesOf(id).map((each) => ({ line: each, on: '2026-12-08' }));
      await system.answerOrder?.({ externalId: id, number: '1', days, note: null });
      const [after] = (await all('orders')).rows;
      expect(after?.lines.map(({ quantity, unitPrice }) => [quantity, unitPrice])).toEqual([
        ['10', '20.5'],
        ['4', '20.5'],
      ]);
      // An ERP without a field of its own for confirmed dates reports them in the lines.
      const expected = after?.lines.map(({ expectedOn }) => expectedOn);
      expect([undefined, '2026-12-08']).toContain(expected?.[0]);
      expect(after?.deliverBy).toBe(expected?.[0] ?? before?.deliverBy);
    });

    test('is sent for the other lines of an order with a cancelled line', async () => {
      const id = two();
      const [first = '', second = ''] = double.linesOf(id);
      double.dropLine(id, first);
      const days = [first, second].map((each) => ({ line: each, on: '2026-12-09' }));
      await system.answerOrder?.({ externalId: id, number: '1', days, note });
      expect(double.promised(id, second)).toBe('2026-12-09');
      expect(double.notes(id)).toHaveLength(1);
    });

    test('of a missing order fails with a message that names it', async () => {
      const told = system.answerOrder?.({ externalId: '999', number: '999', days: [], note });
      expect(await message(told ?? Promise.resolve())).toMatch(/^BuyerSystemError: (ERPNext|Odoo|Tryton) has no .*999 to update/);
    });
  });

  test('imports received and rejected quantities separately if the ERP states both', async () => {
    const id = add('1');
    double.receive(id, 9, 2);
    const [row] = (await all('orders')).rows;
    expect(row?.lines[0]).toMatchObject({ receivedQuantity: '9' });
    expect(row?.lines[0]?.rejectedQuantity ?? null).toBe(system.takes?.rejected === null ? null : '2');
  });

  test('counts a service as accepted by order until the ERP counts its received quantity', async () => {
    double.addItem({ code: 'CARTAGE', name: 'Cartage', eans: ['8901030516337'], isService: true });
    const lines = [{ item: 'CARTAGE', quantity: 10, price: 500 }];
    const id = double.addOrder({ number: 'S1', supplier, changed: '2026-11-20 10:00:00', lines });
    expect((await all('orders')).rows[0]?.lines[0]?.acceptance).toBe('order');
    double.receive(id, 4, 0);
    expect((await all('orders')).rows[0]?.lines[0]?.acceptance).toBe('receipt');
    add('2');
    expect((await all('orders')).rows.find(({ number }) => number.endsWith('2'))?.lines[0]?.acceptance).toBeUndefined();
  });

  test('imports the place of supply if the ERP states one', async () => {
    const id = add('1');
    double.place(id, '29');
    const [row] = (await all('orders')).rows;
    expect(row?.placeOfSupply ?? null).toBe(system.takes?.placeOfSupply === null ? null : '29');
  });

  test('imports the payment terms by name, and leaves them open if the order has none', async () => {
    double.terms(add('1'), '45 Days');
    add('2');
    expect((await all('orders')).rows.map(({ paymentTerms }) => paymentTerms ?? null)).toEqual(['45 Days', null]);
  });
});
