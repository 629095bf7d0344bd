/**
 * Products by Excel: reading and storing against only parsing the same file, memory and other people's pages meanwhile, and the
 * export against the bare writer. Rounds are interleaved, so that whatever else the machine does meets both sides.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { eanCheckDigit } from '@aapurti/contract/india';
import sql from 'sql-template-tag';
import yazl from 'yazl';
import { buffer } from 'node:stream/consumers';

import { startSession } from '../server/src/accounts/sessions.ts';
import { readBare } from './bareReader.ts';
import { type Bench, median, onBench, percentile, settings } from './tools.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SOME = Number(process.env['BENCH_ROWS'] ?? 20_000);
const MANY = 5 * SOME;

interface Result {
  what: string;
  goal: string;
  reached: string;
  good: boolean;
}
const results: Result[] = [];
let vendors = 0;

await onBench(async (bench) => {
  await seed(bench);
  const portal = await bench.start('portal.ts', settings(bench));
  const call = caller(portal.url);
  const pid = portal.child.pid ?? 0;

  const some = await sheetOf(SOME);
  console.log(`a sheet of ${SOME} rows has ${(some.length / 1e6).toFixed(1)} MB`);
  const seconds = { bare: [] as number[], portal: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bare = await timed(() => readBare(some));
    const token = await newVendor(bench);
    const stored = await timed(() => call.upload(token, some, { created: SOME, updated: 0 }));
    // The first round warms both up.
    if (round === 0) continue;
    seconds.bare.push(bare);
    seconds.portal.push(stored);
    console.log(`round ${round}: parsed in ${bare.toFixed(2)} s, read and stored in ${stored.toFixed(2)} s`);
  }
  const ratio = median(seconds.bare) / median(seconds.portal);
  results.push({
    what: `${SOME} rows read and stored, rate against only parsing`,
    goal: '≥ 0.50',
    reached: ratio.toFixed(2),
    good: ratio >= 0.5,
  });

  const many = await sheetOf(MANY);
  const token = await newVendor(bench);
  const other = await newVendor(bench);
  await call.upload(other, some, { created: SOME, updated: 0 });
  const idle = await pageTimes(() => call.page(other), 5_000);
  await resetPeak(pid);
  let isDone = false;
  const uploading = timed(() => call.upload(token, many, { created: MANY, updated: 0 })).finally(() => {
    isDone = true;
  });
  const busy = await pageTimes(
    () => call.page(other),
    Number.POSITIVE_INFINITY,
    () => isDone,
  );
  console.log(`${MANY} rows were stored in ${(await uploading).toFixed(1)} s, ${busy.length} pages meanwhile`);
  const peak = await peakMemory(pid);
  results.push({
    what: `${MANY} rows: memory of the server at its peak`,
    goal: '≤ 350 MB',
    reached: `${peak.toFixed(0)} MB`,
    good: peak <= 350,
  });
  const [idle95, busy95] = [percentile(idle, 0.95), percentile(busy, 0.95)];
  results.push({
    what: `a product page meanwhile, p95 against idle (${idle95.toFixed(1)} ms)`,
    goal: '≤ 2.0',
    reached: `${(busy95 / idle95).toFixed(1)} (${busy95.toFixed(1)} ms)`,
    good: busy95 <= 2 * idle95,
  });
});
console.log('\n| products by Excel | goal | reached |\n|---|---|---|');
for (const { what, goal, reached } of results) console.log(`| ${what} | ${goal} | ${reached} |`);
if (!results.every(({ good }) => good)) process.exitCode = 1;

function eanOf(row: number): string {
  const body = `890${String(row).padStart(9, '0')}`;
  return body + eanCheckDigit(body);
}

/** The buyer's items for all rows, many of the shelves' other products, and the counter of vendors at none. */
async function seed({ db }: Bench): Promise<void> {
  const eans = Array.from({ length: MANY }, (_, row) => eanOf(row));
  await db.execute(sql`
    insert into items (item_code, ean, item_name, brand_name, category_name, hsn_code, sku_code, uom_code, mrp)
    select 'ITM-' || n, ean, 'Basmati rice, long grain, pack ' || n, 'Annapurna', 'Rice', '10063020', 'SKU-' || n, 'PCS', 120
    from unnest(${eans}::text[]) with ordinality as item (ean, n)`);
  await db.execute(sql`analyze`);
}

/** Signs in a new vendor, and gives its token. */
async function newVendor({ db }: Bench): Promise<string> {
  vendors += 1;
  const vendor = await db.first<{ id: string }>(sql`
    insert into users (email, mobile_number, first_name, last_name, is_active, vendor_name, vendor_code, address_line1, address_line2, postal_code, country_id, state, city)
    values (${`v${vendors}@example.com`}, ${String(9_000_000_000 + vendors)}, 'Vendor', ${String(vendors)}, true, 'Mill', ${vendors}, 'a', 'b', '411001', 'IN', 'IN-MH', 'Pune')
    returning id::text`);
  return startSession(db, vendor?.id ?? '', { now: new Date(), address: null, userAgent: null });
}

/** A workbook as spreadsheet programs save it, with the columns of the template: texts are shared, dates are styled numbers. */
async function sheetOf(rows: number): Promise<Buffer> {
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

function caller(url: string) {
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
    async page(token: string): Promise<void> {
      const answer = await fetch(`${url}/api/product/get?page=1&pageSize=7`, { headers: { authorization: token } });
      const rows = (await answer.json()) as unknown[];
      if (rows.length !== 7) throw new Error(`a page answered ${answer.status} with ${rows.length} rows`);
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Milliseconds of one page after another, each 50 ms after the last: a person's clicks, not a load. */
async function pageTimes(page: () => Promise<void>, milliseconds: number, isOver = () => false): Promise<number[]> {
  const times: number[] = [];
  const start = performance.now();
  while (!isOver() && performance.now() - start < milliseconds) {
    times.push((await timed(page)) * 1000);
    await sleep(20);
  }
  return times;
}

/** What the kernel counts from here on. */
async function resetPeak(pid: number): Promise<void> {
  const { writeFile } = await import('node:fs/promises');
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** In MB, since the last reset. */
async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
