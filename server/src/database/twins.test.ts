import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../test/database.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
  await own.db.withClient((client) =>
    client.query(`
    insert into vendors (id, code, legal_name, address_line1, address_line2, postal_code, country_id, state, city)
    values (1, 4242, 'Mill', 'Plot 4', 'GIDC', '382445', 'IN', 'IN-GJ', 'Ahmedabad');
    insert into purchase_orders (external_id, version, vendor_id, number, ordered_on, status, line_count, value, twin)
    select '1/' || number, 'v', 1, number, '2026-11-01', 'Open', 0, 0, twin
    from (values ('po-9', 0), ('PO-9', 1), (E'PO\\u20139', 2)) given (number, twin);
    insert into dispatch_notes (vendor_id, number, challan_date, twin)
    select 1, number, '2026-11-01', twin from (values ('DC-1', 0), (E'DC\\u20111', 1)) given (number, twin);
    insert into receipts (vendor_id, number, received_on, twin)
    select 1, number, '2026-11-01', twin from (values ('G-1', 0), (E'G-1\\u200e', 1)) given (number, twin);
    insert into products (vendor_id, ean, name, quantity, shelf_life_days, mrp, percentage, margin, transfer_price, net_ptr, twin)
    select 1, ean, 'Rice', 1, 1, 1, 0, 0, 1, 1, twin from (values ('036000291452', 0), ('0036000291452', 1)) given (ean, twin);
    insert into items (item_code, ean, item_name, twin) values ('rice', '036000291452', 'Rice', 0), ('RICE', '0036000291452', 'Rice', 1);`),
  );
});
afterAll(() => own.drop());

const again = [
  [
    'purchase_orders',
    `(external_id, version, vendor_id, number, ordered_on, status, line_count, value) values ('x', 'v', 1, 'Po-9', '2026-11-02', 'Open', 0, 0)`,
    'number',
  ],
  ['dispatch_notes', `(vendor_id, number, challan_date) values (1, 'dc-1', '2026-11-02')`, 'number'],
  ['receipts', `(vendor_id, number, received_on) values (1, 'g-1', '2026-11-02')`, 'number'],
  [
    'products',
    `(vendor_id, ean, name, quantity, shelf_life_days, mrp, percentage, margin, transfer_price, net_ptr) values (1, '36000291452', 'Rice', 1, 1, 1, 0, 0, 1, 1)`,
    'ean',
  ],
  ['items', `(item_code, ean, item_name) values ('Rice', '1', 'Rice')`, 'code'],
];

test.each(again)('duplicates in %s remain, and their number cannot be used again', async (table, row, column) => {
  await expect(own.db.withClient((client) => client.query(`insert into ${table} ${row}`))).rejects.toThrow(`${table}_${column}`);
});

test('a duplicate that gets its own number becomes an ordinary record', async () => {
  const twins = () => own.db.rows(sql`select twin from dispatch_notes order by twin`);
  expect(await twins()).toEqual([{ twin: 0 }, { twin: 1 }]);
  await own.db.execute(sql`update dispatch_notes set number = 'DC-2' where twin = 1`);
  expect(await twins()).toEqual([{ twin: 0 }, { twin: 0 }]);
  const taken = own.db.execute(sql`update dispatch_notes set number = ${'DC\u20131'} where number = 'DC-2'`);
  await expect(taken).rejects.toThrow('dispatch_notes_number');
});
