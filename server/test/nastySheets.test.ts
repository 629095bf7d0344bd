// Why so long: one table has files as people upload them, and what becomes of each.
import { expect, test } from 'vitest';

import { itemColumns } from '../src/buyer-system/sheet.ts';
import { openingColumns } from '../src/buyer-system/openingSheet.ts';
import { orderColumns } from '../src/buyer-system/orderSheet.ts';
import { paymentColumns } from '../src/buyer-system/paymentSheet.ts';
import { receiptColumns } from '../src/buyer-system/receiptSheet.ts';
import { returnColumns } from '../src/buyer-system/returnSheet.ts';
import { goodsColumns } from '../src/dispatch-notes/goodsSheet.ts';
import { invoiceColumns } from '../src/invoices/columns.ts';
import { invoiceLineColumns } from '../src/invoices/lineSheet.ts';
import { productColumns } from '../src/products/columns.ts';
import { answerColumns } from '../src/purchase-orders/answerSheet.ts';
import { rateColumns } from '../src/rates/columns.ts';
import type { Columns } from '../src/sheets/columns.ts';
import { readSheet } from '../src/sheets/read.ts';
import { relations, sheetXml, workbook } from './workbook.ts';

// Files of every kind as users upload them: each is read as Excel shows it, or rejected with the column and a way to correct it.

const KINDS = {
  orders: orderColumns,
  items: itemColumns,
  openings: openingColumns,
  payments: paymentColumns,
  receipts: receiptColumns,
  returns: returnColumns,
  goods: goodsColumns,
  invoices: invoiceColumns,
  lines: invoiceLineColumns,
  products: productColumns,
  answers: answerColumns,
  rates: rateColumns,
} as const satisfies Record<string, Columns>;

type CellOf = string | number | null | { n: number; as: string } | { xml: string };
interface Made {
  rows: readonly (readonly CellOf[])[];
  /** XML after the rows: merges, filters, protection, notes. */
  after?: string;
  /** Attributes of rows, by row number. */
  attributes?: Readonly<Record<number, string>>;
  /** Rows of a second sheet. */
  more?: readonly (readonly CellOf[])[];
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

async function bookOf({ rows, after = '', attributes = {}, more }: Made): Promise<Buffer> {
  const formats: string[] = [];
  const styleOf = (code: string) => (formats.includes(code) ? formats.indexOf(code) : formats.push(code) - 1) + 1;
  const xmlOf = (all: Made['rows']) =>
    all
      .map((cells, index) => {
        const inner = cells.map((cell, place) => {
          const at = `r="${String.fromCharCode(65 + place)}${index + 1}"`;
          if (cell === null) return '';
          if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`;
          if (typeof cell === 'string') return `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
          if ('xml' in cell) return `<c ${at} ${cell.xml}</c>`;
          return `<c ${at} s="${styleOf(cell.as)}"><v>${cell.n}</v></c>`;
        });
        return `<row r="${index + 1}" ${attributes[index + 1] ?? ''}>${inner.join('')}</row>`;
      })
      .join('');
  const first = xmlOf(rows);
  const second = more === undefined ? undefined : xmlOf(more);
  const styles = `<numFmts>${formats.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`).join('')}</cellXfs>`;
  return workbook({
    rows: first,
    styles,
    parts: {
      ...(after === '' ? {} : { 'xl/worksheets/sheet1.xml': sheetXml(first).replace('<pageMargins', `${after}<pageMargins`) }),
      ...(second === undefined
        ? {}
        : {
            'xl/worksheets/sheet2.xml': sheetXml(second),
            'xl/workbook.xml':
              '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="One" sheetId="1" r:id="rId1"/><sheet name="Two" sheetId="2" r:id="rId9"/></sheets></workbook>',
            'xl/_rels/workbook.xml.rels': relations([
              ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
              ['rId2', 'styles', 'styles.xml'],
              ['rId9', 'worksheet', 'worksheets/sheet2.xml'],
            ]),
          }),
    },
  });
}

/** The outcome of a file: each row as `field=value`, errors, questions, and the parts that are not read. */
async function outcomeOf(kind: keyof typeof KINDS, file: Made | string | Buffer): Promise<string[]> {
  const isText = typeof file === 'string' || Buffer.isBuffer(file);
  const content = typeof file === 'string' ? Buffer.from(file) : Buffer.isBuffer(file) ? file : await bookOf(file);
  const rows: string[] = [];
  const take = (batch: readonly { value: Record<string, unknown> }[]) => {
    for (const { value } of batch)
      rows.push(
        Object.entries(value)
          .filter(([, each]) => each !== null && each !== undefined)
          .map(([name, each]) => `${name}=${String(each)}`)
          .join(' '),
      );
  };
  const columns: Columns = KINDS[kind];
  const found = await readSheet({ name: isText ? 'a.csv' : 'a.xlsx', content }, columns, take as never, { csvAllowed: true });
  return [
    ...rows,
    ...(found.problem === null ? [] : [`! ${found.problem}`]),
    ...found.errors.list.map(({ row, column, message }) => `! ${row} ${column}: ${message}`),
    ...found.questions.map(({ kind: what, heading, column }) => `? ${what} ${heading} ${column}`),
    ...found.report.notRead.map(({ kind: what, name, message }) => `- ${what} ${name}: ${message}`),
  ];
}

const ORDER = ['Vendor Code', 'PO Number', 'PO Date', 'Item Code', 'Item Name', 'Quantity', 'Price', 'Tax Rate %'];
const ORDERED = [20451, 'PO/7', '20-11-2026', 'R-1', 'Rice', 10, 700, 5];
const PAID = ['Vendor Code', 'Payment Reference', 'Payment Date', 'Amount', 'Invoice Number'];
const RECEIVED = ['Vendor Code', 'PO Number', 'Item Code', 'Receipt Number', 'Receipt Date', 'Quantity', 'Rejected', 'Reason', 'Batch'];
const RETURNED = ['Vendor Code', 'Return Number', 'Invoice Date', 'Product Name', 'Quantity Purchased', 'Quantity Returned'];
const ITEM = ['EAN Code', 'Item Name', 'Item Code', 'HSN Code', 'MRP'];
const PRODUCT = ['EAN Code', 'Shelf Life in Days', 'Quantity', 'MRP', 'Percentage'];
const INVOICE = ['Invoice Number', 'Invoice Date', 'PO Number', 'Invoice Value', 'IGST Value'];
const LINE = ['Invoice Number', 'Invoice Date', 'PO Number', 'Line', 'Quantity', 'Price', 'Tax Rate'];
const GOODS = ['DC Number', 'Date of Delivery Challan', 'PO Number', 'Line', 'Quantity', 'Cartons', 'Batch', 'Best Before'];
const ANSWER = ['PO Number', 'Line', 'Confirmation', 'Quantity', 'Date', 'Price', 'Reason'];
const RATE = ['HSN', 'Rate', 'Valid From', 'Valid To'];
const csv = (...lines: (string | number)[][]) => lines.map((each) => each.join(',')).join('\r\n');
const utf16 = (text: string, mark = '\ufeff') => Buffer.from(`${mark}${text}`, 'utf16le');
const big = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();

const FILES: readonly (readonly [name: string, kind: keyof typeof KINDS, file: Made | string | Buffer])[] = [
  ['a total row in Hindi', 'orders', { rows: [ORDER, ORDERED, ['कुल', null, null, null, null, 10, 7000, null]] }],
  ['a grand total', 'orders', { rows: [ORDER, ORDERED, [null, null, null, null, 'Grand Total', 10, 7000, null]] }],
  ['a note under the rows', 'orders', { rows: [ORDER, ORDERED, [], ['Note: prices are without GST']] }],
  [
    'prepared by, under the rows',
    'payments',
    { rows: [PAID, [20451, 'UTR1', '20-11-2026', 118, '77'], [], ['Prepared by: R. Shah', null, null, null, 'Checked by']] },
  ],
  [
    'headings in Hindi',
    'orders',
    {
      rows: [
        ['विक्रेता कोड', 'PO संख्या', 'PO दिनांक', 'मात्रा', 'मूल्य'],
        [20451, 'PO/7', '20-11-2026', 10, 700],
      ],
    },
  ],
  [
    'two tables, one under the other',
    'payments',
    { rows: [PAID, [20451, 'UTR1', '20-11-2026', 118, '77'], [], ['Item', 'Qty'], ['Rice', 5]] },
  ],
  [
    'two tables side by side',
    'payments',
    {
      rows: [
        [...PAID, null, 'Amount', 'Bank'],
        [20451, 'UTR1', '20-11-2026', 118, '77', null, 9, 'SBI'],
      ],
    },
  ],
  [
    'two tables side by side, other headings',
    'payments',
    {
      rows: [
        [...PAID, null, 'Bank', 'Balance'],
        [20451, 'UTR1', '20-11-2026', 118, '77', null, 'SBI', 9],
      ],
    },
  ],
  ['a percent cell of a tax rate', 'orders', { rows: [ORDER, [...ORDERED.slice(0, 7), { n: 0.05, as: '0%' }]] }],
  ['a percent cell that rounds', 'orders', { rows: [ORDER, [...ORDERED.slice(0, 7), { n: 0.125, as: '0%' }]] }],
  ['a percent text', 'orders', { rows: [ORDER, [...ORDERED.slice(0, 7), '5 %']] }],
  ['a percent cell in a column of quantities', 'orders', { rows: [ORDER, [...ORDERED.slice(0, 5), { n: 10, as: '0%' }, 700, 5]] }],
  ['a quantity that the format rounds', 'orders', { rows: [ORDER, [...ORDERED.slice(0, 5), { n: 10.5, as: '0' }, 700, 5]] }],
  ['a price that the format rounds', 'orders', { rows: [ORDER, [...ORDERED.slice(0, 6), { n: 700.126, as: '0.00' }, 5]] }],
  [
    'a price with the residue of a sum',
    'orders',
    { rows: [ORDER, [...ORDERED.slice(0, 6), { xml: '><f>0.1+0.2</f><v>0.30000000000000004</v>' }, 5]] },
  ],
  ['a date as a serial number in a column of text', 'orders', { rows: [ORDER, [20451, 'PO/7', '46346', ...ORDERED.slice(3)]] }],
  ['a month first date in words', 'orders', { rows: [ORDER, [20451, 'PO/7', 'Nov 20, 2026', ...ORDERED.slice(3)]] }],
  ['a weekday before a date', 'orders', { rows: [ORDER, [20451, 'PO/7', 'Friday, 20 November 2026', ...ORDERED.slice(3)]] }],
  ['a month in Hindi', 'orders', { rows: [ORDER, [20451, 'PO/7', '20 नवंबर 2026', ...ORDERED.slice(3)]] }],
  ['a date that does not exist', 'orders', { rows: [ORDER, [20451, 'PO/7', '31-11-2026', ...ORDERED.slice(3)]] }],
  ['a date of 1900', 'orders', { rows: [ORDER, [20451, 'PO/7', { n: 0, as: 'dd/mm/yyyy' }, ...ORDERED.slice(3)]] }],
  ['a date shown month first', 'orders', { rows: [ORDER, [20451, 'PO/7', { n: 46346, as: 'mm/dd/yyyy' }, ...ORDERED.slice(3)]] }],
  ['a code made a date', 'orders', { rows: [ORDER, [20451, { n: 46346, as: 'd-mmm' }, '20-11-2026', ...ORDERED.slice(3)]] }],
  ['a code with a blank behind', 'orders', { rows: [ORDER, [20451, 'PO/7 ', '20-11-2026', 'R-1\u00a0', ...ORDERED.slice(4)]] }],
  ['a code over two lines', 'orders', { rows: [ORDER, [20451, 'PO/7\nA', '20-11-2026', ...ORDERED.slice(3)]] }],
  ['a code with a decimal point', 'orders', { rows: [ORDER, [20451, 45.1, '20-11-2026', ...ORDERED.slice(3)]] }],
  ['a code whose last 0 is lost', 'orders', { rows: [ORDER, [20451, { n: 45.1, as: '0.00' }, '20-11-2026', ...ORDERED.slice(3)]] }],
  ['a code in a fraction format', 'orders', { rows: [ORDER, [20451, { n: 0.5, as: '# ?/?' }, '20-11-2026', ...ORDERED.slice(3)]] }],
  [
    'a negative quantity in parentheses by format',
    'returns',
    { rows: [RETURNED, [20451, 'R/1', '20-11-2026', 'Rice', 10, { n: -4, as: '0;(0)' }]] },
  ],
  ['a negative quantity in parentheses as text', 'returns', { rows: [RETURNED, [20451, 'R/1', '20-11-2026', 'Rice', 10, '(4)']] }],
  ['a minus behind', 'returns', { rows: [RETURNED, [20451, 'R/1', '20-11-2026', 'Rice', 10, '4-']] }],
  ['a unit behind a quantity', 'returns', { rows: [RETURNED, [20451, 'R/1', '20-11-2026', 'Rice', '10 kg', '4 kg']] }],
  [
    'a quantity in a format with its unit',
    'returns',
    { rows: [RETURNED, [20451, 'R/1', '20-11-2026', 'Rice', { n: 10, as: '0" kg"' }, 4]] },
  ],
  ['a number as text with an apostrophe', 'returns', { rows: [RETURNED, [20451, 'R/1', '20-11-2026', 'Rice', "'10", "'4"]] }],
  ['a number in words', 'returns', { rows: [RETURNED, [20451, 'R/1', '20-11-2026', 'Rice', 'ten', 4]] }],
  [
    'a filter that hides rows',
    'receipts',
    {
      rows: [RECEIVED, [20451, 'PO/7', 'R-1', 'G1', '20-11-2026', 10], [20451, 'PO/7', 'R-1', 'G2', '20-11-2026', 10]],
      attributes: { 3: 'hidden="1"' },
      after: '<autoFilter ref="A1:I3"/>',
    },
  ],
  [
    'a folded outline',
    'receipts',
    {
      rows: [RECEIVED, [20451, 'PO/7', 'R-1', 'G1', '20-11-2026', 10], [20451, 'PO/7', 'R-1', 'G2', '20-11-2026', 10]],
      attributes: { 3: 'hidden="1" outlineLevel="1"' },
    },
  ],
  [
    'a row of no height',
    'receipts',
    {
      rows: [RECEIVED, [20451, 'PO/7', 'R-1', 'G1', '20-11-2026', 10], [20451, 'PO/7', 'R-1', 'G2', '20-11-2026', 10]],
      attributes: { 3: 'ht="0" customHeight="1"' },
    },
  ],
  [
    'a protected sheet',
    'receipts',
    { rows: [RECEIVED, [20451, 'PO/7', 'R-1', 'G1', '20-11-2026', 10]], after: '<sheetProtection sheet="1" password="CC1A"/>' },
  ],
  [
    'a batch with an exponent as text',
    'receipts',
    { rows: [RECEIVED, [20451, 'PO/7', 'R-1', 'G1', '20-11-2026', 10, null, null, '1E10']] },
  ],
  [
    'a batch that a date format shows',
    'receipts',
    { rows: [RECEIVED, [20451, 'PO/7', 'R-1', 'G1', '20-11-2026', 10, null, null, { n: 46346, as: 'mmm-yy' }]] },
  ],
  ['a reason in capitals', 'receipts', { rows: [RECEIVED, [20451, 'PO/7', 'R-1', 'G1', '20-11-2026', 10, 1, 'DAMAGED']] }],
  ['a reason in other words', 'receipts', { rows: [RECEIVED, [20451, 'PO/7', 'R-1', 'G1', '20-11-2026', 10, 1, 'toota hua']] }],
  [
    'a heading in two rows',
    'receipts',
    {
      rows: [
        ['Vendor', 'PO', 'Item', 'Receipt', 'Receipt', 'Qty'],
        ['Code', 'Number', 'Code', 'Number', 'Date', ''],
        [20451, 'PO/7', 'R-1', 'G1', '20-11-2026', 10],
      ],
    },
  ],
  [
    'units under the headings',
    'receipts',
    { rows: [RECEIVED, [null, null, null, null, '(dd-mm-yyyy)', '(kg)'], [20451, 'PO/7', 'R-1', 'G1', '20-11-2026', 10]] },
  ],
  [
    'numbers of columns under the headings',
    'receipts',
    { rows: [RECEIVED, [1, 2, 3, 4, 5, 6, 7, 8, 9], [20451, 'PO/7', 'R-1', 'G1', '20-11-2026', 10]] },
  ],
  [
    'a heading with a line break',
    'receipts',
    {
      rows: [
        ['Vendor\nCode', 'PO\r\nNumber', 'Item Code', 'Receipt  Number', 'Receipt Date*', 'Quantity (kg)'],
        [20451, 'PO/7', 'R-1', 'G1', '20-11-2026', 10],
      ],
    },
  ],
  ['an EAN with check digit lost', 'items', { rows: [ITEM, [890103051632, 'Tea', 'T-1', '0902', 100]] }],
  ['an EAN with blanks in groups', 'items', { rows: [ITEM, ['8 901030 516320', 'Tea', 'T-1', '0902', 100]] }],
  ['an HSN with dots', 'items', { rows: [ITEM, ['8901030516320', 'Tea', 'T-1', '0902.10.10', 100]] }],
  ['an HSN whose 0 is lost', 'items', { rows: [ITEM, ['8901030516320', 'Tea', 'T-1', 9021010, 100]] }],
  ['an MRP per unit', 'items', { rows: [ITEM, ['8901030516320', 'Tea', 'T-1', '0902', 'Rs 100 per kg']] }],
  ['an MRP with two currencies', 'items', { rows: [ITEM, ['8901030516320', 'Tea', 'T-1', '0902', '$ 100']] }],
  ['an MRP in dollars by format', 'items', { rows: [ITEM, ['8901030516320', 'Tea', 'T-1', '0902', { n: 100, as: '[$$-409]#,##0.00' }]] }],
  [
    'a name of a formula that failed',
    'items',
    { rows: [ITEM, ['8901030516320', { xml: 't="e"><f>VLOOKUP(A1,B:B,1,0)</f><v>#N/A</v>' }, 'T-1', '0902', 100]] },
  ],
  [
    'a tick',
    'items',
    {
      rows: [
        [...ITEM, 'Category'],
        ['8901030516320', 'Tea', 'T-1', '0902', 100, { xml: 't="b"><v>1</v>' }],
      ],
    },
  ],
  ['a percentage as a fraction', 'products', { rows: [PRODUCT, ['8901030516320', 365, 50, 120, 0.225]] }],
  ['a percentage as text', 'products', { rows: [PRODUCT, ['8901030516320', 365, 50, 120, '22.5%']] }],
  ['a shelf life in months', 'products', { rows: [PRODUCT, ['8901030516320', '12 months', 50, 120, 22.5]] }],
  ['a quantity with decimals of a comma', 'products', csv(PRODUCT, ['8901030516320', 365, '"50,5"', 120, '22.5'])],
  [
    'UTF-16 as Excel saves Unicode text',
    'products',
    utf16([PRODUCT, ['8901030516320', 365, 50, 120, 22.5]].map((each) => each.join('\t')).join('\r\n')),
  ],
  ['UTF-16 without a mark', 'products', utf16(csv(PRODUCT, ['8901030516320', 365, 50, 120, 22.5]), '')],
  ['UTF-16 big end first', 'products', big([PRODUCT, ['8901030516320', 365, 50, 120, 22.5]].map((each) => each.join('\t')).join('\r\n'))],
  ['Windows-1252 with a rupee name', 'items', Buffer.from(`${ITEM.join(',')}\r\n8901030516320,Caf\u00e9,T-1,0902,100`, 'latin1')],
  ['line ends of an old Mac', 'items', `${ITEM.join(',')}\r8901030516320,Tea,T-1,0902,100`],
  ['a quotation mark in a value', 'items', `${ITEM.join(',')}\r\n8901030516320,Pipe 3" long,T-1,0902,100`],
  [
    'a quotation mark that is not closed',
    'items',
    `${ITEM.join(',')}\r\n8901030516320,"Tea,T-1,0902,100\r\n8901030516337,Salt,T-2,2501,20`,
  ],
  ['quotation marks doubled', 'items', `${ITEM.join(',')}\r\n8901030516320,"Pipe 3"" long",T-1,0902,100`],
  ['a line break within a value', 'items', `${ITEM.join(',')}\r\n8901030516320,"Tea\nstrong",T-1,0902,100`],
  ['a bar between values and commas within', 'items', `${ITEM.join('|')}\r\n8901030516320|Tea, strong|T-1|0902|1,200`],
  ['headings of commas and rows of semicolons', 'items', `${ITEM.join(',')}\r\n8901030516320;Tea;T-1;0902;100`],
  ['a web page that is named .csv', 'items', '<html><table><tr><td>EAN Code</td></tr></table></html>'],
  ['an EAN of a formula', 'items', `${ITEM.join(',')}\r\n"=""8901030516320""",Tea,T-1,="0902",100`],
  ['a UTR that became scientific', 'payments', { rows: [PAID, [20451, { n: 426_012_345_678, as: '0.00E+00' }, '20-11-2026', 118, '77']] }],
  ['a UTR of 12 digits as number', 'payments', { rows: [PAID, [20451, 426_012_345_678, '20-11-2026', 118, '77']] }],
  ['an amount in words and figures', 'payments', { rows: [PAID, [20451, 'UTR1', '20-11-2026', 'Rupees 118 only', '77']] }],
  ['an amount with Cr', 'payments', { rows: [PAID, [20451, 'UTR1', '20-11-2026', '118.00 Cr', '77']] }],
  [
    'an amount in accounting format',
    'payments',
    { rows: [PAID, [20451, 'UTR1', '20-11-2026', { n: 118, as: '_ ₹ * #,##0.00_ ;_ ₹ * -#,##0.00_ ;_ ₹ * "-"??_ ;_ @_ ' }, '77']] },
  ],
  [
    'an amount of 0 shown as a dash',
    'payments',
    { rows: [PAID, [20451, 'UTR1', '20-11-2026', { n: 0, as: '_ ₹ * #,##0.00_ ;_ ₹ * -#,##0.00_ ;_ ₹ * "-"??_ ;_ @_ ' }, '77']] },
  ],
  ['two invoices in one cell', 'payments', { rows: [PAID, [20451, 'UTR1', '20-11-2026', 118, '77, 78']] }],
  ['a date with a time of payment', 'payments', { rows: [PAID, [20451, 'UTR1', { n: 46346.75, as: 'dd-mm-yyyy hh:mm' }, 118, '77']] }],
  ['a time of 23:59:59.9999', 'payments', { rows: [PAID, [20451, 'UTR1', { n: 46346.999999, as: 'dd-mm-yyyy' }, 118, '77']] }],
  ['an invoice number of a year', 'invoices', { rows: [INVOICE, [2026, '20-11-2026', 'PO/7', 1050, 50]] }],
  ['an invoice number with a decimal zero', 'invoices', { rows: [INVOICE, ['77.0', '20-11-2026', 'PO/7', 1050, 50]] }],
  ['a value with its tax in words', 'invoices', { rows: [INVOICE, ['77', '20-11-2026', 'PO/7', '1050 incl GST', 50]] }],
  [
    'a heading that is a number format',
    'invoices',
    {
      rows: [
        ['Invoice Number', 'Invoice Date', 'PO Number', 'Invoice Value (₹)', 'IGST Value'],
        ['77', '20-11-2026', 'PO/7', 1050, 50],
      ],
    },
  ],
  [
    'a heading in lakhs',
    'invoices',
    {
      rows: [
        ['Invoice Number', 'Invoice Date', 'PO Number', 'Invoice Value (in lakhs)', 'IGST Value'],
        ['77', '20-11-2026', 'PO/7', 1.05, 0.05],
      ],
    },
  ],
  [
    'a heading in thousands',
    'invoices',
    {
      rows: [
        ['Invoice Number', 'Invoice Date', 'PO Number', "Invoice Value Rs '000", 'IGST Value'],
        ['77', '20-11-2026', 'PO/7', 1.05, 0.05],
      ],
    },
  ],
  [
    'values in lakhs said above the headings',
    'invoices',
    { rows: [['All values in ₹ lakhs'], INVOICE, ['77', '20-11-2026', 'PO/7', 1.05, 0.05]] },
  ],
  [
    'a merged number over two rows',
    'lines',
    {
      rows: [LINE, ['77', '20-11-2026', 'PO/7', 1, 5, 100, 5], [null, null, null, 2, 5, 100, 5]],
      after: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
    },
  ],
  ['a line number with a dot', 'lines', { rows: [LINE, ['77', '20-11-2026', 'PO/7', '1.', 5, 100, 5]] }],
  ['a line number with its total', 'lines', { rows: [LINE, ['77', '20-11-2026', 'PO/7', '1 of 2', 5, 100, 5]] }],
  [
    'subtotals between the rows',
    'lines',
    {
      rows: [
        LINE,
        ['77', '20-11-2026', 'PO/7', 1, 5, 100, 5],
        ['Sub Total', null, null, null, 5, null, null],
        ['78', '20-11-2026', 'PO/7', 2, 5, 100, 5],
      ],
    },
  ],
  ['a best-before month', 'goods', { rows: [GOODS, ['DC/1', '20-11-2026', 'PO/7', 1, 60, 5, 'B-7', '06/2027']] }],
  [
    'a best-before month by format',
    'goods',
    { rows: [GOODS, ['DC/1', '20-11-2026', 'PO/7', 1, 60, 5, 'B-7', { n: 46539, as: 'mm/yyyy' }]] },
  ],
  ['cartons and loose pieces', 'goods', { rows: [GOODS, ['DC/1', '20-11-2026', 'PO/7', 1, 60, '5+3', 'B-7', '30-06-2027']] }],
  [
    'a second table in another sheet',
    'goods',
    { rows: [GOODS, ['DC/1', '20-11-2026', 'PO/7', 1, 60, 5, 'B-7', '30-06-2027']], more: [['Old stock', 5]] },
  ],
  [
    'a second sheet of the same headings',
    'goods',
    {
      rows: [GOODS, ['DC/1', '20-11-2026', 'PO/7', 1, 60, 5, 'B-7', '30-06-2027']],
      more: [GOODS, ['DC/2', '20-11-2026', 'PO/7', 1, 60, 5, 'B-7', '30-06-2027']],
    },
  ],
  ['an answer in other words', 'answers', { rows: [ANSWER, ['PO/7', 1, 'OK', null, null, null, null]] }],
  [
    'a comment on a cell',
    'answers',
    {
      rows: [ANSWER, ['PO/7', 1, 'change', 60, '05-12-2026', null, 'Price']],
      after: '<legacyDrawing r:id="rId1" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"/>',
    },
  ],
  [
    'a link in a cell',
    'answers',
    { rows: [ANSWER, ['PO/7', 1, 'change', 60, '05-12-2026', null, 'Price']], after: '<hyperlinks><hyperlink ref="A2"/></hyperlinks>' },
  ],
  [
    'text of several runs, one struck through',
    'answers',
    {
      rows: [
        ANSWER,
        [
          { xml: 't="inlineStr"><is><r><rPr><strike/></rPr><t>PO/6</t></r><r><t>PO/7</t></r></is>' },
          1,
          'change',
          60,
          '05-12-2026',
          null,
          'Price',
        ],
      ],
    },
  ],
  [
    'a rate with its sign in the heading',
    'rates',
    {
      rows: [
        ['HSN', 'Rate %', 'Valid From', 'Valid To'],
        ['0902', 5, '01-11-2026', null],
      ],
    },
  ],
  ['a rate of several', 'rates', { rows: [RATE, ['0902', '5/12', '01-11-2026', null]] }],
  ['an HSN of a range', 'rates', { rows: [RATE, ['0902-0910', 5, '01-11-2026', null]] }],
  ['no end in words', 'rates', { rows: [RATE, ['0902', 5, '01-11-2026', 'till date']] }],
  ['an end of the spreadsheet', 'rates', { rows: [RATE, ['0902', 5, '01-11-2026', '31-12-9999']] }],
  [
    'an opening with Dr',
    'openings',
    {
      rows: [
        ['Vendor Code', 'Amount', 'Date', 'Reason'],
        [20451, '25,000.00 Dr', '31-03-2026', 'Books'],
      ],
    },
  ],
  [
    'an opening in parentheses by format',
    'openings',
    {
      rows: [
        ['Vendor Code', 'Amount', 'Date', 'Reason'],
        [20451, { n: -25_000, as: '#,##0;(#,##0)' }, '31-03-2026', 'Books'],
      ],
    },
  ],
  [
    'an opening red by format',
    'openings',
    {
      rows: [
        ['Vendor Code', 'Amount', 'Date', 'Reason'],
        [20451, { n: -25_000, as: '#,##0;[Red]#,##0' }, '31-03-2026', 'Books'],
      ],
    },
  ],
  [
    'nothing is shown of negatives',
    'openings',
    {
      rows: [
        ['Vendor Code', 'Amount', 'Date', 'Reason'],
        [20451, { n: -25_000, as: '#,##0;' }, '31-03-2026', 'Books'],
      ],
    },
  ],
  [
    'the sign hidden',
    'openings',
    {
      rows: [
        ['Vendor Code', 'Amount', 'Date', 'Reason'],
        [20451, { n: -25_000, as: '#,##0;#,##0' }, '31-03-2026', 'Books'],
      ],
    },
  ],
  [
    'a built-in format of parentheses',
    'openings',
    {
      rows: [
        ['Vendor Code', 'Amount', 'Date', 'Reason'],
        [20451, { n: -25_000, as: '#,##0.00_);[Red](#,##0.00)' }, '31-03-2026', 'Books'],
      ],
    },
  ],
  ['dollars written in the format', 'items', { rows: [ITEM, ['8901030516320', 'Tea', 'T-1', '0902', { n: 100, as: '"USD "0.00' }]] }],
  ['a rupee of the format', 'items', { rows: [ITEM, ['8901030516320', 'Tea', 'T-1', '0902', { n: 100, as: '[$₹-4009] #,##0.00' }]] }],
  ['Rs. in Lacs above', 'orders', { rows: [['Order list (Rs. in Lacs)'], ORDER, ORDERED] }],
  ['crores in Hindi above', 'orders', { rows: [['राशि करोड़ रुपये में'], ORDER, ORDERED] }],
  ['a town of lakhs above', 'orders', { rows: [['Lakhs Traders, PO in Lakhimpur'], ORDER, ORDERED] }],
  ['a quarter shown in percent', 'rates', { rows: [RATE, ['0902', { n: 0.0025, as: '0.00%' }, '01-11-2026', null]] }],
  ['a price of many decimals shown whole', 'orders', { rows: [ORDER, [...ORDERED.slice(0, 6), { n: 133.3333, as: '0.####' }, 5]] }],
  ['a quantity of decimals in grouping', 'orders', { rows: [ORDER, [...ORDERED.slice(0, 5), { n: 1234.5, as: '#,##0' }, 700, 5]] }],
];

/** The outcome of each file: the rows that are read, errors (!), questions (?) and parts that are not read (-). */
const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  'a total row in Hindi': [
    'vendorCode=20451 number=PO/7 orderedOn=2026-11-20 itemCode=R-1 itemName=Rice quantity=10 price=700 taxRate=5',
    '- row row 3: A total at the end.',
  ],
  'a grand total': [
    'vendorCode=20451 number=PO/7 orderedOn=2026-11-20 itemCode=R-1 itemName=Rice quantity=10 price=700 taxRate=5',
    '- row row 3: A total at the end.',
  ],
  'a note under the rows': [
    'vendorCode=20451 number=PO/7 orderedOn=2026-11-20 itemCode=R-1 itemName=Rice quantity=10 price=700 taxRate=5',
    '! 4 Vendor Code: Vendor Code should be digits only.',
    '! 4 PO Number: PO Number is required.',
    '! 4 PO Date: PO Date is required.',
    '! 4 Quantity: Quantity is required.',
    '! 4 Price: Price is required.',
  ],
  'prepared by, under the rows': [
    'vendorCode=20451 reference=UTR1 paidOn=2026-11-20 amount=118 invoiceNumber=77',
    '! 4 Vendor Code: Vendor Code should be digits only.',
    '! 4 Payment Reference: Payment Reference is required.',
    '! 4 Payment Date: Payment Date is required.',
    '! 4 Amount: Please enter payment amount',
    '! 4 Invoice Number: Invoice Number should be digits only.',
  ],
  'headings in Hindi': [
    '! The first row must contain the column headings: Vendor Code, PO Number, PO Date, Deliver By, Status, Payment Terms, Delivery Location, Vendor GST Registration, Buyer GST Registration, Place of Supply, EAN Code, Item Code, Item Name, HSN Code, UOM, Quantity, Case Quantity, MRP, Price, Discount %, Tax Rate %, Cess Rate %, Accepted By and From First Piece.',
  ],
  'two tables, one under the other': [
    'vendorCode=20451 reference=UTR1 paidOn=2026-11-20 amount=118 invoiceNumber=77',
    '! 4 Vendor Code: Vendor Code should be digits only.',
    '! 4 Payment Date: Payment Date is required.',
    '! 4 Amount: Please enter payment amount',
    '! 5 Vendor Code: Vendor Code should be digits only.',
    '! 5 Payment Date: Payment Date is required.',
    '! 5 Amount: Please enter payment amount',
  ],
  'two tables side by side': ['! 1 Amount: The column Amount appears twice.'],
  'two tables side by side, other headings': [
    'vendorCode=20451 reference=UTR1 paidOn=2026-11-20 amount=118 invoiceNumber=77',
    '- column Bank: No column of this sheet has this heading.',
    '- column Balance: No column of this sheet has this heading.',
  ],
  'a percent cell of a tax rate': [
    'vendorCode=20451 number=PO/7 orderedOn=2026-11-20 itemCode=R-1 itemName=Rice quantity=10 price=700 taxRate=5',
  ],
  'a percent cell that rounds': ['! 2 Tax Rate %: The cell shows 13% but contains 12.5%. Round the value, or show all its decimals.'],
  'a percent text': ['vendorCode=20451 number=PO/7 orderedOn=2026-11-20 itemCode=R-1 itemName=Rice quantity=10 price=700 taxRate=5'],
  'a percent cell in a column of quantities': ['! 2 Quantity: Quantity should be a number above 0, at most three decimals.'],
  'a quantity that the format rounds': ['! 2 Quantity: The cell shows 11 but contains 10.5. Round the value, or show all its decimals.'],
  'a price that the format rounds': ['! 2 Price: The cell shows 700.13 but contains 700.126. Round the value, or show all its decimals.'],
  'a price with the residue of a sum': [
    'vendorCode=20451 number=PO/7 orderedOn=2026-11-20 itemCode=R-1 itemName=Rice quantity=10 price=0.3 taxRate=5',
  ],
  'a date as a serial number in a column of text': ['! 2 PO Date: PO Date should be a date, for example 31-12-2026.'],
  'a month first date in words': [
    'vendorCode=20451 number=PO/7 orderedOn=2026-11-20 itemCode=R-1 itemName=Rice quantity=10 price=700 taxRate=5',
  ],
  'a weekday before a date': ['! 2 PO Date: PO Date should be a date, for example 31-12-2026.'],
  'a month in Hindi': ['! 2 PO Date: PO Date should be a date, for example 31-12-2026.'],
  'a date that does not exist': ['! 2 PO Date: PO Date should be a date, for example 31-12-2026.'],
  'a date of 1900': ['! 2 PO Date: PO Date should be a date, for example 31-12-2026.'],
  'a date shown month first': [
    'vendorCode=20451 number=PO/7 orderedOn=2026-11-20 itemCode=R-1 itemName=Rice quantity=10 price=700 taxRate=5',
  ],
  'a code made a date': ['! 2 PO Number: The spreadsheet program changed it to a date. Format the column as text and enter it again.'],
  'a code with a blank behind': [
    'vendorCode=20451 number=PO/7 orderedOn=2026-11-20 itemCode=R-1 itemName=Rice quantity=10 price=700 taxRate=5',
  ],
  'a code over two lines': [
    'vendorCode=20451 number=PO/7 A orderedOn=2026-11-20 itemCode=R-1 itemName=Rice quantity=10 price=700 taxRate=5',
  ],
  'a code with a decimal point': [
    'vendorCode=20451 number=45.1 orderedOn=2026-11-20 itemCode=R-1 itemName=Rice quantity=10 price=700 taxRate=5',
  ],
  'a code whose last 0 is lost': ['! 2 PO Number: The cell shows 45.10 but contains 45.1. Format the column as text and enter it again.'],
  'a code in a fraction format': [
    '! 2 PO Number: The cell contains 0.5 but shows it in the number format # ?/?. Format the column as text and enter it again.',
  ],
  'a negative quantity in parentheses by format': ['! 2 Quantity Returned: Quantity Returned should be at least 0.001.'],
  'a negative quantity in parentheses as text': ['! 2 Quantity Returned: Quantity Returned should be a number.'],
  'a minus behind': ['! 2 Quantity Returned: Quantity Returned should be a number.'],
  'a unit behind a quantity': [
    '! 2 Quantity Purchased: Quantity Purchased should be a number.',
    '! 2 Quantity Returned: Quantity Returned should be a number.',
  ],
  'a quantity in a format with its unit': [
    'vendorCode=20451 returnNumber=R/1 invoiceDate=2026-11-20 itemName=Rice receivedQuantity=10 returnedQuantity=4',
  ],
  'a number as text with an apostrophe': [
    '! 2 Quantity Purchased: Quantity Purchased should be a number.',
    '! 2 Quantity Returned: Quantity Returned should be a number.',
  ],
  'a number in words': ['! 2 Quantity Purchased: Quantity Purchased should be a number.'],
  'a filter that hides rows': [
    'vendorCode=20451 poNumber=PO/7 itemCode=R-1 receiptNumber=G1 receivedOn=2026-11-20 quantity=10',
    '- row row 3: Hidden or filtered out. Unhide rows that should be read.',
  ],
  'a folded outline': [
    'vendorCode=20451 poNumber=PO/7 itemCode=R-1 receiptNumber=G1 receivedOn=2026-11-20 quantity=10',
    '- row row 3: Hidden or filtered out. Unhide rows that should be read.',
  ],
  'a row of no height': [
    'vendorCode=20451 poNumber=PO/7 itemCode=R-1 receiptNumber=G1 receivedOn=2026-11-20 quantity=10',
    '- row row 3: Hidden or filtered out. Unhide rows that should be read.',
  ],
  'a protected sheet': ['vendorCode=20451 poNumber=PO/7 itemCode=R-1 receiptNumber=G1 receivedOn=2026-11-20 quantity=10'],
  'a batch with an exponent as text': [
    'vendorCode=20451 poNumber=PO/7 itemCode=R-1 receiptNumber=G1 receivedOn=2026-11-20 quantity=10 batch=1E10',
  ],
  'a batch that a date format shows': [
    '! 2 Batch: The spreadsheet program changed it to a date. Format the column as text and enter it again.',
  ],
  'a reason in capitals': [
    'vendorCode=20451 poNumber=PO/7 itemCode=R-1 receiptNumber=G1 receivedOn=2026-11-20 quantity=10 rejected=1 reason=damaged',
  ],
  'a reason in other words': [
    '! 2 Reason: Reason should be one of: damaged, shelf life too short, wrong item, quality, more than ordered, other reason.',
  ],
  'a heading in two rows': [
    '! The first row must contain the column headings: Vendor Code, PO Number, EAN Code, Item Code, Receipt Number, Receipt Date, Quantity, Accepted, Rejected, Reason, Remark and Batch.',
  ],
  'units under the headings': [
    'vendorCode=20451 poNumber=PO/7 itemCode=R-1 receiptNumber=G1 receivedOn=2026-11-20 quantity=10',
    '! 2 Vendor Code: Vendor Code is required.',
    '! 2 PO Number: PO Number is required.',
    '! 2 Receipt Number: Receipt Number is required.',
    '! 2 Receipt Date: Receipt Date should be a date, for example 31-12-2026.',
    '! 2 Quantity: Invalid quantity. It should be a number above 0 and below 100 crore.',
  ],
  'numbers of columns under the headings': [
    'vendorCode=20451 poNumber=PO/7 itemCode=R-1 receiptNumber=G1 receivedOn=2026-11-20 quantity=10',
    '! 2 Receipt Date: Receipt Date should be a date, for example 31-12-2026.',
    '! 2 Reason: Reason should be one of: damaged, shelf life too short, wrong item, quality, more than ordered, other reason.',
  ],
  'a heading with a line break': [
    '! 1 Quantity: The column Quantity is missing.',
    '? heading Quantity (kg) Quantity',
    '- column Quantity (kg): No column of this sheet has this heading.',
  ],
  'an EAN with check digit lost': [
    "! 2 EAN Code: The EAN code's check digit should be 0. Please check every digit. If it starts with 0, format the column as text and enter it again.",
  ],
  'an EAN with blanks in groups': ['ean=8901030516320 name=Tea itemCode=T-1 hsnCode=0902 mrp=100'],
  'an HSN with dots': ['! 2 HSN Code: HSN Code should be digits only.'],
  'an HSN whose 0 is lost': [
    '! 2 HSN Code: An HSN code has 4, 6 or 8 digits; this one has 7. If it starts with 0, format the column as text and enter it again.',
  ],
  'an MRP per unit': ['! 2 MRP: Invalid MRP. It should be number.'],
  'an MRP with two currencies': ['! 2 MRP: Invalid MRP. It should be number.'],
  'an MRP in dollars by format': [
    '! 2 MRP: The cell contains 100 but shows it in the number format [$$-409]#,##0.00. Format the column as a number and enter it again.',
  ],
  'a name of a formula that failed': ['! 2 Item Name: The cell shows the error #N/A.'],
  'a tick': ['ean=8901030516320 name=Tea itemCode=T-1 category=TRUE hsnCode=0902 mrp=100'],
  'a percentage as a fraction': ['EANCode=8901030516320 shelfLifeDays=365 quantity=50 MRP=120 percentage=0.225'],
  'a percentage as text': ['EANCode=8901030516320 shelfLifeDays=365 quantity=50 MRP=120 percentage=22.5'],
  'a shelf life in months': ['! 2 Shelf Life in Days: Invalid Self Life. It should be number.'],
  'a quantity with decimals of a comma': ['! 2 Quantity: Invalid Quantity. It should be number.'],
  'UTF-16 as Excel saves Unicode text': [
    '! The file is not in UTF-8. In Excel, save it as "CSV UTF-8 (Comma delimited)" or upload the .xlsx file.',
  ],
  'UTF-16 without a mark': ['! The file is not in UTF-8. In Excel, save it as "CSV UTF-8 (Comma delimited)" or upload the .xlsx file.'],
  'UTF-16 big end first': ['! The file is not in UTF-8. In Excel, save it as "CSV UTF-8 (Comma delimited)" or upload the .xlsx file.'],
  'Windows-1252 with a rupee name': [
    '! The file is not in UTF-8. In Excel, save it as "CSV UTF-8 (Comma delimited)" or upload the .xlsx file.',
  ],
  'line ends of an old Mac': ['ean=8901030516320 name=Tea itemCode=T-1 hsnCode=0902 mrp=100'],
  'a quotation mark in a value': ['ean=8901030516320 name=Pipe 3" long itemCode=T-1 hsnCode=0902 mrp=100'],
  'a quotation mark that is not closed': ['! A quotation mark near line 4 is never closed.'],
  'quotation marks doubled': ['ean=8901030516320 name=Pipe 3" long itemCode=T-1 hsnCode=0902 mrp=100'],
  'a line break within a value': ['ean=8901030516320 name=Tea strong itemCode=T-1 hsnCode=0902 mrp=100'],
  'a bar between values and commas within': ['ean=8901030516320 name=Tea, strong itemCode=T-1 hsnCode=0902 mrp=1200'],
  'headings of commas and rows of semicolons': ['! 2 EAN Code: EAN Code should be digits only.', '! 2 Item Name: Item Name is required.'],
  'a web page that is named .csv': [
    '! The first row must contain the column headings: EAN Code, Item Name, Item Code, Brand Name, Category, HSN Code, SKU Code, UOM, UOM Description, UOM Conversion and MRP.',
  ],
  'an EAN of a formula': ['ean=8901030516320 name=Tea itemCode=T-1 hsnCode=0902 mrp=100'],
  'a UTR that became scientific': [
    '! 2 Payment Reference: The cell is in scientific notation and contains 426012345678. Format the column as text and enter it again.',
  ],
  'a UTR of 12 digits as number': ['vendorCode=20451 reference=426012345678 paidOn=2026-11-20 amount=118 invoiceNumber=77'],
  'an amount in words and figures': ['! 2 Amount: Please enter payment amount'],
  'an amount with Cr': ['! 2 Amount: Please enter payment amount'],
  'an amount in accounting format': ['vendorCode=20451 reference=UTR1 paidOn=2026-11-20 amount=118 invoiceNumber=77'],
  'an amount of 0 shown as a dash': ['! 2 Amount: Please enter payment amount'],
  'two invoices in one cell': ['! 2 Invoice Number: Invoice Number should be digits only.'],
  'a date with a time of payment': ['vendorCode=20451 reference=UTR1 paidOn=2026-11-20 amount=118 invoiceNumber=77'],
  'a time of 23:59:59.9999': ['vendorCode=20451 reference=UTR1 paidOn=2026-11-21 amount=118 invoiceNumber=77'],
  'an invoice number of a year': ['PONumber=PO/7 invoiceNumber=2026 invoiceDate=2026-11-20 invoiceValue=1050 IGSTValue=50'],
  'an invoice number with a decimal zero': ['PONumber=PO/7 invoiceNumber=77 invoiceDate=2026-11-20 invoiceValue=1050 IGSTValue=50'],
  'a value with its tax in words': ['! 2 Invoice Value: Invoice value is required. It should be number.'],
  'a heading that is a number format': ['PONumber=PO/7 invoiceNumber=77 invoiceDate=2026-11-20 invoiceValue=1050 IGSTValue=50'],
  'a heading in lakhs': [
    '! 1 Invoice Value: The column Invoice Value is missing.',
    '? heading Invoice Value (in lakhs) Invoice Value',
    '- column Invoice Value (in lakhs): No column of this sheet has this heading.',
  ],
  'a heading in thousands': [
    '! 1 Invoice Value: The column Invoice Value is missing.',
    "? heading Invoice Value Rs '000 Invoice Value",
    "- column Invoice Value Rs '000: No column of this sheet has this heading.",
  ],
  'values in lakhs said above the headings': [
    '! All values in ₹ lakhs: amounts must be in rupees, not in thousands, lakhs or crores. Enter them in rupees and remove these words.',
    '- row row 1: Above the headings.',
  ],
  'a merged number over two rows': [
    'invoiceNumber=77 invoiceDate=2026-11-20 poNumber=PO/7 line=1 quantity=5 unitPrice=100 taxRate=5',
    'line=2 quantity=5 unitPrice=100 taxRate=5',
    '! 3 Invoice Number: A2:A3 are merged into one cell. Unmerge them and fill in each cell.',
  ],
  'a line number with a dot': ['! 2 Line: Line should be a whole number.'],
  'a line number with its total': ['! 2 Line: Line should be a whole number.'],
  'subtotals between the rows': [
    'invoiceNumber=77 invoiceDate=2026-11-20 poNumber=PO/7 line=1 quantity=5 unitPrice=100 taxRate=5',
    'invoiceNumber=Sub Total quantity=5',
    'invoiceNumber=78 invoiceDate=2026-11-20 poNumber=PO/7 line=2 quantity=5 unitPrice=100 taxRate=5',
  ],
  'a best-before month': ['! 2 Best Before: Best Before should be a date, for example 31-12-2026.'],
  'a best-before month by format': [
    '! 2 Best Before: The cell contains 01-06-2027 but does not show the day. Format the column as text and enter the full date.',
  ],
  'cartons and loose pieces': ['! 2 Cartons: Invalid carton number. It should be number.'],
  'a second table in another sheet': [
    'DCNumber=DC/1 challanDate=2026-11-20 poNumber=PO/7 line=1 quantity=60 cartons=5 batch=B-7 bestBefore=2027-06-30',
    '- sheet Two: Another sheet was read.',
  ],
  'a second sheet of the same headings': [
    'DCNumber=DC/1 challanDate=2026-11-20 poNumber=PO/7 line=1 quantity=60 cartons=5 batch=B-7 bestBefore=2027-06-30',
    '- sheet Two: It has the same headings. Upload it in a separate file.',
  ],
  'an answer in other words': ['! 2 Confirmation: Confirmation should be one of: accept, change, reject, agree, decline.'],
  'a comment on a cell': ['poNumber=PO/7 line=1 answer=change quantity=60 day=2026-12-05 reason=Price'],
  'a link in a cell': ['poNumber=PO/7 line=1 answer=change quantity=60 day=2026-12-05 reason=Price'],
  'text of several runs, one struck through': ['! 2 PO Number: This value is struck through. Clear the cell, or remove the strikethrough.'],
  'a rate with its sign in the heading': ['hsnPrefix=0902 rate=5 validFrom=2026-11-01'],
  'a rate of several': ['! 2 Rate: Rate is required. It should be a percentage from 0 to 100.'],
  'an HSN of a range': ['! 2 HSN: HSN should be digits only.'],
  'no end in words': ['! 2 Valid To: Valid To should be a date, for example 31-12-2026.'],
  'an end of the spreadsheet': ['! 2 Valid To: Valid To should be a date, for example 31-12-2026.'],
  'an opening with Dr': ['! 2 Amount: Enter the amount, other than 0. Use a minus sign if the vendor owes you.'],
  'an opening in parentheses by format': ['vendorCode=20451 amount=-25000 day=2026-03-31 reason=Books'],
  'an opening red by format': ['vendorCode=20451 amount=-25000 day=2026-03-31 reason=Books'],
  'nothing is shown of negatives': [
    '! 2 Amount: The cell contains -25000 but shows it in the number format #,##0;. Format the column as a number and enter it again.',
  ],
  'the sign hidden': [
    '! 2 Amount: The cell contains -25000 but shows it in the number format #,##0;#,##0. Format the column as a number and enter it again.',
  ],
  'a built-in format of parentheses': ['vendorCode=20451 amount=-25000 day=2026-03-31 reason=Books'],
  'dollars written in the format': [
    '! 2 MRP: The cell contains 100 but shows it in the number format "USD "0.00. Format the column as a number and enter it again.',
  ],
  'a rupee of the format': ['ean=8901030516320 name=Tea itemCode=T-1 hsnCode=0902 mrp=100'],
  'Rs. in Lacs above': [
    '! Order list (Rs. in Lacs): amounts must be in rupees, not in thousands, lakhs or crores. Enter them in rupees and remove these words.',
    '- row row 1: Above the headings.',
  ],
  'crores in Hindi above': [
    '! राशि करोड़ रुपये में: amounts must be in rupees, not in thousands, lakhs or crores. Enter them in rupees and remove these words.',
    '- row row 1: Above the headings.',
  ],
  'a town of lakhs above': [
    'vendorCode=20451 number=PO/7 orderedOn=2026-11-20 itemCode=R-1 itemName=Rice quantity=10 price=700 taxRate=5',
    '- row row 1: Above the headings.',
  ],
  'a quarter shown in percent': ['hsnPrefix=0902 rate=0.25 validFrom=2026-11-01'],
  'a price of many decimals shown whole': [
    'vendorCode=20451 number=PO/7 orderedOn=2026-11-20 itemCode=R-1 itemName=Rice quantity=10 price=133.3333 taxRate=5',
  ],
  'a quantity of decimals in grouping': [
    '! 2 Quantity: The cell shows 1235 but contains 1234.5. Round the value, or show all its decimals.',
  ],
};

test('every file has its expected result', () => {
  expect(FILES.map(([name]) => name)).toEqual(Object.keys(OUTCOMES));
});

test.each(FILES)('%s', async (name, kind, file) => {
  expect(await outcomeOf(kind, file)).toEqual(OUTCOMES[name]);
});
