/** Vendors with workbooks of products, for the upload benches. */
import { buffer } from 'node:stream/consumers';

import { eanCheckDigit } from '@aapurti/contract/ground/india';
import sql from 'sql-template-tag';
import yazl from 'yazl';

import { firstMembers } from '../server/src/vendors/columns.ts';
import { startSession } from '../server/src/sign-in/sessions.ts';
import type { Database } from '../server/src/database/database.ts';

/** The column headers of the product export, in its order. */
const HEADINGS = [
  'Price Approval',
  'EAN Code',
  'HSN Code',
  'Date of Availability',
  'Created Date',
  'Brand Name',
  'Mftr Article No/SKU Code',
  'Product Category',
  'Product Name',
  'UOM',
  'UOM Conversion',
  'Shelf Life in Days',
  'MRP',
  'Margin',
  'Net PTR',
  'Product Scheme',
  'Remarks',
  'Transfer Price',
  'Quantity',
  'Percentage',
];

function eanOf(row: number): string {
  const body = `890${String(row).padStart(9, '0')}`;
  return body + eanCheckDigit(body);
}

/** Creates the buyer's items for the given number of rows. */
export async function seedItems(db: Database, rows: number): Promise<void> {
  const eans = Array.from({ length: rows }, (_, row) => eanOf(row));
  const names = Array.from({ length: rows }, (_, row) => nameOf(row));
  await db.execute(sql`
    insert into items (item_code, ean, item_name, brand_name, category_name, hsn_code, sku_code, uom_code, mrp)
    select 'ITM-' || n, ean, name, 'Annapurna', 'Rice and Grains', '10063020', 'SKU-' || n, 'PCS', 120
    from unnest(${eans}::text[], ${names}::text[]) with ordinality as item (ean, name, n)
    on conflict do nothing`);
  await db.execute(sql`analyze`);
}

let vendors = 0;
/** Signs in a new vendor. @returns its token. */
export async function newVendor(db: Database): Promise<string> {
  vendors += 1;
  const vendor = await db.first<{ id: string }>(sql`
    with company as (
      insert into vendors (legal_name, code, address_line1, address_line2, postal_code, country_id, state, city)
      values ('Mill', ${vendors}, 'a', 'b', '411001', 'IN', 'IN-MH', 'Pune') returning id
    ), added as (
      insert into users (id, email, mobile_number, first_name, last_name, is_active)
      select id, ${`v${vendors}@example.com`}, ${String(9_000_000_000 + vendors)}, 'Vendor', ${String(vendors)}, true from company
      returning id, vendor_id, is_admin
    ), joined as (${firstMembers(sql`added`)})
    select id::text from added`);
  return startSession(db, vendor?.id ?? '', { now: new Date(), address: null, userAgent: null });
}

/** The parts of a vendor's grocery list, with realistic shares of repeated and unique names. */
const BRANDS = ['Annapurna', 'Shree Ganesh Mills', 'Konkan Gold', 'Sahyadri Foods', 'Patanjali', 'Double Horse', 'India Gate', 'Kohinoor'];
const GOODS = [
  'Basmati Rice, Long Grain',
  'Toor Dal, Unpolished',
  'Whole Wheat Atta',
  'Kachi Ghani Mustard Oil',
  'Turmeric Powder',
  'Idli Rava',
];
const CATEGORIES = ['Rice and Grains', 'Pulses', 'Flours', 'Edible Oils', 'Spices', 'Breakfast Mixes'];
const PACKS = ['500 g', '1 kg', '2 kg', '5 kg pouch', '10 kg bag', '25 kg sack'];

const pick = (from: readonly string[], number: number) => from[number % from.length] ?? '';

function nameOf(row: number): string {
  return `${pick(BRANDS, row)} ${pick(GOODS, Math.floor(row / 7))}, ${pick(PACKS, Math.floor(row / 3))}, Lot ${row}`;
}

/**
 * The workbook of "Download Products in excel" as Excel saves it again: all columns in their order, repeated texts shared, dates and
 * amounts as styled numbers, empty cells left out. An upload needs nine of the columns. @param more is added to every quantity.
 */
export async function sheetOf(rows: number, more = 0): Promise<Buffer> {
  const places = new Map<string, number>();
  let texts = 0;
  const text = (value: string) => {
    texts += 1;
    const place = places.get(value) ?? places.size;
    places.set(value, place);
    return `s="1" t="s"><v>${place}</v></c>`;
  };
  const number = (value: number) => `s="2"><v>${value}</v></c>`;
  const day = (value: number) => `s="3"><v>${value}</v></c>`;
  const line = (row: number, cells: readonly (string | null)[]) => {
    const filled = cells.map((cell, column) => (cell === null ? '' : `<c r="${String.fromCharCode(65 + column)}${row}" ${cell}`));
    return `<row r="${row}" spans="1:${cells.length}" x14ac:dyDescent="0.3">${filled.join('')}</row>`;
  };
  const lines = [line(1, HEADINGS.map(text))];
  for (let index = 0; index < rows; index += 1) {
    const mrp = 100 + (index % 900);
    const margin = mrp * 0.25;
    lines.push(
      line(index + 2, [
        text('Not approved'),
        text(eanOf(index)),
        text('10063020'),
        day(46_000 + (index % 365)),
        day(45_900),
        text(pick(BRANDS, index)),
        text(`SKU-${index}`),
        text(pick(CATEGORIES, Math.floor(index / 7))),
        text(nameOf(index)),
        text('PCS'),
        number(1),
        number(30 + (index % 700)),
        number(mrp),
        number(margin),
        number(mrp - margin),
        null,
        text(`In cartons of ${1 + (index % 24)}`),
        number(mrp - margin),
        number((index % 500) + more),
        number(25),
      ]),
    );
  }
  const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
  const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (...all: string[]) =>
    `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;
  const shared = [...places.keys()].map((each) => `<si><t>${each}</t></si>`).join('');
  const formats = [0, 49, 2, 14].map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`);
  const parts: Record<string, string> = {
    '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="Products" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation(1, 'worksheet', 'worksheets/sheet1.xml'),
      relation(2, 'styles', 'styles.xml'),
      relation(3, 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/styles.xml': `${XML}<styleSheet ${MAIN}><cellXfs count="4">${formats.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${XML}<sst ${MAIN} count="${texts}" uniqueCount="${places.size}">${shared}</sst>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet ${MAIN} xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"><sheetData>${lines.join('')}</sheetData></worksheet>`,
  };
  const zip = new yazl.ZipFile();
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return buffer(zip.outputStream);
}

/** A file in the form that a browser sends. */
export function formOf(file: Buffer): { type: string; content: Buffer } {
  const boundary = 'aapurti-bench';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="products.xlsx"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    content: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

export function caller(url: string) {
  return {
    async upload(token: string, file: Buffer, expected: object): Promise<void> {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(file)]), 'products.xlsx');
      const answer = await fetch(`${url}/api/product/excelUpload`, { method: 'POST', headers: { authorization: token }, body: form });
      const given = (await answer.json()) as Record<string, unknown>;
      for (const [name, value] of Object.entries(expected)) {
        if (given[name] !== value) throw new Error(`${answer.status}: ${JSON.stringify(given).slice(0, 500)}`);
      }
    },
    /** The number of products. */
    async count(token: string): Promise<number> {
      const answer = await fetch(`${url}/api/product/get?page=1&pageSize=7`, { headers: { authorization: token } });
      return Number(answer.headers.get('x-total-count'));
    },
    async page(token: string): Promise<void> {
      const answer = await fetch(`${url}/api/product/get?page=1&pageSize=7`, { headers: { authorization: token } });
      const rows = (await answer.json()) as unknown[];
      if (rows.length !== 7) throw new Error(`a page answered ${answer.status} with ${rows.length} rows`);
    },
  };
}
