import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { createDatabase, dropDatabase } from '../../test/database.ts';
import { migrate } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './open.ts';

const MIGRATIONS = new URL('migrations/', import.meta.url);

let url: string;
let db: OpenDatabase;
beforeAll(async () => {
  url = await createDatabase(inject('databaseServer'));
  db = await openDatabase({ url, max: 2 });
  const folder = await mkdtemp(join(tmpdir(), 'aapurti-twins-'));
  for (const name of await readdir(MIGRATIONS)) if (name < '0150') await cp(new URL(name, MIGRATIONS), join(folder, name));
  await migrate(db, pathToFileURL(`${folder}/`));
  await rm(folder, { recursive: true });
  await db.withClient((client) =>
    client.query(`
    insert into vendors (id, code, legal_name, address_line1, address_line2, postal_code, country_id, state, city)
    values (1, 4242, 'Mill', 'Plot 4', 'GIDC', '382445', 'IN', 'IN-GJ', 'Ahmedabad');
    insert into purchase_orders (id, external_id, version, vendor_id, number, ordered_on, status, line_count, value) overriding system value
    select id, '1/' || number, 'v', 1, number, '2026-11-01', 'Open', 0, 0
    from (values (1, 'po-9'), (2, 'PO-9'), (3, E'PO\\u20139'), (4, 'po 8')) given (id, number);
    insert into dispatch_notes (vendor_id, number, challan_date) select 1, number, '2026-11-01' from (values ('DC-1'), (E'DC\\u20111')) given (number);
    insert into receipts (vendor_id, number, received_on) select 1, number, '2026-11-01' from (values ('G-1'), (E'G-1\\u200e')) given (number);
    insert into products (vendor_id, ean, name, quantity, shelf_life_days, mrp, percentage, margin, transfer_price, net_ptr)
    select 1, ean, 'Rice', 1, 1, 1, 0, 0, 1, 1 from (values ('036000291452'), ('0036000291452')) given (ean);
    insert into items (item_code, ean, item_name) values ('rice', '036000291452', 'Rice'), ('RICE', '0036000291452', 'Rice');
    insert into payments (vendor_id, invoice_id, invoice_number, mode, amount, paid_on, source, external_id, version, raw)
    select 1, null, null, 'online', 1, '2026-11-01', 'embedded', '1/' || reference || '/', 'v', jsonb_build_object('reference', reference)
    from (values ('utr 1'), ('UTR 1'), ('utr 2')) given (reference);`),
  );
  await migrate(db);
});
afterAll(async () => {
  await db.close();
  await dropDatabase(inject('databaseServer'), url);
});

const twins = (table: string) =>
  db.withClient(async (client) => (await client.query(`select twin from ${table} order by twin`)).rows.map(({ twin }) => twin as number));

test('records that are one by now stay, and the number is not given again', async () => {
  expect(await twins('purchase_orders')).toEqual([0, 0, 1, 2]);
  for (const table of ['dispatch_notes', 'receipts', 'products', 'items']) expect([table, await twins(table)]).toEqual([table, [0, 1]]);
  const again = db.execute(sql`insert into dispatch_notes (vendor_id, number, challan_date) values (1, 'dc-1', '2026-11-02')`);
  await expect(again).rejects.toThrow('dispatch_notes_number');
});

test('what was loaded is found by its key, the record that had it first', async () => {
  const orders = await db.rows(sql`select number, external_id as id from purchase_orders order by purchase_orders.id`);
  expect(orders).toEqual([
    { number: 'po-9', id: '1/po-9' },
    { number: 'PO-9', id: '1/PO-9' },
    { number: 'PO\u20139', id: '1/PO\u20139' },
    { number: 'po 8', id: '1/PO 8' },
  ]);
  const payments = await db.rows(sql`select external_id as id from payments order by payments.id`);
  expect(payments).toEqual([{ id: '1/utr 1/' }, { id: '1/UTR 1/' }, { id: '1/UTR 2/' }]);
});

test('a twin with a number of its own is as any other', async () => {
  await db.execute(sql`update dispatch_notes set number = 'DC-2' where twin = 1`);
  expect(await twins('dispatch_notes')).toEqual([0, 0]);
  const taken = db.execute(sql`update dispatch_notes set number = ${'DC\u20131'} where number = 'DC-2'`);
  await expect(taken).rejects.toThrow('dispatch_notes_number');
});
