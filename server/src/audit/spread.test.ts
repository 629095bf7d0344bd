import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type Api, type Caller, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';
import { row, upload as uploadRows, withCheckDigit } from '../../test/productSheet.ts';
import { verifyBooks } from '../books/verify.ts';
import type { Database } from '../database/database.ts';
import { actAs, makeScheme } from '../demo/factories.ts';
import { CAPS } from '../sheets/cells.ts';
import { readXlsx } from '../sheets/xlsx.ts';
import { recordAudit } from './audit.ts';
import { openSpreading, spreadLog } from './spread.ts';

let api: Api;
let admin: Caller;
let db: Database;
const EANS = Array.from({ length: 1_200 }, (_, index) => withCheckDigit(`890777${String(index).padStart(6, '0')}`));
const [RICE = '', TEA = '', DAL = ''] = EANS;

beforeAll(async () => {
  api = await startApi();
  ({ db } = api.ctx);
  admin = await api.newAdmin();
  for (const [index, ean] of EANS.slice(0, 3).entries()) await addItem(api.ctx, { ean, name: `Item ${index}`, sku: `S-${index}` });
  await db.execute(sql`
    insert into items (item_code, ean, item_name, hsn_code, uom_code, mrp)
    select 'ITM-' || ean, ean, 'Item ' || ean, '10063020', 'PCS', 120 from unnest(${EANS.slice(3)}::text[]) item (ean)`);
});
// What a test leaves waiting is no other one's.
beforeEach(() => spreadLog(db));
afterAll(() => api.close());

type Row = Readonly<Record<string, string | number>>;
const upload = (who: Caller, rows: readonly Row[], dryRun = false) =>
  uploadRows(
    who,
    rows.map((more) => row(String(more['EAN Code']), more)),
    { dryRun },
  );

const sheet = (count: number, from = 0): Row[] => EANS.slice(from, from + count).map((ean) => ({ 'EAN Code': ean }));

/** In the database itself, where nobody brings anything there. */
async function waiting(): Promise<number> {
  return (await db.first<{ count: number }>(sql`select count(*)::int as count from sheet_log`))?.count ?? 0;
}

const entriesOf = (owner: string, also = sql`true`) =>
  db.rows<{ id: string; action: string }>(sql`
    select id::text, at::text, actor_id::text as actor, action, entity, entity_id as of, before::text, after::text from audit_log
    where owner_id = ${owner} and entity = 'product' and ${also} order by audit_log.id`);

/** How a product that was added by a sheet is logged, of what is stored. */
const LOGGED = raw(
  `jsonb_build_object(${Object.entries({
    EANCode: 'ean',
    quantity: 'quantity',
    shelfLifeDays: 'shelf_life_days',
    dateOfAvailability: 'available_on',
    MRP: 'mrp',
    percentage: 'percentage',
    margin: 'margin',
    netPTR: 'net_ptr',
    transferPrice: 'transfer_price',
    scheme: 'scheme_id',
    remarks: 'remarks',
  })
    .map(([name, column]) => `'${name}', ${column}`)
    .join(', ')})`,
);

test('an entry says all that was sent, to the letter, as of the upload and in the order of the sheet', async () => {
  const vendor = await api.newVendor();
  const acting = await actAs(api.ctx, vendor.user.id);
  await makeScheme(api.ctx, acting, TEA, { schemeName: 'Diwali', netPTR: '70.50' });
  const rows = [
    { 'EAN Code': DAL, 'Date of Availability': '01-12-2026', Remarks: `=1+1 "चाय" {a,"b"} null C:\\d 🌾` },
    { 'EAN Code': TEA, Quantity: 0.125, MRP: 4108, Percentage: 25, 'Product Scheme': 'Diwali' },
    { 'EAN Code': RICE, Remarks: 'null' },
  ];
  expect((await upload(vendor, rows)).body).toMatchObject({ created: 3 });
  expect(await waiting()).toBe(1);
  await spreadLog(db);
  expect(await waiting()).toBe(0);

  const entries = await entriesOf(vendor.user.id, sql`action = 'product.create'`);
  expect(entries).toEqual(
    await db.rows(sql`
      select (select min(id) from audit_log where owner_id = ${vendor.user.id} and action = 'product.create') + row_number() over (order by id) - 1 || '' as id,
        created_at::text as at, owner_id::text as actor, 'product.create' as action, 'product' as entity, id::text as of, null as before, ${LOGGED}::text as after
      from products where owner_id = ${vendor.user.id} order by products.id`),
  );
});

test('what one sheet adds comes before what it changes, and an edit right after it comes after both', async () => {
  const vendor = await api.newVendor();
  await upload(vendor, sheet(1));
  await upload(vendor, [...sheet(2, 1), { 'EAN Code': RICE, MRP: 200 }]);
  const body = { EANCode: TEA, quantity: 7, shelfLifeDays: 9, MRP: '300', percentage: '10', margin: '30', sellingPrice: '270' };
  expect((await vendor.post('/api/product/create', body)).status).toBe(200);
  expect(await waiting()).toBe(2);
  // Whoever reads finds all of it there.
  const { body: log, headers } = await admin.get('/api/audit/get', { userID: vendor.user.id, entity: 'product' });
  const [create, edit, done] = ['product.create', 'product.edit', 'product.upload'];
  expect((log as { action: string }[]).map(({ action }) => action)).toEqual([edit, done, edit, create, create, done, create]);
  expect(Number(headers['x-total-count'])).toBe(7);
  const [tea] = await db.rows<{ id: string }>(sql`select id::text from products where owner_id = ${vendor.user.id} and ean = ${TEA}`);
  const { body: history } = await vendor.get(`/api/audit/history/${tea?.id}`, { entity: 'product' });
  expect((history as { action: string }[]).map(({ action }) => action)).toEqual([edit, create]);
});

test('the workbook of the log, the history of a record and each total are whole while entries wait', async () => {
  const vendor = await api.newVendor();
  await upload(vendor, sheet(3));
  const { body } = await admin.get('/api/audit/export', { userID: vendor.user.id, action: 'product.create' });
  let rows = 0;
  for await (const batch of readXlsx(body as Buffer, CAPS)) rows += batch.length;
  // A row a field.
  expect(rows).toBeGreaterThan(3 * 5);

  const other = await api.newVendor();
  await upload(other, sheet(1));
  const [rice] = await db.rows<{ id: string }>(sql`select id::text from products where owner_id = ${other.user.id}`);
  expect((await other.get(`/api/audit/history/${rice?.id}`, { entity: 'product' })).body).toMatchObject([{ action: 'product.create' }]);

  const third = await api.newVendor();
  await upload(third, sheet(3));
  const { headers } = await admin.get('/api/audit/get', { userID: third.user.id });
  const there = await db.first<{ count: number }>(sql`select count(*)::int as count from audit_log where owner_id = ${third.user.id}`);
  expect(Number(headers['x-total-count'])).toBe(there?.count);
});

test('a sheet that is refused, or only tried, leaves nothing', async () => {
  const vendor = await api.newVendor();
  const before = await entriesOf(vendor.user.id);
  expect((await upload(vendor, [...sheet(1_199), { 'EAN Code': EANS.at(-1) ?? '', MRP: 'ten' }])).status).toBe(201);
  expect((await upload(vendor, sheet(1_199), true)).status).toBe(200);
  expect([await waiting(), await entriesOf(vendor.user.id)]).toEqual([0, before]);
});

test('any number of them at once give each entry once, and whoever reads waits for one that another is at', async () => {
  const vendor = await api.newVendor();
  await upload(vendor, sheet(1_200));
  // A first chunk of 100, then of 500.
  expect(await waiting()).toBe(4);
  const { reading } = await db.transaction(async (tx) => {
    await tx.execute(sql`delete from sheet_log where id = (select min(id) from sheet_log)`);
    const others = [1, 2].map(() => admin.get('/api/audit/get', { userID: vendor.user.id, action: 'product.create' }));
    const held = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await db.rows(held)).length, { timeout: 60_000 }).toBe(2);
    return { reading: Promise.all([...others, spreadLog(db)]) };
  });
  const [one, two] = await reading;
  expect([one, two].map((answer) => Number(answer?.headers['x-total-count']))).toEqual([1_200, 1_200]);
  expect(await waiting()).toBe(0);
  const once = await db.rows(sql`
    select entity_id from audit_log where owner_id = ${vendor.user.id} and action = 'product.create' group by entity_id having count(*) = 1`);
  expect(once).toHaveLength(1_200);
});

test('one that is killed while it spreads leaves nothing half', async () => {
  const vendor = await api.newVendor();
  await upload(vendor, sheet(600));
  const killed = db.transaction(async (tx) => {
    await tx.execute(sql`delete from sheet_log where id = (select min(id) from sheet_log)`);
    const own = await tx.first<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await db.execute(sql`select pg_terminate_backend(${own?.pid})`);
    await tx.execute(sql`select`);
  });
  await expect(killed).rejects.toThrow('connection was lost');
  const creates = sql`action = 'product.create'`;
  await expect.poll(async () => [await waiting(), (await entriesOf(vendor.user.id, creates)).length]).toEqual([2, 0]);
  await spreadLog(db);
  expect([await waiting(), (await entriesOf(vendor.user.id, creates)).length]).toEqual([0, 600]);
});

test('nothing that waits can be changed or thrown away: to delete it is to spread it', async () => {
  const vendor = await api.newVendor();
  await upload(vendor, sheet(3));
  for (const change of [sql`update sheet_log set actor_id = 1`, sql`update sheet_log set entries = '{}'`, sql`truncate sheet_log`]) {
    await expect(db.execute(change)).rejects.toThrow('append-only');
  }
  expect(await waiting()).toBe(1);
  await db.execute(sql`delete from sheet_log`);
  expect(await entriesOf(vendor.user.id, sql`action = 'product.create'`)).toHaveLength(3);
});

test('no total loses an entry that is spread after others were counted', async () => {
  const vendor = await api.newVendor();
  const owner = vendor.user.id;
  const write = (to: Database) =>
    recordAudit(to, { actor: null, ownerId: owner, action: 'session.refuse', entity: 'session', entityId: '1' });
  const leave = (to: Database) =>
    to.execute(sql`
      insert into sheet_log (actor_id, owner_id, first_id, entries)
      select ${owner}::bigint, ${owner}::bigint, min(entry_id), array_agg((entry_id, 1, '', 1, 1, null, 1, 1, 1, 1, 1, null, null)::sheet_entry)
      from (select nextval('audit_log_id_seq') as entry_id from generate_series(1, 3)) each`);
  /** Counts what can be, then holds what is counted and what is not against the rows. */
  const check = async () => {
    for (let times = 0; times < 3; times += 1) await db.execute(sql`select count_log()`);
    const found = await db.rows<{ shown: number; there: number }>(sql`
      select (select sum(row_count) from row_counts where list = 'log' and owner_id = of_owner and day = '-infinity')::int
          + (select count(*) from audit_log, log_mark where id > counted_to and of_owner in (0, owner_id))::int as shown,
        (select count(*) from audit_log where of_owner in (0, owner_id))::int as there
      from (values (0), (${owner}::bigint)) owners (of_owner)`);
    for (const { shown, there } of found) expect(shown).toBe(there);
    expect((await verifyBooks(db)).differences).toEqual([]);
    return db.first<{ behind: boolean; all: boolean }>(sql`
      select counted_to < (select min(first_id) from sheet_log) as behind, counted_to = (select max(id) from audit_log) as "all" from log_mark`);
  };

  await write(db);
  expect(await check()).toMatchObject({ all: true });
  await db.transaction(async (tx) => {
    await leave(tx);
    await write(db);
    expect(await check()).toMatchObject({ behind: null, all: false });
    await leave(db);
    expect(await check()).toMatchObject({ behind: true, all: false });
    await write(tx);
  });
  expect(await check()).toMatchObject({ behind: true, all: false });
  for (const left of [1, 0]) {
    await db.transaction(async (tx) => {
      await tx.execute(sql`delete from sheet_log where id = (select min(id) from sheet_log)`);
      await write(db);
      expect(await check()).toMatchObject({ behind: true, all: false });
    });
    expect(await check()).toMatchObject(left > 0 ? { behind: true, all: false } : { behind: null, all: true });
  }
  // Undone, their ids are nobody's, and hold nothing up.
  await expect(
    db.transaction(async (tx) => {
      await leave(tx);
      await write(db);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await write(db);
  expect(await check()).toMatchObject({ behind: null, all: true });
  await db.execute(sql`select recount_rows()`);
  expect(await check()).toMatchObject({ all: true });
});

test('a job spreads what an earlier process left, then what each sheet leaves, until it is stopped', async () => {
  const vendor = await api.newVendor();
  await upload(vendor, sheet(3));
  expect(await waiting()).toBe(1);
  const next = openSpreading(db);
  next.start();
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
  await next.stop();

  api.ctx.spreading.start();
  await upload(vendor, sheet(1_200));
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
  await api.ctx.spreading.stop();
  expect(await entriesOf(vendor.user.id, sql`action = 'product.create'`)).toHaveLength(1_200);
  await upload(await api.newVendor(), sheet(3));
  api.ctx.spreading.wake();
  expect(await waiting()).toBe(1);
});
