/** Pages and totals of lists equal those of plain SQL. */
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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
    -- Some whose dates are not in the order of their entry, some without a value.
    delete from products where id % 7 = 0 and id < 4000;
    delete from invoices where payment_count = 0 and id % 3 = 0;
    update products set available_on = null where id % 11 = 0;
    update products set created_at = created_at - interval '200 days' where id % 13 = 0;
    update products set price_approved = false where id % 3 = 0 and vendor_id in (select id from users where id % 4 > 0);
    update invoices set invoice_date = invoice_date - 300 where id % 13 = 0;
    update invoices set igst = null where vendor_id in (select id from users order by id limit 30);
    update products set margin = 0.5, transfer_price = mrp - 0.5 where vendor_id in (select id from users order by id limit 30);
    delete from payments where id % 17 = 0`);
});
afterAll(() => api.close());

function run(text: string): Promise<unknown> {
  return api.ctx.db.withClient((client) => client.query(text));
}

interface List {
  path: string;
  method?: 'POST';
  /** A filter, and its equivalent in plain SQL. */
  query?: Readonly<Record<string, string>>;
  where?: string;
  from: string;
  /** The sort order, if it is not the newest first. */
  order?: string;
  /** The columns that plain SQL sorts by. */
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
      createdAt: 't.created_at',
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
    order: 't.created_at desc, t.id desc',
    sorts: { MRP: 't.mrp', createdAt: 't.created_at' },
  },
  {
    path: '/api/product/get',
    query: { endDate: '2025-12-31', priceApproval: 'false' },
    where: `(t.created_at at time zone 'Asia/Kolkata')::date <= '2025-12-31' and not t.price_approved`,
    order: 't.created_at desc, t.id desc',
    from: 'products t',
    sorts: {},
  },
  {
    path: '/api/purChaseOrder/get',
    from: 'purchase_orders t',
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

describe.each(LISTS)('$path $query', ({ path, method, query, where = 'true', from, order: usual = 't.id desc', sorts }) => {
  const orders = [
    { sortBy: undefined, sortOrder: undefined, order: usual },
    ...Object.entries(sorts).flatMap(([sortBy, column]) =>
      ['asc', 'desc'].map((sortOrder) => ({ sortBy, sortOrder, order: `${column} ${sortOrder} nulls last, t.id ${sortOrder}` })),
    ),
  ];

  test.each(orders)('its pages by $sortBy $sortOrder equal those of plain SQL', async ({ order, ...sort }) => {
    for (const who of path.includes('audit') ? [admin] : [admin, vendor]) {
      const own = who === admin ? 'true' : `t.vendor_id = ${vendorId}`;
      const plain = await api.ctx.db.rows<{ id: string }>(
        sql`${raw(`select t.id::text from ${from} where ${where} and ${own} order by ${order}`)}`,
      );
      const given = Object.fromEntries(Object.entries(sort).filter(([, value]) => value !== undefined)) as Record<string, string>;
      for (const pageSize of [7, 30]) {
        const last = Math.ceil(plain.length / pageSize);
        for (const page of new Set([1, 2, Math.floor(last / 2), last].filter((each) => each > 0 && each <= last))) {
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

describe('a search with many results', () => {
  const search = async (who: Caller, query: Record<string, string | number>, where: string, list = 'product') => {
    const own = who === admin ? 'true' : `vendor_id = ${vendorId}`;
    const { page = 1, sortOrder = 'desc' } = query;
    const plain = await api.ctx.db.rows<{ id: string }>(
      sql`${raw(`select t.id::text from ${list}s t where ${where} and ${own} order by t.id ${sortOrder}`)}`,
    );
    const found = await ask({ path: `/api/${list}/get` }, who, { page, pageSize: 7, ...query });
    expect(found).toEqual({ ids: plain.slice((Number(page) - 1) * 7, Number(page) * 7).map(({ id }) => id), total: plain.length });
    return found.total;
  };
  test('has the pages and totals of plain SQL', async () => {
    for (const who of [admin, vendor]) {
      for (const page of [1, 3]) {
        await search(who, { productName: 'Rice', page }, `name ilike '%rice%'`);
        await search(who, { EANCode: '8901', page }, `ean like '%8901%'`);
        await search(who, { SKUCode: 'da-', page }, `sku_code ilike '%da-%'`);
        await search(who, { invoiceNumber: '10', page }, `number like '10%'`, 'invoice');
        await search(who, { productName: 'rice', SKUCode: '-1', page }, `name ilike '%rice%' and sku_code ilike '%-1%'`);
      }
      await search(who, { productName: 'rice', sortOrder: 'asc' }, `name ilike '%rice%'`);
    }
  });

  test('finds a code as a whole, or any part of it', async () => {
    const { ean, sku } = (await api.ctx.db.first<{ ean: string; sku: string }>(
      sql`select ean, sku_code as sku from products where vendor_id = ${vendorId} order by id limit 1`,
    )) ?? { ean: '', sku: '' };
    for (const who of [admin, vendor]) {
      for (const part of [ean, `1${ean}`, ean.slice(0, 12), ean.slice(1), ean.slice(2, 9), `${ean}70`, 'x', '%', '_']) {
        await search(who, { EANCode: part }, `strpos(ean, '${part}') > 0`);
      }
      for (const part of [sku, sku.toLowerCase(), sku.slice(2), sku.slice(0, 5), `${sku}x`]) {
        await search(who, { SKUCode: part }, `strpos(code_key(sku_code), code_key('${part}')) > 0`);
      }
      await search(who, { SKUCode: sku, EANCode: ean }, `ean = '${ean}' and strpos(sku_code, '${sku}') > 0`);
    }
  });

  test('finds any part of a name, in any script', async () => {
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
      await run(`
        with renamed as (
          update items set item_name = '${name}', sku_code = '${name}'
          where id = (select item_id from products order by id desc limit 1 offset ${place}) returning id)
        update products set name = '${name}', sku_code = '${name}' where item_id in (select id from renamed)`);
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
      await search(admin, { SKUCode: part }, `strpos(code_key(sku_code), code_key('${part}')) > 0`);
    }
  });
});
