/** Every field of every written line, read back from each place that shows it. The contract supplies the written values. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import sql from 'sql-template-tag';
import { dispatchLineTable, packageLineTable } from '../src/dispatch-notes/lines.ts';
import { invoiceLineTable } from '../src/invoices/lines.ts';
import { answerTable } from '../src/purchase-orders/answers.ts';
import { orderLineTable } from '../src/purchase-orders/lines.ts';
import { receiptLineTable } from '../src/receipts/lines.ts';
import { makeOrder, orderLineOf } from '../src/demo/factories.ts';
import { type Answer, type Api, type Caller, startApi } from './api.ts';
import { decideLines } from './books.ts';
import { filledBody, lineOf, operationOf, plain } from './contractValues.ts';
import type { Fields } from './fieldKinds.ts';
import { LINE_KINDS, type LinePlace } from './lineKinds.ts';
import { addItem } from './items.ts';
import { ask } from './requests/setting.ts';
import { cellsOf } from './workbook.ts';

let api: Api;
let admin: Caller;
const RICE = '8901030516320';
beforeAll(async () => {
  api = await startApi({ captcha: false });
  admin = await api.newAdmin();
  for (const ean of [RICE, '8901030516337', '8901030516344']) await addItem(api.ctx, { ean, name: `Rice ${ean}` });
});
afterAll(() => api.close());

test.each(Object.entries(LINE_KINDS))('%s: every field can be read back from every place', async (_, kind) => {
  const vendor = await api.newVendor();
  const document = await kind.start({ api, admin, vendor });
  const faults: string[] = [];
  const send = async (id: string, given: Parameters<typeof ask>[2], who = document.who): Promise<Answer> => {
    const answer = await ask(who, operationOf(id), given);
    if (answer.status !== 200) throw new Error(`${id} answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const body = (generation: number) => filledBody(lineOf(operationOf(kind.write).body), generation, document.known(generation));
  const check = (place: LinePlace, line: Fields, has: (field: string, value: unknown) => boolean) => {
    for (const [field, value] of Object.entries(line))
      if (kind.not?.[field]?.places.includes(place) !== true && !has(field, value)) faults.push(`${field} is not in: ${place}`);
  };
  const isOf = (record: unknown) => (field: string, value: unknown) =>
    plain((record as Fields | undefined)?.[kind.names?.[field] ?? field]) === plain(value);
  const first = (answer: unknown) => (document.linesOf(answer as Fields) as Fields[])[0];
  const write = async (call: string, generation: number): Promise<Fields> => {
    const line = body(generation);
    const answer = await send(call, { id: document.id, body: await document.rest(line, generation) });
    document.made?.(answer);
    return line;
  };
  const get = async () => first((await send(kind.get, { id: document.id })).body);

  for (const [generation, call] of [[1, kind.write] as const, [2, kind.edit ?? kind.write] as const]) {
    if (generation === 2) await document.again?.();
    const line = await write(call, generation);
    check('get', line, isOf(await get()));
    const entries = (await send('audit.list', { query: { entity: kind.entity, entityId: document.id } }, admin)).body as {
      after: Fields | null;
    }[];
    const said = JSON.stringify(entries[0]?.after?.['Line 1'] ?? '');
    if (kind.isLogged === true) check('log', line, (_field, value) => said.includes(String(value)));
  }
  const latest = body(2);
  if (kind.export !== undefined) {
    const content = (await send(kind.export, { query: document.exportQuery?.() ?? {} })).body as Buffer;
    const [head = [], ...rows] = await cellsOf(content);
    const empty = head.filter((_heading, index) => rows.every((cells) => (cells[index] ?? null) === null));
    if (String(empty) !== String(kind.empty ?? [])) faults.push(`the export leaves empty: ${empty.join(', ')}`);
    check('export', latest, (_field, value) => rows.some((cells) => cells.includes(plain(value))));
    if (kind.upload !== undefined) {
      await write(kind.edit ?? kind.write, 1);
      await send(kind.upload, { files: { file: { name: 'lines.xlsx', content } }, body: { userID: vendor.user.id } });
      check('upload', latest, isOf(await get()));
    }
  }
  expect(faults).toEqual([]);
});

/** The exports of lines to fill in, with the columns that have a value from the order. */
const TO_FILL = [
  ['orderAnswer.export', ['PO Number', 'Line', 'Item Code', 'Item Name', 'Ordered', 'UOM', 'Order Price', 'Deliver By', 'State', 'Offer']],
  ['dispatchLine.export', ['PO Number', 'Line', 'EAN Code', 'Item Code', 'Item Name', 'Open', 'UOM', 'MRP', 'HSN Code']],
  ['invoiceLine.export', ['PO Number', 'Line', 'EAN Code', 'Item Code', 'Item Name', 'HSN Code', 'To Invoice', 'UOM', 'Price']],
] as const;

test.each(TO_FILL)('%s: each column that comes from the order is filled in', async (id, filled: readonly string[]) => {
  const vendor = await api.newVendor();
  const line = orderLineOf({
    itemCode: 'R-1',
    itemName: 'Rice',
    ean: RICE,
    mrp: '60',
    uom: 'BAG',
    hsnCode: '10063020',
    receivedQuantity: id === 'invoiceLine.export' ? '5' : '0',
  });
  const orderId = await makeOrder(api.ctx, vendor.user.id, 'LINES/1', { lines: [line], deliverBy: '2030-12-01' });
  if (id === 'orderAnswer.export') {
    const asked = { line: 1, decision: 'change', promises: [{ date: '2030-11-01', quantity: 10 }], price: 900, reason: 'price' };
    expect((await vendor.post(`/api/orderAnswer/send/${orderId}`, { lines: [asked] })).status).toBe(200);
    const counter = { line: 1, decision: 'counter', price: 800, promises: [{ date: '2030-11-01', quantity: 5 }] };
    expect((await decideLines(api, admin, orderId, [counter])).status).toBe(200);
  }
  const { body } = await ask(vendor, operationOf(id), {});
  const [head = [], ...rows] = await cellsOf(body as Buffer);
  expect(rows).toHaveLength(1);
  expect(head.filter((_heading, index) => (rows[0]?.[index] ?? null) !== null)).toEqual(filled);
});

/** The tables of lines, with the columns that identify the parent of a line or that only its own statement writes. */
const TABLES = [
  [orderLineTable, ['order_id']],
  [answerTable, ['id', 'order_id', 'is_current', 'terms', 'entered_by', 'decided_by', 'told_at', 'ended_at']],
  [dispatchLineTable, ['id', 'note_id']],
  [packageLineTable, []],
  [receiptLineTable, ['id', 'vendor_id', 'receipt_id', 'created_at']],
  [invoiceLineTable, ['invoice_id', 'quantity_tolerance']],
] as const;

test('every table of lines is in the list above', async () => {
  const stored = await api.ctx.db.rows<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_name like '%\\_lines' escape '\\'`);
  const listed = TABLES.map(([{ table }]) => table);
  // The lines of memos and self-invoices are computed; no user types them.
  expect([...listed.filter((table) => table.endsWith('_lines')), 'memo_lines', 'self_invoice_lines'].sort()).toEqual(
    stored.map(({ name }) => name).sort(),
  );
});

test.each(TABLES)('$table: each column is in its map', async (map, others) => {
  const columns = await api.ctx.db.rows<{ name: string }>(sql`
    select column_name as name from information_schema.columns where table_name = ${map.table} and table_schema = 'public'`);
  expect([...map.columns, ...others].sort()).toEqual(columns.map(({ name }) => name).sort());
});
