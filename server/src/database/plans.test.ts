import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Api, startApi } from '../../test/api.ts';
import { ownerOf } from '../demo/factories.ts';
import { listInvoices } from '../invoices/invoices.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('a list is planned for its own filters, also when it was asked often: it reads the vendor’s rows, not all that match', async () => {
  const vendor = await api.newVendor();
  const own = ownerOf(vendor.user.id);
  const { db } = api.ctx;
  await db.execute(sql`
    insert into vendors (code, legal_name, address_line1, address_line2, postal_code, country_id, state, city)
    select n, 'Mill ' || n, '', '', '', '', '', '' from generate_series(200001, 200100) n`);
  await db.execute(sql`
    insert into invoices (vendor_id, number, invoice_date, value)
    select id, '1' || lpad(n::text, 5, '0'), '2026-01-01', 1 from vendors, generate_series(1, 200) n`);
  await db.execute(sql`analyze invoices`);
  const reads: number[] = [];
  await db.transaction(async (tx) => {
    let before = 0;
    for (let call = 0; call < 12; call += 1) {
      await listInvoices({ ...api.ctx, db: tx }, own, { invoiceNumber: '1', page: 1 } as never);
      const found = await tx.first<{ rows: number }>(sql`
        select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables where relname = 'invoices'`);
      reads.push((found?.rows ?? 0) - before);
      before = found?.rows ?? 0;
    }
  });
  // Without plan_cache_mode, PostgreSQL takes a generic plan from the sixth call on, which guesses how many numbers begin with the text.
  expect(reads).toEqual(reads.map(() => reads[0]));
});
