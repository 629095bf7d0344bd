import type { Facts } from './facts.ts';
import { GROWTH, pick, type Scenario } from './scenario.ts';
import { PASSWORD } from './seed.ts';
import { formOf, sheetOf } from './uploads.ts';

/** Rows of the sheet that is uploaded. */
export const UPLOADED = 1000;
/**
 * With another quantity in every row, and so many that nobody is sent the one that they sent last: the portal leaves a product as it is
 * that a sheet says nothing new of, whereas the floor writes what it is given.
 */
const sheets = await Promise.all([0, 1, 2, 3].map((more) => sheetOf(UPLOADED, more)));
const forms = sheets.map(formOf);
/** Of a vendor's turns, of whom there are so many, the next. */
const turn = (callers: readonly unknown[], n: number) => Math.floor(n / callers.length);

const credentials = (facts: Facts, n: number) => ({ email: pick(facts.emails, n), passWord: PASSWORD });

/** Of the numbers that this run gives out: none is there yet. */
const FIRST_NUMBER = Date.now() * 1000;
let numbers = 0;
const DAY = '2026-11-01';

/** What changes something, and what sends and takes workbooks. */
export const writes: readonly Scenario[] = [
  {
    name: 'create an invoice',
    ask: (facts, n) => {
      numbers += 1;
      const body = {
        PONumber: '450001',
        PODate: DAY,
        invoiceNumber: String(FIRST_NUMBER + numbers),
        invoiceDate: DAY,
        invoiceValue: '1180.10',
        CGSTValue: 90,
        SGSTValue: 90,
      };
      return { method: 'POST', path: '/api/invoice/create', body, token: pick(facts.writers, n).token };
    },
    floor: {
      kind: 'write',
      text: `insert into invoices (vendor_id, po_number, po_date, number, invoice_date, value, cgst, sgst)
        values ($1, $2, $3, $4, $5, $6, $7, $8) returning id::text as _id, *`,
    },
    values: (facts, n) => {
      numbers += 1;
      return [pick(facts.writers, n).id, '450001', DAY, String(FIRST_NUMBER + numbers), DAY, '1180.10', '90', '90'];
    },
    goal: 'write',
    growth: GROWTH,
    same: null,
  },
  {
    name: 'save a product',
    ask: (facts, n) => {
      const body = {
        EANCode: pick(facts.items, n),
        shelfLifeDays: 180,
        quantity: 10 + (n % 90),
        MRP: 100,
        percentage: 25,
        margin: 25,
        sellingPrice: 75,
      };
      return { method: 'POST', path: '/api/product/create', body, token: pick(facts.writers, n).token };
    },
    floor: {
      kind: 'write',
      text: `insert into products (vendor_id, item_id, ean, hsn_code, brand_name, category, name, sku_code, uom, quantity, shelf_life_days,
          mrp, percentage, margin, transfer_price, net_ptr)
        select $1, id, ean, hsn_code, brand_name, category_name, item_name, sku_code, uom_code, $3, $4, 100, 25, 25, 75, 75 from items where ean = $2
        on conflict (vendor_id, ean) do update set quantity = excluded.quantity, shelf_life_days = excluded.shelf_life_days, mrp = excluded.mrp,
          percentage = excluded.percentage, margin = excluded.margin, transfer_price = excluded.transfer_price, net_ptr = excluded.net_ptr
        returning id::text as _id, *`,
    },
    values: (facts, n) => [pick(facts.writers, n).id, pick(facts.items, n), 10 + (n % 90), 180],
    goal: 'write',
    growth: GROWTH,
    same: null,
  },
  {
    name: 'add a payment',
    ask: (facts, n) => {
      const { writer, number } = pick(facts.open, n);
      const body = { invoiceNumber: number, amount: '0.01', paymentMode: 'online' };
      return { method: 'POST', path: '/api/vendorPaymentReport/create', body, token: pick(facts.writers, writer).token };
    },
    floor: {
      kind: 'write',
      text: `insert into payments (vendor_id, invoice_id, amount, mode, paid_on)
        select vendor_id, id, $3, 'online', current_date from invoices where vendor_id = $1 and number = $2 and value - paid >= $3
        returning id::text as _id, *`,
    },
    values: (facts, n) => {
      const { writer, number } = pick(facts.open, n);
      return [pick(facts.writers, writer).id, number, '0.01'];
    },
    goal: 'write',
    growth: GROWTH,
    same: null,
  },
  {
    name: 'sign in',
    ask: (facts, n) => ({ method: 'POST', path: '/api/auth/login', body: credentials(facts, n) }),
    send: credentials,
    floor: { kind: 'signIn', text: 'select id::text as _id, * from users where lower(email) = lower($1)' },
    values: () => [],
    goal: 'write',
    growth: GROWTH,
    same: null,
  },
  {
    name: `export a vendor's products, 1 and 2 connections`,
    ask: (facts, n) => ({ method: 'GET', path: '/api/product/export', token: pick(facts.uploaders.portal, n).token }),
    floor: {
      kind: 'export',
      text: `select t.price_approved, t.ean, t.hsn_code, t.available_on, t.created_at, t.brand_name, t.sku_code, t.category, t.name, t.uom,
          t.uom_conversion, t.shelf_life_days, t.mrp, t.margin, t.net_ptr, s.name as scheme, t.remarks, t.transfer_price, t.quantity, t.percentage
        from products t left join schemes s on s.id = t.scheme_id where t.vendor_id = $1 order by t.id desc`,
    },
    values: (facts, n) => [pick(facts.uploaders.portal, n).id],
    most: 2,
    goal: 'export',
    // A vendor has a hundred times as many rows.
    growth: null,
    same: null,
  },
  {
    name: `upload ${UPLOADED.toLocaleString('en')} products`,
    ask: (facts, n) => ({
      method: 'POST',
      path: '/api/product/excelUpload',
      body: pick(forms, turn(facts.uploaders.portal, n)),
      token: pick(facts.uploaders.portal, n).token,
    }),
    floor: {
      kind: 'upload',
      text: `insert into products (vendor_id, item_id, ean, hsn_code, brand_name, category, name, sku_code, uom, available_on, shelf_life_days,
          mrp, margin, net_ptr, remarks, transfer_price, quantity, percentage)
        select $1, items.id, items.ean, items.hsn_code, items.brand_name, items.category_name, items.item_name, items.sku_code, items.uom_code,
          date '1899-12-30' + given.available::int, given.life::int, given.mrp, given.margin, given.ptr, given.remarks, given.transfer,
          given.quantity, given.percentage
        from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
          $12::text[], $13::text[], $14::numeric[], $15::numeric[], $16::numeric[], $17::text[], $18::numeric[], $19::numeric[], $20::numeric[])
          as given (approval, ean, hsn, available, created, brand, sku, category, name, uom, conversion, life, mrp, margin, ptr, remarks,
            transfer, quantity, percentage)
        join items on items.ean = given.ean
        on conflict (vendor_id, ean) do update set mrp = excluded.mrp, margin = excluded.margin, net_ptr = excluded.net_ptr,
          transfer_price = excluded.transfer_price, percentage = excluded.percentage, quantity = excluded.quantity, remarks = excluded.remarks`,
    },
    values: (facts, n) => [pick(facts.uploaders.floor, n).id],
    send: (facts, n) => ({ type: 'application/octet-stream', content: pick(sheets, turn(facts.uploaders.floor, n)) }),
    goal: 'write',
    growth: GROWTH,
    same: null,
  },
];
