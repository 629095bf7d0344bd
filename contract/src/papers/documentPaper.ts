import { uqcWords } from '../rates/codeLists.ts';
import type { DispatchNote } from '../dispatch-notes/dispatchNotes.ts';
import { oneLine, showDate, showMoney, showNumber, showPercent } from '../ground/fields.ts';
import { placeOf } from '../ground/gst.ts';
import { type Memo, type MemoKind, memoTitles } from '../memos/memos.ts';
import { Decimal } from '../ground/numbers.ts';
import type { PurchaseOrder } from '../purchase-orders/orders.ts';
import { sumOf } from '../purchase-orders/orderTax.ts';
import { rateOf } from './packageSheet.ts';
import { A4, type Block, type Cell, linesHigh, pagesIn, type Piece, type Sheet, type Table, textAt } from './paper.ts';
import { MODE_WORDS, type Payment } from '../payments/payments.ts';
import type { Translate } from '../ground/template.ts';

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
export function documentSheet(t: Translate, { title, number, parties, facts, parts = [], watermark = null }: Paper): Sheet {
  return {
    title: `${title} ${number}`.trim(),
    parts: [head(t, title, number, parties), factsBlock(facts), ...parts],
    footer: `${parties.vendor.name} · ${title} ${number}`.trim(),
    watermark,
    ...pagesIn(t),
  };
}

function head(t: Translate, title: string, number: string, { vendor, buyer }: Parties): Block {
  const facts = [
    t('Vendor code {vendor_Code}', { vendor_Code: vendor.code }),
    vendor.gstin === null ? null : t('GSTIN {gstin}', { gstin: vendor.gstin }),
  ].filter((each) => each !== null);
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
      textAt(0, 26, WIDTH, 7, t('Vendor')),
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
    pieces: totals.flatMap(([caption, amount], index): Piece[] => {
      const y = 4 + index * line;
      const bold = index === totals.length - 1;
      return [
        ...(bold && index > 0 ? [{ kind: 'rule', x: MIDDLE, y: y - 0.4, width: WIDTH - MIDDLE } as const] : []),
        textAt(MIDDLE, y, 40, 9, caption, { bold }),
        textAt(MIDDLE + 40, y, WIDTH - MIDDLE - 40, 9, showMoney(new Decimal(amount).toString()), { bold, align: 'right' }),
      ];
    }),
  };
}

/** A purchase order with its lines, taxes and total. */
export function orderPaper(order: PurchaseOrder, parties: Parties, t: Translate): Sheet {
  const sums = sumOf(order.listOfItems);
  const taxes = (['CGST', 'SGST', 'IGST', 'Cess'] as const).map(
    (name) => [name === 'Cess' ? t(name) : name, sums[name.toLowerCase() as 'cgst']] as const,
  );
  return documentSheet(t, {
    title: t('Purchase order'),
    number: order.poNumber,
    parties,
    facts: [
      [t('PO Date'), showDate(order.poDate)],
      [t('Deliver By'), showDate(order.deliverBy)],
      [t('Status'), t(order.status)],
      [t('Delivery'), t(order.deliveryStatus)],
      [t('Payment'), t(order.paymentStatus)],
      [t('Acknowledged On'), showDate(order.acknowledgedOn)],
      [t("Vendor's Reference"), order.acknowledgementReference],
      [t('Delivery Location'), order.deliveryLocation],
      [t("Vendor's GST"), order.vendorGST],
      [t("Buyer's GST"), order.buyerGST],
      [t('Place of Supply'), order.placeOfSupply === null ? null : t(placeOf(order.placeOfSupply))],
    ],
    parts: [
      {
        kind: 'table',
        columns: [
          { title: t('No.'), width: 8 },
          { title: t('Item'), width: 62 },
          { title: t('Quantity'), width: 20, align: 'right' },
          { title: t('MRP (₹)'), width: 19, align: 'right' },
          { title: t('Price (₹)'), width: 19, align: 'right' },
          { title: t('Taxable (₹)'), width: 21, align: 'right' },
          { title: t('Tax (₹)'), width: 20, align: 'right' },
          { title: t('Total (₹)'), width: 21, align: 'right' },
        ],
        rows: order.listOfItems.map((line, index) => [
          cell(String(index + 1)),
          [
            { text: line.itemName, bold: true, lines: 2 },
            {
              text: [line.EANCode ?? line.itemCode, line.hsnCode === null ? '' : `HSN ${line.hsnCode}`, t(uqcWords(line) ?? '')]
                .filter(Boolean)
                .join(' · '),
              lines: 2,
            },
          ],
          cell(`${showNumber(line.itemQuantityInCart)} ${line.uom ?? ''}`.trim()),
          line.itemSellingPrice === null ? cell('–') : figure(line.itemSellingPrice),
          figure(line.itemPrice),
          figure(line.salesOrderTaxModel.taxableAmount),
          [...figureLines(line.taxAMT), { text: rateOf(line, t), lines: 2 }],
          figure(line.totalCost, true),
        ]),
      },
      totalsBlock([[t('Taxable'), sums.taxable], ...taxes.filter(([, tax]) => !tax.isZero()), [t('Total'), sums.total]]),
    ],
    watermark: order.status === 'Cancelled' ? t('CANCELLED') : null,
  });
}

function figureLines(value: Decimal.Value): { text: string; lines: number }[] {
  return [{ text: showMoney(new Decimal(value).toString(), ''), lines: 2 }];
}

const whole = (value: number | null) => (value === null ? null : showNumber(value));
export const weight = (value: number | null, t: Translate) => (value === null ? null : t('{weight} kg', { weight: showNumber(value) }));

/** A dispatch note (delivery challan). */
export function dispatchPaper(note: DispatchNote, parties: Parties, t: Translate): Sheet {
  return documentSheet(t, {
    title: t('Dispatch note'),
    number: note.DCNumber,
    parties,
    facts: [
      [t('Date of Delivery Challan'), showDate(note.challanDate)],
      [t('PO Number'), note.PONumber],
      [t('PO Date'), showDate(note.PODate)],
      [t('Delivery Location'), note.deliveryLocation],
      [t('Number of Cartons'), whole(note.NumberOfCarton)],
      [t('Total Number of Packages'), whole(note.totalNoOfPackages)],
      [t('Net Weight'), weight(note.netWeightInKgs, t)],
      [t('Gross Weight'), weight(note.grossWeightInKgs, t)],
      [t('Transporter'), note.TransporterDetails],
      [t('Vehicle Number'), note.VehicleNumber],
      [t('Driver Name'), note.DriverName],
      [t('Driver Contact'), note.DriverContact],
      [t('E-way Bill Number'), note.eWayBillNumber],
      [t('Buyer Representative ID'), note.buyerRepresentativeId],
      [t("Vendor's GST"), note.vendorGST],
      [t("Buyer's GST"), note.buyerGST],
    ],
    parts: [signatures([t('Sent by'), t('Received by')], t)],
  });
}

export function signatures(captions: readonly string[], t: Translate): Block {
  const width = WIDTH / captions.length;
  return {
    kind: 'block',
    height: 30,
    pieces: captions.flatMap((caption, index): Piece[] => [
      { kind: 'rule', x: index * width, y: 22, width: width - 12 },
      textAt(index * width, 23, width - 12, 7, t('{caption}, date', { caption })),
    ]),
  };
}

const money = (value: number | null | undefined) => (value === null || value === undefined ? null : showMoney(value));

/** A debit or credit memo. */
export function memoPaper(kind: MemoKind, memo: Memo, parties: Parties, t: Translate): Sheet {
  return documentSheet(t, {
    title: t(memoTitles[kind]),
    number: memo.vendorInvoiceRef === null ? '' : t('on invoice {number}', { number: memo.vendorInvoiceRef }),
    parties,
    facts: [
      [t('Vendor Invoice Reference'), memo.vendorInvoiceRef],
      [t('Vendor Invoice Date'), showDate(memo.vendorInvoiceRef_Date)],
      [t('Buyer PO Reference'), memo.buyerPORef],
      [t('Buyer PO Date'), showDate(memo.buyerPORef_Date)],
      [t('Product Name'), memo.productName],
      [t('HSN Code'), memo.HSNCode],
      [t('Item Quantity'), whole(memo.itemQuantity)],
      [t('Unit Price'), money(memo.unitPrice)],
      [t('Price Difference'), money(memo.priceDifference)],
      [t('Tax Rate'), memo.taxRate === null ? null : showPercent(memo.taxRate)],
      [t("Vendor's GST"), memo.vendorGST],
      [t("Buyer's GST"), memo.buyerGST],
      [t('Description'), memo.description],
    ],
    parts: [
      totalsBlock([
        ...(['CGST', 'SGST', 'IGST'] as const).flatMap((tax) => (memo[tax] === null ? [] : [[tax, memo[tax]] as const])),
        [t('Amount'), memo.amount ?? 0],
      ]),
    ],
  });
}

/** The advice of a payment. */
export function paymentPaper(payment: Payment, parties: Parties, t: Translate): Sheet {
  return documentSheet(t, {
    title: t('Payment advice'),
    number: payment.invoice === null ? t('on account') : t('on invoice {number}', { number: payment.invoice }),
    parties,
    facts: [
      [t('Payment Date'), showDate(payment.paymentDate)],
      [t('Payment Mode'), t(MODE_WORDS[payment.tenderType])],
      [t('Invoice Reference'), payment.invoice ?? t('No invoice: payment on account')],
      [t('Remarks'), payment.remarks],
    ],
    parts: [totalsBlock([[t('Amount'), payment.amount]])],
  });
}

/** An invoice (`amount` above 0) or a payment (below) in a statement. */
export interface StatementLine {
  day: string;
  kind: 'invoice' | 'payment' | 'note';
  /** 'Invoice 4711', 'Payment, online, invoice 4711'. */
  words: string;
  amount: string;
}

export interface Statement {
  from: string | null;
  to: string | null;
  /** The balance before `from`. */
  opening: string;
  lines: readonly StatementLine[];
}

function periodOf(from: string | null, to: string | null, t: Translate): string {
  if (from === null) return to === null ? '' : t('to {to}', { to: showDate(to) });
  return to === null ? t('from {from}', { from: showDate(from) }) : t('from {from} to {to}', { from: showDate(from), to: showDate(to) });
}

/** The account of a vendor: its invoices and payments by date, with the balance after each. */
export function statementPaper({ from, to, opening, lines }: Statement, parties: Parties, t: Translate): Sheet {
  let balance = new Decimal(opening);
  const sums = { invoice: new Decimal(0), payment: new Decimal(0), note: new Decimal(0) };
  const rows: Cell[][] =
    from === null ? [] : [[cell(showDate(from)), cell(t('Balance before')), cell(''), cell(''), figure(balance, true)]];
  for (const { day, kind, words, amount } of lines) {
    const value = new Decimal(amount);
    balance = balance.plus(value);
    sums[kind] = sums[kind].plus(value);
    rows.push([
      cell(showDate(day)),
      cell(words),
      value.gt(0) ? figure(value) : cell(''),
      value.gt(0) ? cell('') : figure(value.negated()),
      figure(balance, true),
    ]);
  }
  return documentSheet(t, {
    title: t('Statement'),
    number: periodOf(from, to, t),
    parties,
    facts: [[t('Entries'), showNumber(lines.length)]],
    parts: [
      {
        kind: 'table',
        columns: [
          { title: t('Date'), width: 22 },
          { title: t('What'), width: 78 },
          { title: t('Invoiced (₹)'), width: 30, align: 'right' },
          { title: t('Paid or credited (₹)'), width: 30, align: 'right' },
          { title: t('Balance (₹)'), width: 30, align: 'right' },
        ],
        rows,
      },
      totalsBlock([
        [t('Invoiced'), sums.invoice],
        ...(sums.note.isZero() ? [] : [[t('Notes and deductions'), sums.note.negated()] as const]),
        [t('Paid'), sums.payment.negated()],
        [t('Balance'), balance],
      ]),
    ],
  });
}
