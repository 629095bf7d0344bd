/** Tests of an upload whose thread fails. The tests of each domain cover successful uploads. */
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, startApi } from '../../test/api.ts';
import { addItem } from '../../test/items.ts';
import { HEADINGS, row, upload, withCheckDigit } from '../../test/productSheet.ts';
import { rowXml, workbook, workbookOf } from '../../test/workbook.ts';
import { SHEET_THREAD } from '../../test/built.ts';
import { openUploads, type Uploads } from './uploads.ts';
import { ownerOf } from '../demo/factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const NOBODY_LEAVES = new AbortController().signal;

async function sheetOf(rows: Parameters<typeof workbookOf>[0], signal = NOBODY_LEAVES): Promise<Parameters<Uploads['take']>[0]> {
  const { user } = await api.newVendor();
  const file = { name: 'products.xlsx', content: await workbookOf([HEADINGS, ...rows]), tooLarge: false };
  const actor = ownerOf(user.id);
  return { sheet: 'products', actor, owner: user.id, file, csvAllowed: false, answers: {}, dryRun: false, signal };
}

const opened: Uploads[] = [];
afterAll(() => Promise.all(opened.map((uploads) => uploads.close())));

function uploadsOf(how: Parameters<typeof openUploads>[1] = {}, url = api.url): Uploads {
  const uploads = openUploads(
    { url, settings: api.ctx.settings, clock: () => new Date(), itemSource: () => 'embedded' },
    { program: SHEET_THREAD, ...how },
  );
  opened.push(uploads);
  return uploads;
}

/** The number of connections to the test's database. */
async function connections(): Promise<number> {
  const found = await api.ctx.db.first<{ count: number }>(sql`
    select count(*)::int from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`);
  return found?.count ?? 0;
}

test('a file that takes too long is given up', async () => {
  const before = await connections();
  const outcome = await uploadsOf({ timeMs: 1 }).take(await sheetOf([row('8901030516320')]));
  expect(outcome).toEqual({ message: 'Reading the file takes too long. Please split it.', errors: [], totalErrors: 0 });
  // The thread has ended, so its connection closes.
  await expect.poll(connections, { timeout: 20_000 }).toBeLessThanOrEqual(before);
});

test('a file that needs more memory than its thread may use ends the thread and nothing else', async () => {
  const sharedStrings = `<si><t>${'a'.repeat(20_000)}</t></si>`.repeat(4_000);
  const content = await workbook({ rows: rowXml(1, HEADINGS), sharedStrings });
  const uploads = uploadsOf({ memoryMB: 96 });
  const sheet = await sheetOf([row('8901719110634')]);
  const outcome = await uploads.take({ ...sheet, file: { name: 'a.xlsx', content, tooLarge: false } });
  expect(outcome).toEqual({ message: 'The file is too large to be read. Please split it.', errors: [], totalErrors: 0 });
  expect(await uploads.take(sheet)).toMatchObject({ totalErrors: 1 });
});

test('a database that does not respond is reported as such', async () => {
  const uploads = uploadsOf({}, 'postgres://127.0.0.1:1/nothing');
  await expect(uploads.take(await sheetOf([row('8901030516320')]))).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
});

test('after a lost connection the result is unknown; the message says so, and the next upload gets a new connection', async () => {
  await addItem(api.ctx, { ean: '8901030516320', name: 'Rice' });
  const uploads = uploadsOf();
  const sheet = await sheetOf([row('8901030516320')]);
  await api.ctx.db.transaction(async (tx) => {
    // The upload has to wait for the end of this transaction.
    await tx.execute(sql`
      insert into products (vendor_id, item_id, ean, name, quantity, shelf_life_days, mrp, percentage, margin, transfer_price, net_ptr)
      select ${sheet.owner}, id, ean, item_name, 1, 1, 1, 1, 1, 1, 1 from items where ean = '8901030516320'`);
    const lost = uploads.take(sheet).catch((error: unknown) => error);
    const end = sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await api.ctx.db.rows(end)).length, { timeout: 20_000 }).toBe(1);
    expect(await lost).toMatchObject({ name: 'DatabaseUnavailable', isLost: true });
  });
  expect(await uploads.take(await sheetOf([row('8901030516320')]))).toMatchObject({ created: 1 });
});

test('uploads are processed one after another, at most four of one user wait, and the connection is released at the end', async () => {
  const uploads = uploadsOf();
  const sheet = { ...(await sheetOf([row('8901719110634')])), dryRun: true };
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => uploads.take(sheet)));
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 4 }, () => 'fulfilled'), 'rejected', 'rejected']);
  expect(answers[0]).toMatchObject({ value: { totalErrors: 1, errors: [{ row: 2, column: 'EAN Code' }] } });
  expect(answers[5]).toMatchObject({ reason: { status: 503 } });
  const open = await connections();
  await uploads.close();
  await expect.poll(connections, { timeout: 20_000 }).toBeLessThan(open);
});

test('at most eight uploads of all users of a company wait, and other companies can still upload', async () => {
  const uploads = uploadsOf();
  const sheet = { ...(await sheetOf([row('8901719110634')])), dryRun: true };
  const of = (id: string, vendorId = sheet.actor.vendorId) => uploads.take({ ...sheet, actor: { ...sheet.actor, id, vendorId } });
  const users = Array.from({ length: 12 }, (_, call) => String((call % 3) + 1));
  const answers = await Promise.allSettled([...users.map((id) => of(id)), of('9', '999')]);
  expect(answers.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 8 }, () => 'fulfilled'),
    ...Array.from({ length: 4 }, () => 'rejected'),
    'fulfilled',
  ]);
  await uploads.close();
});

test('a file whose client has disconnected is not read', async () => {
  const gone = new AbortController();
  gone.abort(new Error('gone'));
  await expect(uploadsOf().take(await sheetOf([row('8901030516320')], gone.signal))).rejects.toThrow('gone');
});

test('query plans made for a few small files are not used for large ones', async () => {
  const beside = await startApi();
  try {
    const { db } = beside.ctx;
    const eans = Array.from({ length: 3_000 }, (_, number) => withCheckDigit(`890${String(number).padStart(9, '0')}`));
    await db.execute(sql`
      insert into items (item_code, ean, item_name) select 'I-' || n, ean, 'Rice ' || n from unnest(${eans}::text[]) with ordinality as item (ean, n)`);
    await db.execute(sql`analyze`);
    const vendor = await beside.newVendor();
    const send = async (count: number, quantity: number) => {
      const rows = eans.slice(0, count).map((ean) => row(ean, { Quantity: quantity }));
      return (await upload(vendor, rows)).body;
    };
    for (let quantity = 1; quantity <= 8; quantity += 1) await send(10, quantity);
    expect(await send(3_000, 9)).toMatchObject({ created: 2_990, updated: 10 });
    expect(await send(3_000, 10)).toMatchObject({ created: 0, updated: 3_000 });
    // PostgreSQL counts the rows that a connection has read when the connection ends.
    await beside.ctx.uploads.close();
    const read = sql`select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_user_tables where relname = 'products' and n_tup_ins = 3000`;
    await expect.poll(() => db.rows<{ rows: number }>(read), { timeout: 20_000 }).toHaveLength(1);
    const [table] = await db.rows<{ rows: number }>(read);
    expect(table?.rows).toBeLessThan(20 * 3_000);
  } finally {
    await beside.close();
  }
});
