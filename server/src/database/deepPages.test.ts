import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';

let api: Api;
let vendor: Caller;
beforeAll(async () => {
  api = await startApi();
  vendor = await api.newVendor();
  // More than half of the notes have no PO date.
  await api.ctx.db.execute(sql`
    insert into invoices (vendor_id, number, invoice_date, value, po_date)
    select ${vendor.user.id}, 100000 + n, '2026-01-01', 10 + n % 7, case when n % 5 < 2 then date '2025-01-01' + n % 300 end
    from generate_series(1, 10204) n`);
});
afterAll(() => api.close());

// Deep in a list, on its last pages, past its end, and with missing values last, a page must equal the result of counting from the start.
test.each([
  ['createdAt', 'desc'],
  ['invoiceValue', 'asc'],
  ['invoiceValue', 'desc'],
  ['PODate', 'asc'],
  ['PODate', 'desc'],
])('deep pages sorted by %s %s', async (sortBy, sortOrder) => {
  const column = { createdAt: sql`id`, invoiceValue: sql`value`, PODate: sql`po_date` }[sortBy as 'PODate'];
  const direction = sortOrder === 'asc' ? sql`asc` : sql`desc`;
  const all = await api.ctx.db.rows<{ number: string }>(sql`
    select number from invoices where vendor_id = ${vendor.user.id} order by ${column} ${direction} nulls last, id ${direction}`);
  // 4082 of the notes have a PO date.
  for (const page of [1, 300, 408, 409, 410, 1001, 1020, 1021, 1022, 2000]) {
    const { status, body, headers } = await vendor.get('/api/invoice/get', { page, pageSize: 10, sortBy, sortOrder });
    const wanted = all.slice((page - 1) * 10, page * 10).map(({ number }) => number);
    expect([status, body.map((row: { invoiceNumber: string }) => row.invoiceNumber), headers['x-total-count']]).toEqual([
      wanted.length === 0 ? 201 : 200,
      wanted,
      '10204',
    ]);
  }
});
