/** That pages put together from many indexes, and totals that are kept or remembered, are those of plain SQL. */
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { PASSWORD, seed } from '../../bench/seed.ts';
import { type Api, type Caller, startApi } from './api.ts';

const SIZE = 10_000;

let api: Api;
let admin: Caller;
let vendor: Caller;
let vendorId: string;

beforeAll(async () => {
  api = await startApi({ captcha: false });
  const { vendors } = await seed(api.ctx.db as Parameters<typeof seed>[0], SIZE);
  vendorId = vendors[99] ?? '';
  const signIn = (email: string) => api.signIn({ id: '', email, password: PASSWORD });
  [admin, vendor] = [await signIn('admin@example.com'), await signIn('v100@example.com')];
  await run(`
    -- Holes, in some blocks of ids more than in others; and some whose dates are not in the order of their entry.
    delete from products where id % 7 = 0 and id < 4000;
    delete from invoices where payment_count = 0 and id % 3 = 0;
    update products set available_on = null where id % 11 = 0;
    update products set created_at = created_at - interval '200 days' where id % 13 = 0;
    -- More than are merged, of most vendors.
    update products set price_approved = false where id % 3 = 0 and owner_id in (select id from users where id % 4 > 0);
    update invoices set invoice_date = invoice_date - 300 where id % 13 = 0;
    -- Those who come first have none of it, and the others' prices.
    update invoices set igst = null where owner_id in (select id from users order by id limit 30);
    update products set margin = 0.5, transfer_price = mrp - 0.5 where owner_id in (select id from users order by id limit 30);
    delete from payments where id % 17 = 0`);
});
afterAll(() => api.close());

function run(text: string): Promise<unknown> {
  return api.ctx.db.withClient((client) => client.query(text));
}

interface List {
  path: string;
  method?: 'POST';
  /** A filter, and what it is in plain SQL. */
  query?: Readonly<Record<string, string>>;
  where?: string;
  from: string;
  /** By what plain SQL sorts. */
  sorts: Readonly<Record<string, string>>;
}

const LISTS: readonly List[] = [
  {
    path: '/api/product/get',
    from: 'products t',
    sorts: {
      EANCode: 't.ean',
      dateOfAvailability: 't.available_on',
      netPTR: 't.net_ptr',
      margin: 't.margin',
      productName: 'lower(t.name)',
      createdAt: 't.id',
    },
  },
  {
    path: '/api/product/get',
    query: { priceApproval: 'false' },
    where: 'not t.price_approved',
    from: 'products t',
    sorts: { margin: 't.margin', dateOfAvailability: 't.available_on' },
  },
  {
    path: '/api/product/get',
    query: { startDate: '2026-01-05', endDate: '2026-03-20' },
    where: `(t.created_at at time zone 'Asia/Kolkata')::date between '2026-01-05' and '2026-03-20'`,
    from: 'products t',
    sorts: { MRP: 't.mrp', createdAt: 't.id' },
  },
  {
    path: '/api/product/get',
    query: { endDate: '2025-12-31', priceApproval: 'false' },
    where: `(t.created_at at time zone 'Asia/Kolkata')::date <= '2025-12-31' and not t.price_approved`,
    from: 'products t',
    sorts: {},
  },
  {
    path: '/api/purChaseOrder/get',
    from: 'purchase_orders t',
    // Of the first, all have as many.
    sorts: { totalPurchaseItems: 't.line_count', value: 't.value' },
  },
  {
    path: '/api/invoice/get',
    from: 'invoices t',
    sorts: { PONumber: 't.po_number::numeric', PODate: 't.po_date', invoiceDate: 't.invoice_date', IGSTValue: 't.igst' },
  },
  {
    path: '/api/purChaseOrder/purchase_payment',
    method: 'POST',
    from: 'payments t left join invoices i on i.id = t.invoice_id',
    sorts: { invoice: 'i.number::numeric', paymentDate: 't.paid_on', amount: 't.amount' },
  },
  { path: '/api/desPatchNote/get', from: 'dispatch_notes t', sorts: { NumberOfCarton: 't.cartons' } },
  { path: '/api/audit/get', from: 'audit_log t', sorts: {} },
];

async function ask({ path, method }: Pick<List, 'path' | 'method'>, who: Caller, query: Record<string, string | number>) {
  const { status, body, headers } = await who.ask(method ?? 'GET', path, {
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    ...(method === 'POST' ? { payload: {} } : {}),
  });
  if (status > 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  const rows = (Array.isArray(body) ? body : Object.values(body as object)[0]) as { _id: string }[];
  return { ids: rows.map(({ _id }) => _id), total: Number(headers['x-total-count']) };
}

describe.each(LISTS)('$path $query', ({ path, method, query, where = 'true', from, sorts }) => {
  const orders = [
    { sortBy: undefined, sortOrder: undefined, order: 't.id desc' },
    ...Object.entries(sorts).flatMap(([sortBy, column]) =>
      ['asc', 'desc'].map((sortOrder) => ({ sortBy, sortOrder, order: `${column} ${sortOrder} nulls last, t.id ${sortOrder}` })),
    ),
  ];

  test.each(orders)('its pages by $sortBy $sortOrder are those of plain SQL', async ({ order, ...sort }) => {
    for (const who of path.includes('audit') ? [admin] : [admin, vendor]) {
      const own = who === admin ? 'true' : `t.owner_id = ${vendorId}`;
      const plain = await api.ctx.db.rows<{ id: string }>(
        sql`${raw(`select t.id::text from ${from} where ${where} and ${own} order by ${order}`)}`,
      );
      const given = Object.fromEntries(Object.entries(sort).filter(([, value]) => value !== undefined)) as Record<string, string>;
      // Merged of the first of each vendor up to a thousand, what waits to a hundred; from there on by blocks, and the last thousand from the end.
      for (const [pageSize, pages] of [
        [7, [1, 2, 9, 30, 142, 143, 144]],
        [30, [1, 34]],
      ] as const) {
        const last = Math.ceil(plain.length / pageSize);
        const ends = [Math.floor(last / 2), ...[144, 143, 142, 1, 0].map((before) => last - before)];
        for (const page of new Set([...pages, ...ends].filter((each) => each > 0 && each <= last))) {
          const found = await ask({ path, ...(method && { method }) }, who, { ...query, ...given, page, pageSize });
          expect({ page, ...found }).toEqual({
            page,
            ids: plain.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id),
            total: plain.length,
          });
        }
      }
    }
  });
});

describe('a search that finds many', () => {
  const search = async (who: Caller, query: Record<string, string | number>, where: string, list = 'product') => {
    const own = who === admin ? 'true' : `owner_id = ${vendorId}`;
    const { page = 1, sortOrder = 'desc' } = query;
    const plain = await api.ctx.db.rows<{ id: string }>(
      sql`${raw(`select t.id::text from ${list}s t where ${where} and ${own} order by t.id ${sortOrder}`)}`,
    );
    const found = await ask({ path: `/api/${list}/get` }, who, { page, pageSize: 7, ...query });
    expect(found).toEqual({ ids: plain.slice((Number(page) - 1) * 7, Number(page) * 7).map(({ id }) => id), total: plain.length });
    return found.total;
  };
  const both = async () => {
    for (const who of [admin, vendor]) {
      for (const page of [1, 2, 3]) {
        await search(who, { productName: 'Rice', page }, `name ilike '%rice%'`);
        await search(who, { EANCode: '8901', page }, `ean like '%8901%'`);
        await search(who, { SKUCode: 'da-', page }, `sku_code ilike '%da-%'`);
        await search(who, { invoiceNumber: '10', page }, `number like '10%'`, 'invoice');
        await search(who, { productName: 'rice', SKUCode: '-1', page }, `name ilike '%rice%' and sku_code ilike '%-1%'`);
      }
      await search(who, { productName: 'rice', sortOrder: 'asc' }, `name ilike '%rice%'`);
    }
  };
  beforeEach(both);

  test('is remembered, and right again after each change of anybody', async () => {
    const before = await search(admin, { productName: 'rice' }, `name ilike '%rice%'`);
    expect(before).toBeGreaterThan(300);
    const changes = [
      `delete from products where id in (select id from products where name ilike '%rice%' order by id desc limit 3)`,
      `update products set name = 'Rice Flakes' where id in (select id from products where name not ilike '%rice%' order by id desc limit 2)`,
      `update products set sku_code = 'DA-1' where id in (select id from products where sku_code not ilike '%da-%' order by id desc limit 2)`,
      `insert into products (owner_id, ean, hsn_code, name, sku_code, uom, quantity, shelf_life_days, mrp, percentage, margin, transfer_price, net_ptr)
        select owner_id, '8901000000009', hsn_code, 'Puffed rice', 'DA-2', uom, 1, 1, mrp, percentage, margin, transfer_price, net_ptr
        from products where owner_id = ${vendorId} limit 1`,
      `delete from products where owner_id = ${vendorId} and name = 'Puffed rice'`,
      `update invoices set number = '7' || number where id in (select id from invoices where number like '10%' order by id desc limit 2)`,
      `update products set ean = '7' where id in (select id from products where ean like '%8901%' order by id desc limit 2)`,
    ];
    for (const change of changes) {
      await run(change);
      await both();
    }
    expect(await search(admin, { productName: 'rice' }, `name ilike '%rice%'`)).not.toBe(before);
  });

  test('is found by a code as a whole, or any part of it', async () => {
    const { ean, sku } = (await api.ctx.db.first<{ ean: string; sku: string }>(
      sql`select ean, sku_code as sku from products where owner_id = ${vendorId} order by id limit 1`,
    )) ?? { ean: '', sku: '' };
    await run(`update products set ean = '1' || '${ean}' where id = (select max(id) from products);
      update products set ean = '${ean}' || '7' where id = (select max(id) - 1 from products)`);
    for (const who of [admin, vendor]) {
      for (const part of [ean, `1${ean}`, ean.slice(0, 12), ean.slice(1), ean.slice(2, 9), `${ean}70`, 'x', '%', '_']) {
        await search(who, { EANCode: part }, `strpos(ean, '${part}') > 0`);
      }
      for (const part of [sku, sku.toLowerCase(), sku.slice(2), sku.slice(0, 5), `${sku}x`]) {
        await search(who, { SKUCode: part }, `strpos(lower(sku_code), lower('${part}')) > 0`);
      }
      await search(who, { SKUCode: sku, EANCode: ean }, `ean = '${ean}' and strpos(sku_code, '${sku}') > 0`);
    }
  });

  test('is found by any part of a name, of which an index is asked for less, or for what stands around its breaks', async () => {
    const names = [
      'Basmati_Rice 100% Whole\\Grain',
      'Basmatic Ricer Classical',
      'बासमती Basmati चावल',
      'basm rice clas',
      'Rice-Basmati',
      'DA-RI-Basm-12345',
      'RI-Basmati-123456',
      'Dal  Roti - Chawal 1 kg-pack',
      'Été Crème Brûlée à la carte',
      '𝒜𝒷 Rice 𝒞𝒹 𝒞𝒹𝒶𝒷 Tea',
      `${'Rice and Dal '.repeat(12)}Tea`,
    ];
    for (const [place, name] of names.entries()) {
      await run(`update products set name = '${name}', sku_code = '${name}' where id = (select max(id) - ${place} from products)`);
    }
    const some = names.flatMap((name) => [name, name.slice(2), name.slice(3, -2), name.slice(0, 6), name.slice(-7)]);
    const others = [
      'asmati rice',
      'basmati-rice',
      'basmati%rice',
      'rice classic',
      'ती basm',
      'zzzz',
      'basm-1234',
      'dal roti',
      'ROTI - CHA',
      'crème brû',
      'ÉTÉ CRÈME',
      'ice and dal rice and dal rice and dal rice and dal rice and dal rice and teb',
      'ri-basm-12345',
      '-1234',
    ];
    const parts = [...some, ...others].map((each) => each.trim());
    for (const part of parts) {
      await search(admin, { productName: part }, `strpos(lower(name), lower('${part}')) > 0`);
      await search(admin, { SKUCode: part }, `strpos(lower(sku_code), lower('${part}')) > 0`);
    }
  });
});
