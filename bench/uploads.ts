/** Vendors with workbooks of products, for the benches of uploads. */
import { buffer } from 'node:stream/consumers';

import { eanCheckDigit } from '@aapurti/contract/india';
import sql from 'sql-template-tag';
import yazl from 'yazl';

import { startSession } from '../server/src/accounts/sessions.ts';
import type { Database } from '../server/src/database/database.ts';

function eanOf(row: number): string {
  const body = `890${String(row).padStart(9, '0')}`;
  return body + eanCheckDigit(body);
}

/** The buyer's items for so many rows. */
export async function seedItems(db: Database, rows: number): Promise<void> {
  const eans = Array.from({ length: rows }, (_, row) => eanOf(row));
  await db.execute(sql`
    insert into items (item_code, ean, item_name, brand_name, category_name, hsn_code, sku_code, uom_code, mrp)
    select 'ITM-' || n, ean, 'Basmati rice, long grain, pack ' || n, 'Annapurna', 'Rice', '10063020', 'SKU-' || n, 'PCS', 120
    from unnest(${eans}::text[]) with ordinality as item (ean, n)`);
  await db.execute(sql`analyze`);
}

let vendors = 0;
/** Signs in a new vendor, and gives its token. */
export async function newVendor(db: Database): Promise<string> {
  vendors += 1;
  const vendor = await db.first<{ id: string }>(sql`
    insert into users (email, mobile_number, first_name, last_name, is_active, vendor_name, vendor_code, address_line1, address_line2, postal_code, country_id, state, city)
    values (${`v${vendors}@example.com`}, ${String(9_000_000_000 + vendors)}, 'Vendor', ${String(vendors)}, true, 'Mill', ${vendors}, 'a', 'b', '411001', 'IN', 'IN-MH', 'Pune')
    returning id::text`);
  return startSession(db, vendor?.id ?? '', { now: new Date(), address: null, userAgent: null });
}

/** A workbook as spreadsheet programs save it, with the columns of the template: texts are shared, dates are styled numbers. */
export async function sheetOf(rows: number): Promise<Buffer> {
  const strings: string[] = [];
  const text = (value: string) => `t="s"><v>${strings.push(value) - 1}</v>`;
  const headings = [
    'EAN Code',
    'Shelf Life in Days',
    'Quantity',
    'Date of Availability',
    'MRP',
    'Percentage',
    'Margin',
    'Transfer Price',
    'Remarks',
  ];
  const cell = (column: number, row: number, rest: string) => `<c r="${String.fromCharCode(65 + column)}${row}" ${rest}</c>`;
  const lines = [`<row r="1">${headings.map((heading, column) => cell(column, 1, text(heading))).join('')}</row>`];
  for (let index = 0; index < rows; index += 1) {
    const row = index + 2;
    const mrp = 100 + (index % 900);
    const values = [
      text(eanOf(index)),
      `><v>${30 + (index % 700)}</v>`,
      `><v>${index % 500}</v>`,
      `s="1"><v>${46_000 + (index % 365)}</v>`,
      `><v>${mrp}</v>`,
      '><v>25</v>',
      `><v>${mrp * 0.25}</v>`,
      `><v>${mrp * 0.75}</v>`,
      text(`In cartons of ${1 + (index % 24)}`),
    ];
    lines.push(`<row r="${row}">${values.map((value, column) => cell(column, row, value)).join('')}</row>`);
  }
  const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relation = (id: number, type: string, target: string) => `<Relationship Id="r${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (...all: string[]) =>
    `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;
  const parts: Record<string, string> = {
    '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${XML}<workbook xmlns:r="${OFFICE}"><sheets><sheet name="Products" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation(1, 'worksheet', 'worksheets/sheet1.xml'),
      relation(2, 'styles', 'styles.xml'),
      relation(3, 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/styles.xml': `${XML}<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${XML}<sst>${strings.map((each) => `<si><t>${each}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`,
  };
  const zip = new yazl.ZipFile();
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return buffer(zip.outputStream);
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
    /** How many products there are. */
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
