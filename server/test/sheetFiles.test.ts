import { readdirSync, readFileSync } from 'node:fs';

import sql, { type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { loadDemo } from '../src/demo/demo.ts';
import { DEMO_SIGN_INS } from '../src/demo/signIns.ts';
import { type Answer, type Api, type Caller, startApi } from './api.ts';

let api: Api;
let admin: Caller;
let mill: Caller;
beforeAll(async () => {
  api = await startApi({ demo: true }, () => new Date('2026-11-25T12:00:00+05:30'));
  await loadDemo(api.ctx);
  // The demo's dates follow the database's clock; the files have fixed dates.
  await api.ctx.db.execute(sql`update purchase_orders set ordered_on = '2026-11-01' where number = 'PO/2026-27/0127'`);
  admin = await api.signIn({ id: '', ...DEMO_SIGN_INS[0] });
  mill = await api.signIn({ id: '', ...DEMO_SIGN_INS[1] });
});
afterAll(() => api.close());

const FILES = new URL('./fixtures/sheets/', import.meta.url);
const ORDERS = '/api/buyerData/orders';
const INVOICES = '/api/invoice/excelUpload';
/** The path by the first letter of a file's name. */
const PATHS: Readonly<Record<string, string>> = {
  C: ORDERS,
  O: ORDERS,
  N: INVOICES,
  I: INVOICES,
  U: INVOICES,
  M: '/api/buyerData/items',
  R: '/api/buyerData/receipts',
  Y: '/api/buyerData/payments',
  P: '/api/product/excelUpload',
  S: '/api/invoiceLine/excelUpload',
};

function send(name: string, query = '', answers: Record<string, string> = {}): Promise<Answer> {
  const path = PATHS[name.charAt(0)] ?? '';
  const caller = path.startsWith('/api/buyerData') ? admin : mill;
  return caller.send('POST', `${path}${query}`, answers, { file: { name, content: readFileSync(new URL(name, FILES)) } });
}

const FEW_DIGITS = 'Spreadsheet programs keep only 15 digits of a number. Format the column as text and enter it again.';
const CUT = 'The spreadsheet program shortened this number to 4.50001E+14. Format the column as text and enter it again.';
const comma = (value: string, other: string, third: string) =>
  `${value} may be ${other} or ${third}. Enter it without a comma, or with a decimal point.`;
const width = (values: number, headings: number, value: string) =>
  `The row has ${values} values under ${headings} headings. ${value} seems to be one of them. Enter it without commas, or put it in quotation marks.`;

type Fault = readonly [row: number, column: string, message: string];

/** Files that are rejected, each with all of its errors. */
const REFUSED: Readonly<Record<string, readonly Fault[]>> = {
  'C03-semicolon-three-decimals-comma.csv': [
    [2, 'Quantity', comma('2,500', '2500', '2.500')],
    [2, 'Price', comma('1,250', '1250', '1.250')],
  ],
  'C06-po-number-4.50001E+14.csv': [
    [2, 'PO Number', CUT],
    [3, 'PO Number', CUT],
  ],
  'C13-indian-grouping-not-quoted.csv': [[2, 'Price', width(13, 11, '1,20,000.50')]],
  'C25-quantity-1-200-not-quoted.csv': [[2, 'Quantity', width(7, 6, '1,200')]],
  'I72-invoice-date-next-year.xlsx': [
    [2, 'Invoice Date', 'The invoice is dated 01-12-2027, which is after today (25-11-2026). Correct the date.'],
  ],
  'M02-item-code-of-19-digits-as-number.xlsx': [[2, 'Item Code', FEW_DIGITS]],
  'M06-upc-a-and-ean-13-form.xlsx': [
    [2, 'EAN Code', 'Row 3 also has the EAN 036000291452, with an Item Code. Enter the Item Code here too.'],
  ],
  'O02-po-number-of-18-digits-as-number.xlsx': [[2, 'PO Number', FEW_DIGITS]],
  'O03-two-pos-of-17-digits-as-numbers.xlsx': [
    [2, 'PO Number', FEW_DIGITS],
    [3, 'PO Number', FEW_DIGITS],
  ],
  'O05-po-number-text-in-scientific-notation.xlsx': [
    [2, 'PO Number', CUT],
    [3, 'PO Number', CUT],
  ],
  'O10-tax-rate-5-percent-cell-and-text.xlsx': [[4, 'Tax Rate %', '0.05% is not a GST rate. Enter 5 for 5%.']],
  'O21-two-pos-of-18-digits-collapse-into-one.xlsx': [
    [2, 'PO Number', FEW_DIGITS],
    [3, 'PO Number', FEW_DIGITS],
  ],
  'R01-receipt-number-of-20-digits-as-number.xlsx': [[2, 'Receipt Number', FEW_DIGITS]],
  'R02-batch-1E10-made-a-number.xlsx': [
    [2, 'Batch', 'The cell is in scientific notation and contains 10000000000. Format the column as text and enter it again.'],
  ],
  'R05-receipt-date-in-the-future.xlsx': [
    [2, 'Receipt Date', 'The goods receipt is dated 05-01-2027, which is after today (25-11-2026). Correct the date.'],
  ],
  'R06-100.002-received.xlsx': [
    [
      2,
      'Quantity',
      'Line 1 of order PO/2026-27/0127: 12 are open and 100.002 accepted. Reject the excess, or ask the buyer to confirm it in the order.',
    ],
  ],
  'R08-receipt-before-the-order.xlsx': [
    [2, 'Receipt Date', 'Order PO/2026-27/0127 is dated 01-11-2026. Its goods cannot be received before that date.'],
  ],
  'Y01-utr-of-18-digits-as-number.xlsx': [[2, 'Payment Reference', FEW_DIGITS]],
};

/** Files that raise questions: what each heading may mean. */
const ASKED: Readonly<Record<string, readonly (readonly [heading: string, column: string])[]>> = {
  'I04-near-headings-PO-No-Inv-Date-IGST.xlsx': [
    ['Inv Date', 'Invoice Date'],
    ['IGST', 'IGST Value'],
  ],
  'I73-IGST-Amount-in-place-of-IGST-Value.xlsx': [['IGST Amount', 'IGST Value']],
  'I74-heading-Date-in-place-of-Invoice-Date.xlsx': [['Date', 'Invoice Date']],
  'O19-near-headings-Delivery-Date-GST.xlsx': [
    ['Delivery Date', 'Deliver By'],
    ['GST %', 'Tax Rate %'],
  ],
  'P06-heading-Transfer-Prise-and-Remark.xlsx': [
    ['Transfer Prise', 'Transfer Price'],
    ['Remark', 'Remarks'],
  ],
  'R07-heading-Rejected-Qty.xlsx': [['Rejected Qty', 'Rejected']],
  'S05-invoice-lines-Inv-Date-GST.xlsx': [
    ['Inv Date', 'Invoice Date'],
    ['GST', 'Tax Rate'],
  ],
  'U01-screen-near-headings-two-sheets.xlsx': [
    ['PO No', 'PO Number'],
    ['Inv Date', 'Invoice Date'],
    ['IGST', 'IGST Value'],
  ],
};

const INVOICE_ROW = (number: string, more: { po?: string; day?: string; igst?: string | null } = {}) => [
  number,
  more.po ?? null,
  more.day ?? '2026-11-20',
  '1050.00',
  null,
  null,
  more.igst === undefined ? '50.00' : more.igst,
];
const ORDER_ROW = (number: string, ean = '8909999000034') => [number, '2026-11-20', '2026-12-05', ean, '10.000', '700.0000', '5.000'];

/** The tables of each kind of file, by the first letter of its name. */
const INVOICE_ROWS = sql`
  select array[number, po_number, invoice_date::text, value::text, cgst::text, sgst::text, igst::text] as held from invoices order by invoices.id`;
const ORDER_ROWS = sql`
  select array[number, ordered_on::text, deliver_by::text, ean, quantity::text, unit_price::text, igst_rate::text] as held
  from purchase_orders join purchase_order_lines on purchase_orders.id = order_id order by purchase_orders.id, line`;
const TABLES: Readonly<Record<string, Sql>> = {
  C: ORDER_ROWS,
  O: ORDER_ROWS,
  N: INVOICE_ROWS,
  I: INVOICE_ROWS,
  U: INVOICE_ROWS,
  S: INVOICE_ROWS,
  M: sql`select array[ean, item_code, item_name, brand_name, category_name, hsn_code, uom_code, mrp::text] as held from items order by items.id`,
  R: sql`
    select array[lines.number, received_on::text, line::text, quantity::text, rejected::text, reason, batch] as held from receipt_lines lines
    order by lines.id`,
  Y: sql`select array[reference, paid_on::text, amount::text] as held from payments order by payments.id`,
  P: sql`select array[ean, quantity::text, mrp::text, transfer_price::text] as held from products order by products.id`,
};

/** The rows that a call has added. */
async function added(name: string, call: () => Promise<Answer>): Promise<{ answer: Answer; rows: unknown[] }> {
  const held = async () =>
    (await api.ctx.db.rows<{ held: unknown[] }>(TABLES[name.charAt(0)] ?? sql`select`)).map(({ held: row }) => JSON.stringify(row));
  const before = new Set(await held());
  const answer = await call();
  return { answer, rows: (await held()).filter((row) => !before.has(row)).map((row) => JSON.parse(row)) };
}

/** Files that are stored: each row as the file shows it, and the parts that are not read. */
const STORED: Readonly<Record<string, readonly [rows: readonly unknown[], notRead?: string]>> = {
  'C04-sep-line.csv': [[ORDER_ROW('PB/26-27/0104')]],
  'C07-equals-quoted-ean.csv': [[ORDER_ROW('PB/26-27/0107')]],
  'C21-title-line-first.csv': [[ORDER_ROW('PB/26-27/0121')], 'row 1'],
  'I02-number-shown-0001042-by-format.xlsx': [[INVOICE_ROW('0001042'), INVOICE_ROW('0000077')]],
  'I03-po-number-shown-0000012345-by-format.xlsx': [[INVOICE_ROW('9101', { po: '0000012345' })]],
  'I06-two-sheets-both-with-invoices.xlsx': [[INVOICE_ROW('9301')], 'Dal'],
  'I07-filtered-row-hidden.xlsx': [[INVOICE_ROW('9401'), INVOICE_ROW('9403')], 'row 3'],
  'I38-title-above-headings-merged.xlsx': [[INVOICE_ROW('9538')], 'row 1'],
  'I67-instructions-sheet-first.xlsx': [[INVOICE_ROW('9571')], 'Read me'],
  'I70-struck-through-row.xlsx': [[INVOICE_ROW('9574')], 'row 3'],
  'M01-item-code-shown-00042.xlsx': [[['8908888000001', '00042', 'Item A', 'B', 'Rice', '10063020', 'PCS', '100.00']]],
  'N01-numbers-export-table-name-above-headings.xlsx': [[INVOICE_ROW('9800001')], 'row 1'],
  'O04-po-number-shown-0004512-by-format.xlsx': [[ORDER_ROW('0004512')]],
  'O28-po-number-shown-PO-26-27-0012-by-format.xlsx': [
    [ORDER_ROW('PO/26-27/0012', '8909999000768'), ORDER_ROW('PO/26-27/0012', '8909999000461')],
  ],
  'R03-batch-shown-0007-by-format.xlsx': [[['GRN-P2', '2026-11-24', '1', '1.000', '0.000', null, '0007']]],
};

/** The rows that the files with questions store once the questions are answered, or the remaining error. */
const ANSWERED: Readonly<Record<string, { rows: readonly unknown[]; notRead?: readonly string[] } | { refused: Fault }>> = {
  'I04-near-headings-PO-No-Inv-Date-IGST.xlsx': { rows: [INVOICE_ROW('9201', { day: '2026-10-03' })] },
  'I73-IGST-Amount-in-place-of-IGST-Value.xlsx': { rows: [INVOICE_ROW('9561703')] },
  'I74-heading-Date-in-place-of-Invoice-Date.xlsx': { rows: [INVOICE_ROW('9561704', { day: '2026-09-03', igst: null })] },
  'O19-near-headings-Delivery-Date-GST.xlsx': { rows: [ORDER_ROW('PB/26-27/0021')], notRead: ['Qty', 'Rate'] },
  'P06-heading-Transfer-Prise-and-Remark.xlsx': {
    refused: [2, 'Transfer Price', 'Transfer Price should be 160.00: MRP minus margin.'],
  },
  'R07-heading-Rejected-Qty.xlsx': { rows: [['GRN-P6', '2026-11-24', '1', '1.000', '1.000', 'damaged', null]], notRead: ['GRN No'] },
  'S05-invoice-lines-Inv-Date-GST.xlsx': { refused: [2, 'PO Number', 'This vendor has no order with PO Number PB/26-27/0112.'] },
  'U01-screen-near-headings-two-sheets.xlsx': { rows: [INVOICE_ROW('9700001', { po: '450001', day: '2026-10-03' })], notRead: ['Dal'] },
};

const INVOICE = (number: string) =>
  sql`select po_number, number, invoice_date::text as day, value::text, igst::text from invoices where number = ${number}`;
const LINES = (number: string) => sql`
  select number, line, ean, item_code, igst_rate::text as rate from purchase_order_lines
    join purchase_orders on id = order_id where code_key(number) = code_key(${number}) order by line`;

/**
 * Files with the same record in two notations, or with unusual rows: the counts of added and updated rows, the warnings, and the stored
 * rows.
 */
const RULED: Readonly<Record<string, readonly [counts: readonly [number, number], remarks: readonly string[], held: Sql, rows: unknown]>> =
  {
    'I17-invisible-direction-marks.xlsx': [
      [1, 0],
      [],
      INVOICE('9509'),
      [{ po_number: null, number: '9509', day: '2026-11-20', value: '1050.00', igst: '50.00' }],
    ],
    'I71-two-numbers-that-differ-by-a-leading-zero.xlsx': [
      [2, 0],
      ['09561701', '9561701'].map((number) => `Invoice ${number} of 20-11-2026 has nearly the same number. Is this a different invoice?`),
      sql`select number from invoices where number like '%9561701' order by number`,
      [{ number: '09561701' }, { number: '9561701' }],
    ],
    'M14-ean-of-another-item-without-item-code.xlsx': [
      [0, 1],
      [],
      sql`select item_code, item_name from items where ean = '8909999000034'`,
      [{ item_code: 'ITM-00003', item_name: 'Second item with the EAN of ITM-00003' }],
    ],
    'O12-po-number-upper-and-lower-case.xlsx': [
      [1, 0],
      [],
      LINES('pb/26-27/0014'),
      [
        { number: 'PB/26-27/0014', line: 1, ean: '8909999000034', item_code: 'ITM-00003', rate: '5.000' },
        { number: 'PB/26-27/0014', line: 2, ean: '8909999000768', item_code: 'ITM-00076', rate: '5.000' },
      ],
    ],
    'O14-ean-13-form-of-the-upc-a-item.xlsx': [
      [1, 0],
      [],
      LINES('PB/26-27/0016'),
      [{ number: 'PB/26-27/0016', line: 1, ean: '0036000291452', item_code: 'IMP-001', rate: '5.000' }],
    ],
    'O24-po-number-with-left-to-right-mark.xlsx': [
      [1, 0],
      [],
      sql`select number, line_count from purchase_orders where number like 'PB/26-27/0130%'`,
      [{ number: 'PB/26-27/0130', line_count: 2 }],
    ],
    'O26-po-number-with-full-width-and-dash-variants.xlsx': [
      [1, 0],
      [],
      sql`select number, line_count from purchase_orders where number like 'PB/26_27/0132'`,
      [{ number: 'PB/26-27/0132', line_count: 3 }],
    ],
  };

const names = readdirSync(FILES).toSorted();
const of = <T>(table: Readonly<Record<string, T>>) =>
  names.flatMap((name) => (table[name] === undefined ? [] : [[name, table[name]] as const]));

test('every file is listed', () => {
  expect(names.length).toBe(48);
  expect(Object.keys(ANSWERED)).toEqual(Object.keys(ASKED));
  expect([REFUSED, ASKED, STORED, RULED].flatMap((table) => Object.keys(table)).toSorted()).toEqual(names);
});

describe('rejected by column, with what to do', () => {
  test.each(of(REFUSED))('%s', async (name, faults) => {
    for (const query of ['?dryRun=true', '']) {
      const { answer, rows } = await added(name, () => send(name, query));
      const { status, body } = answer;
      expect([status, rows]).toEqual([201, []]);
      expect(body.errors.map(({ row, column, message }: Record<string, unknown>) => [row, column, message])).toEqual(faults);
    }
  });
});

describe('read after its questions are answered', () => {
  test.each(of(ASKED))('%s', async (name, asked) => {
    for (const query of ['?dryRun=true', '']) {
      const { status, body } = await send(name, query);
      expect(status).toBe(201);
      expect(body.questions.map(({ kind, heading, column }: Record<string, unknown>) => [kind, heading, column])).toEqual(
        asked.map(([heading, column]) => ['heading', heading, column]),
      );
      for (const [heading, column] of asked) expect(body.message).toContain(`Unknown heading ${heading}. Did you mean ${column}?`);
    }
    const yes = (await send(name, '?dryRun=true', { headings: JSON.stringify(Object.fromEntries(asked)) })).body;
    expect(yes.questions).toBe(undefined);
    expect(yes.report.columns).toEqual(expect.arrayContaining(asked.map(([heading, column]) => ({ heading, column }))));
    const no = (
      await send(name, '?dryRun=true', { headings: JSON.stringify(Object.fromEntries(asked.map(([heading]) => [heading, null]))) })
    ).body;
    expect(no.questions).toBe(undefined);
    const left = no.report.notRead.map((each: { name: string }) => each.name);
    for (const [heading] of asked) expect(left).toContain(heading);
    const { answer, rows } = await added(name, () => send(name, '', { headings: JSON.stringify(Object.fromEntries(asked)) }));
    const expected = ANSWERED[name];
    if (expected === undefined || 'refused' in expected) {
      const found = answer.body.errors.map(({ row, column, message }: Record<string, unknown>) => [row, column, message]);
      expect([answer.status, found, rows]).toEqual([201, [expected?.refused], []]);
      return;
    }
    expect([answer.status, rows]).toEqual([200, expected.rows]);
    expect(answer.body.report.notRead.map((each: { name: string }) => each.name)).toEqual(expected.notRead ?? []);
  });
});

describe('saved as shown', () => {
  test.each(of(STORED))('%s', async (name, [expected, notRead]) => {
    const checked = await added(name, () => send(name, '?dryRun=true'));
    expect([checked.answer.status, checked.rows]).toEqual([200, []]);
    expect(checked.answer.body.report.notRead.map((each: { name: string }) => each.name)).toEqual(notRead === undefined ? [] : [notRead]);
    const stored = await added(name, () => send(name));
    expect([stored.answer.status, stored.rows]).toEqual([200, expected]);
    expect(stored.answer.body).toMatchObject({ created: checked.answer.body.created, report: checked.answer.body.report });
  });
});

describe('saved by the same rules as forms and API', () => {
  test.each(of(RULED))('%s', async (name, [[created, updated], remarks, held, rows]) => {
    for (const query of ['?dryRun=true', '']) {
      const { status, body } = await send(name, query);
      expect([status, body.created, body.updated, body.report?.notRead]).toEqual([200, created, updated, []]);
      expect(body.remarks.map((each: { message: string }) => each.message)).toEqual(remarks);
    }
    expect(await api.ctx.db.rows(held)).toEqual(rows);
  });
});
