import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { baseline, compare, filesFolderOf, Ledger, orphans } from '../../bench/faults/ledger.ts';
import { actAs, makeInvoice, makeScheme } from '../src/demo/factories.ts';
import { type Api, startApi } from './api.ts';
import { addItem } from './items.ts';

const EAN = '8901030516320';
let api: Api;
let folder: string;
let ledger: Ledger;

beforeAll(async () => {
  api = await startApi();
  const vendor = await api.newVendor();
  const acting = await actAs(api.ctx, vendor.user.id);
  await makeInvoice(api.ctx, acting, '1');
  await addItem(api.ctx, { ean: EAN, name: 'Basmati Rice 1 kg' });
  await makeScheme(api.ctx, acting, EAN);
  folder = await filesFolderOf(api.ctx.db, api.ctx.settings.filesUrl.slice('file:'.length));
  ledger = new Ledger();
  await baseline(api.ctx.db, ledger, folder);
});
afterAll(() => api.close());

const found = async () => {
  const { said: _, ...counts } = await compare(api.ctx.db, ledger, folder);
  return counts;
};
const clean = { lost: 0, doubled: 0, books: 0, files: 0 };

// The ledger that judges the faults must itself find everything: each test plants a fault.

test('reports nothing if everything is as acknowledged', async () => {
  expect(await found()).toEqual(clean);
  expect(await orphans(api.ctx.db, folder)).toBe(0);
});

test('reports a write that was acknowledged and is missing or has another ID', async () => {
  ledger.entry('payment', 'F1').state = 'sent';
  expect(await found()).toEqual(clean);
  Object.assign(ledger.entry('payment', 'F1'), { state: 'acknowledged', id: '7' });
  Object.assign(ledger.entry('invoice', '1'), { state: 'acknowledged', id: '0' });
  expect(await found()).toEqual({ ...clean, lost: 2 });
  ledger.writes.get('payment')?.clear();
  ledger.entry('invoice', '1').state = 'acknowledged';
});

test('reports duplicates, records that no one sent, and records that the log does not have exactly once', async () => {
  await api.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`insert into memos (kind, vendor_id, product_name) select 'debit', id, 'F2' from users, generate_series(1, 2)`);
    ledger.entry('debitMemo', 'F2').state = 'acknowledged';
    await tx.execute(sql`insert into memos (kind, vendor_id, product_name) select 'credit', id, 'F3' from users`);
  });
  // None of the three is in the log.
  expect(await found()).toEqual({ ...clean, doubled: 2, lost: 3 });
  await api.ctx.db.execute(sql`delete from memos`);
  ledger.writes.get('debitMemo')?.clear();
});

test('reports a gap in the scheme numbers', async () => {
  await api.ctx.db.execute(sql`update schemes set number = number + 1`);
  expect(await found()).toMatchObject({ doubled: 1 });
  await api.ctx.db.execute(sql`update schemes set number = number - 1`);
});

test('reports books that differ by a paisa', async () => {
  await api.ctx.db.execute(sql`update invoices set paid = paid + 0.01 where number = (select min(number) from invoices)`);
  expect(await found()).toEqual({ ...clean, books: 1 });
  await api.ctx.db.execute(sql`update invoices set paid = paid - 0.01 where number = (select min(number) from invoices)`);
});

test('reports a file that is missing, cut off or different, and a document that is not the latest', async () => {
  const row = await api.ctx.db.first<{ id: string; owner: string }>(sql`
    select id::text as owner, pan_document::text as id from vendors where pan_document is not null`);
  const place = join(folder, row?.id ?? '');
  const content = await readFile(place);
  await rm(place);
  expect(await found()).toEqual({ ...clean, files: 1 });
  await writeFile(place, content.subarray(0, 100));
  expect(await found()).toEqual({ ...clean, files: 1 });
  await writeFile(place, Buffer.alloc(content.length));
  expect(await found()).toEqual({ ...clean, files: 1 });
  await writeFile(place, content);
  ledger.documents.set(row?.owner ?? '', 'another');
  expect(await found()).toEqual({ ...clean, files: 1 });
  ledger.documents.clear();
  expect(await found()).toEqual(clean);
});
