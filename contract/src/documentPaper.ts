import { uqcWords } from './codeLists.ts';
import type { DispatchNote } from './dispatchNotes.ts';
import { oneLine, showDate, showMoney, showNumber } from './fields.ts';
import { placeOf } from './gst.ts';
import { type Memo, type MemoKind, memoTitles } from './memos.ts';
import { Decimal } from './numbers.ts';
import type { PurchaseOrder } from './orders.ts';
import { sumOf } from './orderTax.ts';
import { rateOf } from './packageSheet.ts';
import { A4, type Block, type Cell, linesHigh, type Piece, type Sheet, type Table, textAt } from './paper.ts';
import { MODE_WORDS, type Payment } from './payments.ts';

const WIDTH = A4.width - 2 * A4.margin;
const MIDDLE = WIDTH / 2 + 4;
const HALF = WIDTH / 2 - 4;
const SIZE = 8;

/** The two sides of a document. */
export interface Parties {
  vendor: { name: string; code: number; gstin: string | null; address: string };
  buyer: { name: string | null; address: string | null; hasLogo: boolean };
}

export type Fact = readonly [label: string, value: string | null];

interface Paper {
  /** 'Dispatch note'. */
  title: string;
  /** Its number, or what else tells it from others of its title. */
  number: string;
  parties: Parties;
  facts: readonly Fact[];
  parts?: readonly (Block | Table)[];
  watermark?: string | null;
}

/** A document on A4: both sides, its facts in two columns, and what else it has. */
export function documentSheet({ title, number, parties, facts, parts = [], watermark = null }: Paper): Sheet {
  return {
    title: `${title} ${number}`.trim(),
    parts: [head(title, number, parties), factsBlock(facts), ...parts],
    footer: `${parties.vendor.name} · ${title} ${number}`.trim(),
    watermark,
  };
}

function head(title: string, number: string, { vendor, buyer }: Parties): Block {
  const facts = [`Vendor code ${vendor.code}`, vendor.gstin === null ? null : `GSTIN ${vendor.gstin}`].filter((each) => each !== null);
  const name = buyer.hasLogo
    ? textAt(0, 11.4, HALF, 10, buyer.name ?? '', { bold: true })
    : textAt(0, 0, HALF, 14, buyer.name ?? '', { bold: true, lines: 2 });
  return {
    kind: 'block',
    height: 46,
    ...(buyer.hasLogo ? { logo: { width: 60, height: 10 } } : {}),
    pieces: [
      name,
      textAt(0, buyer.hasLogo ? 16.2 : 14.4, HALF, SIZE, oneLine(buyer.address ?? ''), { lines: 2 }),
      textAt(MIDDLE, 0, WIDTH - MIDDLE, 14, title, { bold: true, align: 'right' }),
      textAt(MIDDLE, 8, WIDTH - MIDDLE, 10, number, { bold: true, align: 'right', lines: 2 }),
      { kind: 'rule', x: 0, y: 24, width: WIDTH },
      textAt(0, 26, WIDTH, 7, 'Vendor'),
      textAt(0, 29.4, WIDTH, 10, vendor.name, { bold: true }),
      textAt(0, 34.6, WIDTH, SIZE, facts.join(' · ')),
      textAt(0, 38.6, WIDTH, SIZE, vendor.address),
      { kind: 'rule', x: 0, y: 44, width: WIDTH },
    ],
  };
}

const LABEL_WIDTH = 38;
/** A value has up to three lines, by its length: what is longer is cut. */
const linesOf = (value: string) => Math.min(3, Math.ceil(value.length / 34));

/** Facts without a value are left out. */
function factsBlock(facts: readonly Fact[]): Block {
  const known = facts.flatMap(([label, value]) =>
    value === null || value.trim() === '' || value === '–' ? [] : [[label, oneLine(value)] as const],
  );
  const pieces: Piece[] = [];
  let y = 2;
  for (let row = 0; row < known.length; row += 2) {
    const pair = known.slice(row, row + 2);
    const lines = Math.max(...pair.map(([, value]) => linesOf(value)));
    for (const [column, [label, value]] of pair.entries()) {
      const x = column === 0 ? 0 : MIDDLE;
      pieces.push(
        textAt(x, y, LABEL_WIDTH, SIZE, label),
        textAt(x + LABEL_WIDTH, y, HALF - LABEL_WIDTH, SIZE, value, { bold: true, lines }),
      );
    }
    y += linesHigh(SIZE, lines) + 1.2;
  }
  return { kind: 'block', height: y + 4, pieces };
}

export const cell = (text: string, bold = false): Cell => [{ text, bold, lines: 2 }];
export const figure = (value: Decimal.Value, bold = false): Cell => cell(showMoney(new Decimal(value).toString(), ''), bold);

/** Captions with their amounts, at the right; the last is the total. */
export function totalsBlock(totals: readonly (readonly [caption: string, amount: Decimal.Value])[]): Block {
  const line = linesHigh(9) + 0.6;
  return {
    kind: 'block',
    height: 4 + totals.length * line + 2,
    pieces: totals.flatMap(([caption, amount], place): Piece[] => {
      const y = 4 + place * line;
      const bold = place === totals.length - 1;
      return [
        ...(bold && place > 0 ? [{ kind: 'rule', x: MIDDLE, y: y - 0.4, width: WIDTH - MIDDLE } as const] : []),
        textAt(MIDDLE, y, 40, 9, caption, { bold }),
        textAt(MIDDLE + 40, y, WIDTH - MIDDLE - 40, 9, showMoney(new Decimal(amount).toString()), { bold, align: 'right' }),
      ];
    }),
  };
}

/** A purchase order with its lines, taxes and total. */
export function orderPaper(order: PurchaseOrder, parties: Parties): Sheet {
  const sums = sumOf(order.listOfItems);
  const taxes = (['CGST', 'SGST', 'IGST', 'Cess'] as const).map((name) => [name, sums[name.toLowerCase() as 'cgst']] as const);
  return documentSheet({
    title: 'Purchase order',
    number: order.poNumber,
    parties,
    facts: [
      ['PO Date', showDate(order.poDate)],
      ['Deliver By', showDate(order.deliverBy)],
      ['Status', order.status],
      ['Delivery', order.deliveryStatus],
      ['Payment', order.paymentStatus],
      ['Acknowledged On', showDate(order.acknowledgedOn)],
      ["Vendor's Reference", order.acknowledgementReference],
      ['Delivery Location', order.deliveryLocation],
      ["Vendor's GST", order.vendorGST],
      ["Buyer's GST", order.buyerGST],
      ['Place of Supply', order.placeOfSupply === null ? null : placeOf(order.placeOfSupply)],
    ],
    parts: [
      {
        kind: 'table',
        columns: [
          { title: 'No.', width: 8 },
          { title: 'Item', width: 62 },
          { title: 'Quantity', width: 20, align: 'right' },
          { title: 'MRP (₹)', width: 19, align: 'right' },
          { title: 'Price (₹)', width: 19, align: 'right' },
          { title: 'Taxable (₹)', width: 21, align: 'right' },
          { title: 'Tax (₹)', width: 20, align: 'right' },
          { title: 'Total (₹)', width: 21, align: 'right' },
        ],
        rows: order.listOfItems.map((line, place) => [
          cell(String(place + 1)),
          [
            { text: line.itemName, bold: true, lines: 2 },
            {
              text: [line.EANCode ?? line.itemCode, line.hsnCode === null ? '' : `HSN ${line.hsnCode}`, uqcWords(line)]
                .filter(Boolean)
                .join(' · '),
              lines: 2,
            },
          ],
          cell(`${showNumber(line.itemQuantityInCart)} ${line.uom ?? ''}`.trim()),
          line.itemSellingPrice === null ? cell('–') : figure(line.itemSellingPrice),
          figure(line.itemPrice),
          figure(line.salesOrderTaxModel.taxableAmount),
          [...figureLines(line.taxAMT), { text: rateOf(line), lines: 2 }],
          figure(line.totalCost, true),
        ]),
      },
      totalsBlock([['Taxable', sums.taxable], ...taxes.filter(([, tax]) => !tax.isZero()), ['Total', sums.total]]),
    ],
    watermark: order.status === 'Cancelled' ? 'CANCELLED' : null,
  });
}

function figureLines(value: Decimal.Value): { text: string; lines: number }[] {
  return [{ text: showMoney(new Decimal(value).toString(), ''), lines: 2 }];
}

const whole = (value: number | null) => (value === null ? null : showNumber(value));
const weight = (value: number | null) => (value === null ? null : `${showNumber(value)} kg`);

/** A dispatch note (delivery challan). */
export function dispatchPaper(note: DispatchNote, parties: Parties): Sheet {
  return documentSheet({
    title: 'Dispatch note',
    number: note.DCNumber,
    parties,
    facts: [
      ['Date of Delivery Challan', showDate(note.challanDate)],
      ['PO Number', note.PONumber],
      ['PO Date', showDate(note.PODate)],
      ['Delivery Location', note.deliveryLocation],
      ['Number of Cartons', whole(note.NumberOfCarton)],
      ['Total Number of Packages', whole(note.totalNoOfPackages)],
      ['Net Weight', weight(note.netWeightInKgs)],
      ['Gross Weight', weight(note.grossWeightInKgs)],
      ['Transporter', note.TransporterDetails],
      ['Vehicle Number', note.VehicleNumber],
      ['Driver Name', note.DriverName],
      ['Driver Contact', note.DriverContact],
      ['E-way Bill Number', note.eWayBillNumber],
      ['Buyer Representative ID', note.buyerRepresentativeId],
      ["Vendor's GST", note.vendorGST],
      ["Buyer's GST", note.buyerGST],
    ],
    parts: [signatures(['Sent by', 'Received by'])],
  });
}

export function signatures(captions: readonly string[]): Block {
  const width = WIDTH / captions.length;
  return {
    kind: 'block',
    height: 30,
    pieces: captions.flatMap((caption, place): Piece[] => [
      { kind: 'rule', x: place * width, y: 22, width: width - 12 },
      textAt(place * width, 23, width - 12, 7, `${caption}, date`),
    ]),
  };
}

const money = (value: number | null | undefined) => (value === null || value === undefined ? null : showMoney(value));

/** A debit or credit memo. */
export function memoPaper(kind: MemoKind, memo: Memo, parties: Parties): Sheet {
  return documentSheet({
    title: memoTitles[kind],
    number: memo.vendorInvoiceRef === null ? '' : `on invoice ${memo.vendorInvoiceRef}`,
    parties,
    facts: [
      ['Vendor Invoice Reference', memo.vendorInvoiceRef],
      ['Vendor Invoice Date', showDate(memo.vendorInvoiceRef_Date)],
      ['Buyer PO Reference', memo.buyerPORef],
      ['Buyer PO Date', showDate(memo.buyerPORef_Date)],
      ['Product Name', memo.productName],
      ['HSN Code', memo.HSNCode],
      ['Item Quantity', whole(memo.itemQuantity)],
      ['Unit Price', money(memo.unitPrice)],
      ['Price Difference', money(memo.priceDifference)],
      ['Tax Rate', memo.taxRate === null ? null : `${showNumber(memo.taxRate)} %`],
      ["Vendor's GST", memo.vendorGST],
      ["Buyer's GST", memo.buyerGST],
      ['Description', memo.description],
    ],
    parts: [
      totalsBlock([
        ...(['CGST', 'SGST', 'IGST'] as const).flatMap((tax) => (memo[tax] === null ? [] : [[tax, memo[tax]] as const])),
        ['Amount', memo.amount ?? 0],
      ]),
    ],
  });
}

/** The advice of a payment. */
export function paymentPaper(payment: Payment, parties: Parties): Sheet {
  return documentSheet({
    title: 'Payment advice',
    number: payment.invoice === null ? 'on account' : `on invoice ${payment.invoice}`,
    parties,
    facts: [
      ['Payment Date', showDate(payment.paymentDate)],
      ['Payment Mode', MODE_WORDS[payment.tenderType]],
      ['Invoice Reference', payment.invoice ?? 'None: on account'],
      ['Remarks', payment.remarks],
    ],
    parts: [totalsBlock([['Amount', payment.amount]])],
  });
}

/** An invoice (`amount` above 0) or a payment (below) in a statement. */
export interface StatementLine {
  day: string;
  /** 'Invoice 4711', 'Payment, online, invoice 4711'. */
  words: string;
  amount: string;
}

export interface Statement {
  from: string | null;
  to: string | null;
  /** What was owed before `from`. */
  opening: string;
  lines: readonly StatementLine[];
}

/** What a vendor is owed: its invoices and payments by date, with the balance after each. */
export function statementPaper({ from, to, opening, lines }: Statement, parties: Parties): Sheet {
  let balance = new Decimal(opening);
  let [invoiced, paid] = [new Decimal(0), new Decimal(0)];
  const rows: Cell[][] = from === null ? [] : [[cell(showDate(from)), cell('Balance before'), cell(''), cell(''), figure(balance, true)]];
  for (const { day, words, amount } of lines) {
    const value = new Decimal(amount);
    balance = balance.plus(value);
    if (value.gt(0)) invoiced = invoiced.plus(value);
    else paid = paid.minus(value);
    rows.push([
      cell(showDate(day)),
      cell(words),
      value.gt(0) ? figure(value) : cell(''),
      value.gt(0) ? cell('') : figure(value.negated()),
      figure(balance, true),
    ]);
  }
  return documentSheet({
    title: 'Statement',
    number: [from === null ? '' : `from ${showDate(from)}`, to === null ? '' : `to ${showDate(to)}`].join(' ').trim(),
    parties,
    facts: [['Invoices and payments', showNumber(lines.length)]],
    parts: [
      {
        kind: 'table',
        columns: [
          { title: 'Date', width: 22 },
          { title: 'What', width: 78 },
          { title: 'Invoiced (₹)', width: 30, align: 'right' },
          { title: 'Paid (₹)', width: 30, align: 'right' },
          { title: 'Balance (₹)', width: 30, align: 'right' },
        ],
        rows,
      },
      totalsBlock([
        ['Invoiced', invoiced],
        ['Paid', paid],
        ['Balance', balance],
      ]),
    ],
  });
}
