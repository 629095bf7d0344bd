import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { createDatabase, dropDatabase } from '../../test/database.ts';
import { verifyBooks } from '../books/verify.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { openMailing } from '../mail/mailing.ts';
import { migrate } from './migrate.ts';
import { type OpenDatabase, openDatabase } from './open.ts';

const MIGRATIONS = new URL('migrations/', import.meta.url);
/** The last migrations of the releases before lists, price review and credit days, and before sites bind people. */
const [FIRST, SECOND] = ['0019_settings.sql', '0076_changes_of_goods.sql'] as const;

let url: string;
let db: OpenDatabase;
beforeAll(async () => {
  url = await createDatabase(inject('databaseServer'));
  db = await openDatabase({ url, max: 2 });
});
afterAll(async () => {
  await db.close();
  await dropDatabase(inject('databaseServer'), url);
});

async function migrateTo(last: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'aapurti-before-'));
  for (const name of await readdir(MIGRATIONS)) if (name <= last) await cp(new URL(name, MIGRATIONS), join(folder, name));
  await migrate(db, pathToFileURL(`${folder}/`));
  await rm(folder, { recursive: true });
}

/** Two vendors of which one has everything, with rows on 29 February and on both sides of 1 April. */
const ROWS = `
  insert into vendors (id, code, legal_name, address_line1, address_line2, postal_code, country_id, state, city, pan, gstin, payment_terms)
  values (1, 4242, 'Mill', 'Plot 4', 'GIDC', '382445', 'IN', 'IN-GJ', 'Ahmedabad', 'AAPFU0939F', '24AAPFU0939F1Z1', 'Net 45 days'),
    (2, 4243, 'Unregistered', 'Lane 2', 'Market', '400001', 'IN', 'IN-MH', 'Mumbai', null, null, null);
  insert into users (id, email, mobile_number, password_hash, first_name, last_name, is_active, is_admin)
  values (1, 'mill@example.com', '9000000001', 'x', 'Asha', 'Kulkarni', true, false),
    (2, 'lane@example.com', '9000000002', 'x', 'Ravi', 'Rao', false, false),
    (3, 'office@example.com', '9000000003', 'x', 'Meera', 'Krishnan', true, true);
  insert into memberships (user_id, vendor_id, role)
  values (1, 1, 'owner'), (2, 2, 'owner'), (2, 1, 'billing'), (3, null, 'administrator');
  insert into registrations (kind, gstin, legal_name, state_code) values ('regular', '27AAPFU0939F1ZV', 'Buyer', '27');
  insert into registrations (vendor_id, kind, gstin, legal_name, state_code, valid_from, confirmed_at)
  values (1, 'sez', '29AAPFU0939F1ZR', 'Mill', '29', '2026-04-01', now());
  insert into buyer_sites (name, address, postal_code, registration_id)
  select 'Hoskote', 'Plot 7', '562114', id from registrations where vendor_id is null;
  insert into items (ean, item_code, item_name) values ('8901030516320', 'RICE-1', 'Rice');
  insert into invoices (vendor_id, number, invoice_date, po_number, value, cgst, sgst, vendor_registration_id)
  select 1, number, day::date, '7', 1180, 90, 90, main.id
  from (values ('1', '2026-03-31'), ('1', '2026-04-01'), ('INV/9', '2028-02-29')) given (number, day)
  cross join registrations main where main.vendor_id = 1 and is_main;
  insert into payments (vendor_id, invoice_id, invoice_number, mode, amount, paid_on)
  select vendor_id, id, number, 'online', 180, '2026-04-15' from invoices where invoice_date = '2026-04-01';
  insert into purchase_orders (external_id, version, vendor_id, number, ordered_on, status, delivery_location, line_count, value)
  values ('1/7', 'v', 1, '7', '2028-02-29', 'Open', 'HOSKOTE,
plot 7 562114', 1, 105);
  insert into purchase_order_lines (order_id, line, item_code, item_name, quantity, unit_price, taxable, igst_rate, igst, total)
  select id, 1, 'RICE-1', 'Rice', 1, 100, 100, 5, 5, 105 from purchase_orders;
  insert into dispatch_notes (vendor_id, number, challan_date, po_number) values (1, 'dc/7', '2026-04-01', '7');
  insert into mails (kind, user_id, recipient, content, expires_at)
  values ('prices', 1, null, '{"approved": true, "count": 1, "products": [{"name": "Rice", "ean": "8901030516320", "price": "90.00"}]}', null),
    ('payments', 1, null, '{"count": 1, "total": "180.00", "payments": [{"invoice": "1", "amount": "180.00", "mode": "online", "paidOn": "2026-04-15"}]}', null),
    ('orders', 1, null, '{"count": 1, "orders": [{"number": "7", "orderedOn": "2028-02-29", "value": "105.00", "deliverBy": null}]}', null),
    ('amendments', 1, null, '{"count": 1, "orders": [{"number": "7", "value": "105.00", "was": "100.00"}]}', null),
    ('changes', 3, null, '{"vendor": "Mill", "userId": "1", "by": "Asha Kulkarni", "fields": ["PAN"], "waits": true}', null),
    ('reset', 1, null, '{"name": "Asha", "url": "http://localhost/r"}', now() + interval '30 minutes'),
    ('member', 2, 'clerk@example.com', '{"name": "", "company": "Mill", "by": "Asha", "role": "billing", "url": "http://localhost/i"}', now() + interval '7 days'),
    ('identity', 1, null, '{"name": "Asha", "outcome": "asked", "fields": ["PAN"]}', null);
  insert into audit_log (actor_id, vendor_id, action, entity, entity_id, after) values (3, 1, 'order.create', 'purchaseOrder', '1', '{"value": "105.00"}');
  update portal_settings set identity_mail_to = 'deciders', buyer_name = 'Rivaj Retail', buyer_address = 'Plot 7', invoice_numbers = 'rule46';`;

/** What came with the second of them: answers, goods that leave and arrive, invoices with lines, keys and notices. */
const LATER_ROWS = `
  insert into order_answers (order_id, line, decision, state, promises, terms, item_name, is_current, reason)
  select id, 1, decision, state, '[{"quantity": 1, "date": "2028-03-10"}]', '{"itemCode": "RICE-1", "quantity": 1, "price": 100}', 'Rice', is_current, 'late'
  from purchase_orders, (values ('change', 'outdated', false), ('change', 'proposed', true)) given (decision, state, is_current);
  insert into answer_tolerances values (1, 2, 5, 0, 0);
  insert into dispatch_goods (note_id, vendor_id, state, kind, left_at) select id, vendor_id, 'left', 'challan', now() from dispatch_notes;
  insert into dispatch_lines (note_id, no, order_id, line, item_code, item_name, quantity, taxable)
  select note_id, 1, purchase_orders.id, 1, 'RICE-1', 'Rice', 1, 100 from dispatch_goods, purchase_orders;
  insert into dispatch_packages (note_id, no, kind, sscc) select note_id, 1, 'carton', '389012345678900017' from dispatch_goods;
  insert into dispatch_package_lines select id, 1, 1 from dispatch_packages;
  insert into shelf_lives (category, days) values ('Staples', 90);
  insert into receipts (vendor_id, number, note_id, received_on, entered_by) select vendor_id, 'GRN/1', id, '2028-03-01', 3 from dispatch_notes;
  insert into goods_receipts (external_id, vendor_id, order_id, line, quantity, received_on, number, receipt_id)
  select 'GRN/1', 1, purchase_orders.id, 1, 1, '2028-03-01', 'GRN/1', receipts.id from purchase_orders, receipts;
  update purchase_order_lines set received_quantity = 1;
  update invoices set line_count = 1, match_state = 'matched' where invoice_date = '2026-03-31';
  insert into invoice_lines (invoice_id, no, order_id, line, item_name, quantity, unit_price, taxable, cgst, sgst)
  select invoices.id, 1, purchase_orders.id, 1, 'Rice', 1, 1000, 1000, 90, 90 from invoices, purchase_orders where invoice_date = '2026-03-31';
  update portal_settings set quantity_tolerance = 2.5;
  insert into notices (member_id, kind, content) values (1, 'orders', '{"count": 1, "orders": []}');
  insert into mails (kind, user_id, content) values
    ('answers', 3, '{"count": 1, "vendor": "Mill", "orders": [{"id": "1", "number": "7", "count": 1}]}'),
    ('reminders', 1, '{"count": 1, "orders": [{"number": "7", "vendor": null, "orderedOn": "2028-02-29", "deliverBy": null}]}');`;

type Row = Readonly<Record<string, unknown>>;

/** The rows of each table. */
async function contents(): Promise<Map<string, Row[]>> {
  const tables = await db.rows<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by tablename`);
  const all = new Map<string, Row[]>();
  for (const { name } of tables) {
    const { rows } = await db.withClient((client) => client.query<{ row: Row }>(`select to_jsonb(t) as row from ${name} t order by 1`));
    all.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return all;
}

/** What the columns of before say, by table; a row's order depends on columns that came later. */
function rowsOf(all: Map<string, Row[]>, before: Map<string, Row[]>, moved: readonly string[]) {
  return [...before].map(([table, rows]) => {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !moved.includes(`${table}.${column}`));
    return [
      table,
      rows.length === 0 ? 0 : (all.get(table) ?? []).map((row) => JSON.stringify(columns.map((column) => row[column]))).toSorted(),
    ];
  });
}

test('databases of releases before come up with all migrations, and no row is lost or changed', async () => {
  await migrateTo(FIRST);
  await db.withClient((client) => client.query(ROWS));
  const first = await contents();
  expect(first.get('invoices')).toHaveLength(3);

  await migrateTo(SECOND);
  const between = await contents();
  expect(rowsOf(between, first, [])).toEqual(rowsOf(first, first, []));
  await db.withClient((client) => client.query(LATER_ROWS));
  const second = await contents();

  const applied = await migrate(db);
  expect(applied[0]).toBe('0084_identity_providers.sql');
  expect(await migrate(db)).toEqual([]);
  const after = await contents();
  // Who is told has a table of its own now, and a receipt the site of its order, which the feed of changes tells.
  expect(after.get('changes')).toEqual(expect.arrayContaining(second.get('changes') ?? []));
  second.delete('changes');
  const tolerances = ['quantity_tolerance', 'price_tolerance', 'price_tolerance_amount'].map((column) => `portal_settings.${column}`);
  // A note that was received has arrived.
  const arrived = ['state', 'arrived_on', 'updated_at'].map((column) => `dispatch_goods.${column}`);
  const moved = ['portal_settings.identity_mail_to', 'receipts.site_id', ...arrived, ...tolerances];
  expect(rowsOf(after, second, moved)).toEqual(rowsOf(second, second, moved));
  expect(after.get('receipts')).toMatchObject([{ site_id: after.get('buyer_sites')?.[0]?.['id'] }]);
  expect(after.get('dispatch_goods')).toMatchObject([{ state: 'arrived', arrived_on: '2028-03-01' }]);
  expect(after.get('match_tolerances')).toMatchObject([
    { vendor_id: null, category: null, valid_from: null, quantity: 2.5, price: 0, price_amount: 1 },
  ]);
  expect((await verifyBooks(db)).differences).toEqual([]);
  const changes = {
    side: 'buyer',
    kind: 'changes',
    mail_roles: ['administrator', 'approver'],
    notice_roles: ['administrator', 'approver'],
  };
  expect(after.get('event_receivers')).toEqual(expect.arrayContaining([expect.objectContaining(changes)]));
  expect(after.get('vendors')).toMatchObject([{ credit_days: 45 }, { credit_days: null }]);
  expect(after.get('purchase_orders')).toMatchObject([
    { number: '7', place_of_supply: null, vendor_registration_id: null, site_id: after.get('buyer_sites')?.[0]?.['id'] },
  ]);
});

test('mails that waited before, and name no member, are sent after', async () => {
  const sent: Mail[] = [];
  const mailer: Mailer = { send: async (mail) => void sent.push(mail), outbox: async () => [] };
  await openMailing(db, mailer, { publicUrl: 'https://portal.example.in' }).flush({ evenGathering: true });
  expect(sent.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual([
    'clerk@example.com: Asha invites you to Mill on Aapurti',
    'mill@example.com: 1 price approved',
    'mill@example.com: 1 purchase order without an answer',
    'mill@example.com: New purchase order 7',
    'mill@example.com: Payment of ₹180.00 recorded',
    'mill@example.com: Purchase order 7 was changed',
    'mill@example.com: Reset your password',
    'mill@example.com: Your bank or tax details are to change',
    'office@example.com: 1 proposal for purchase orders',
    'office@example.com: Bank or tax details of Mill to approve',
  ]);
  const states = await db.rows(sql`select distinct state, content from mails`);
  expect(states).toEqual([{ state: 'sent', content: null }]);
});
