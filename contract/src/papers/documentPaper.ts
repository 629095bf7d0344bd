import { uqcWords } from '../rates/codeLists.ts';
import type { DispatchNote } from '../dispatch-notes/dispatchNotes.ts';
import { oneLine, showDate, showMoney, showNumber } from '../ground/fields.ts';
import { placeOf, stateTaxOf } from '../ground/gst.ts';
import type { InvoiceLine } from '../invoices/invoiceLines.ts';
import type { Invoice } from '../invoices/invoices.ts';
import { addressWords, type Parties, type Party, type PartyPlace } from '../ground/parties.ts';
import { wordsOfAmount } from './amountWords.ts';
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

export type Fact = readonly [label: string, value: string | null];

/** A party in the paper's head, with what it is there. */
export interface Box {
  caption: string;
  name: string | null;
  /** Its address, GST number and the like, a line each. */
  lines: readonly (string | null)[];
}

interface Paper {
  /** 'Dispatch note'. */
  title: string;
  /** Its number, or what else tells it from others of its title. */
  number: string;
  /** The words below its number: the rule that it follows, or the copy that it is. */
  under?: string | null;
  parties: Parties;
  boxes: readonly Box[];
  facts: readonly Fact[];
  parts?: readonly (Block | Table)[];
  watermark?: string | null;
}

/** A document on A4: the issuer's letterhead, the parties, its facts in two columns, and what else it has. */
export function documentSheet(
  t: Translate,
  { title, number, under = null, parties, boxes, facts, parts = [], watermark = null }: Paper,
): Sheet {
  const known = boxes.filter(({ name, lines }) => [name, ...lines].some((each) => each !== null && each !== ''));
  return {
    title: `${title} ${number}`.trim(),
    parts: [head(t, title, number, under, parties), boxesBlock(known), factsBlock(facts), ...parts],
    footer: `${parties[parties.issuer].name} · ${title} ${number}`.replace(/^ · /, '').trim(),
    watermark,
    ...pagesIn(t),
  };
}

/** The PAN that a GST number holds; none in those of UN bodies and non-residents. */
const panOf = (gstin: string | null) => /^\d\d([A-Z]{5}\d{4}[A-Z])/.exec(gstin ?? '')?.[1] ?? null;

function numbersOf(t: Translate, { gstin }: Pick<Party, 'gstin'>, code: number | null = null): string {
  const pan = panOf(gstin);
  return [
    gstin === null ? null : t('GSTIN {gstin}', { gstin }),
    pan === null ? null : `PAN ${pan}`,
    code === null ? null : t('Vendor code {vendor_Code}', { vendor_Code: code }),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/** The state of a GST code with the code before it, as the law wants a place of supply: '27 Maharashtra'. */
export const stateWords = (code: string, t: Translate) => `${code} ${t(placeOf(code))}`;

const addressOf = (party: PartyPlace, t: Translate) => addressWords(party, (code) => t(placeOf(code)));

/** A side of a document. */
export function partyBox(caption: string, party: Party, t: Translate, code: number | null = null): Box {
  const trade = party.tradeName === null || party.tradeName === party.name ? null : `(${party.tradeName})`;
  return { caption, name: party.name, lines: [trade, addressOf(party, t), numbersOf(t, party, code)] };
}

/** The place that goods go to or leave; none where it is that of the party. */
export function placeBox(caption: string, place: PartyPlace, party: Party, t: Translate): Box[] {
  const address = addressOf(place, t);
  if (address === addressOf(party, t) && (place.name ?? party.name) === party.name) return [];
  const gstin = place.gstin === party.gstin ? null : place.gstin;
  return [{ caption, name: place.name ?? party.name, lines: [address, gstin === null ? null : t('GSTIN {gstin}', { gstin })] }];
}

/** The place of supply. */
export const placeFact = ({ places }: Parties, t: Translate): Fact => [
  t('Place of Supply'),
  places.map((code) => stateWords(code, t)).join(', '),
];

/** The heads of tax by their names at the place of supply. */
export const stateTax = ({ places }: Pick<Parties, 'places'>) => stateTaxOf(places[0]);

/** The lines that a text has in so many letters each: what is longer than `most` lines is cut. */
const linesIn = (text: string, letters: number, most: number) => Math.min(most, Math.max(1, Math.ceil(text.length / letters)));

function head(t: Translate, title: string, number: string, under: string | null, parties: Parties): Block {
  const { issuer } = parties;
  const party = parties[issuer];
  const hasLogo = issuer === 'buyer' && parties.hasLogo;
  const address = addressOf(party, t);
  const [nameLines, addressLines] = [linesIn(party.name, 30, 2), linesIn(address, 54, 4)];
  const nameAt = hasLogo ? 11.4 : 0;
  const addressAt = nameAt + linesHigh(12, nameLines) + 0.6;
  const numbersAt = addressAt + linesHigh(SIZE, addressLines);
  const bottom = Math.max(numbersAt + linesHigh(SIZE), under === null ? 17 : 17.2 + linesHigh(SIZE, linesIn(under, 52, 2))) + 2;
  return {
    kind: 'block',
    height: bottom + 2,
    ...(hasLogo ? { logo: { width: 60, height: 10 } } : {}),
    pieces: [
      textAt(0, nameAt, HALF, 12, party.name, { bold: true, lines: nameLines }),
      textAt(0, addressAt, HALF, SIZE, address, { lines: addressLines }),
      textAt(0, numbersAt, HALF, SIZE, numbersOf(t, party)),
      textAt(MIDDLE, 0, WIDTH - MIDDLE, 14, title, { bold: true, align: 'right' }),
      textAt(MIDDLE, 8, WIDTH - MIDDLE, 10, number, { bold: true, align: 'right', lines: 2 }),
      ...(under === null ? [] : [textAt(MIDDLE, 17.2, WIDTH - MIDDLE, SIZE, under, { align: 'right', lines: 2 })]),
      { kind: 'rule', x: 0, y: bottom, width: WIDTH },
    ],
  };
}

const GAP = 4;

/** The parties side by side. */
function boxesBlock(boxes: readonly Box[]): Block {
  const width = (WIDTH - GAP * (boxes.length - 1)) / boxes.length;
  const letters = Math.floor(width / 1.55);
  const pieces: Piece[] = [];
  let bottom = 0;
  for (const [index, { caption, name, lines }] of boxes.entries()) {
    const x = index * (width + GAP);
    pieces.push(textAt(x, 0, width, 7, caption));
    let y = 3.4;
    const nameLines = linesIn(name ?? '', Math.floor(letters * 0.8), 3);
    if (name !== null && name !== '') {
      pieces.push(textAt(x, y, width, 9, name, { bold: true, lines: nameLines }));
      y += linesHigh(9, nameLines);
    }
    for (const line of lines) {
      if (line === null || line === '') continue;
      const most = linesIn(line, letters, 7);
      pieces.push(textAt(x, y, width, SIZE, line, { lines: most }));
      y += linesHigh(SIZE, most);
    }
    bottom = Math.max(bottom, y);
  }
  return { kind: 'block', height: bottom + 3, pieces: [...pieces, { kind: 'rule', x: 0, y: bottom + 1.4, width: WIDTH }] };
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

/** An amount in words, below its total. */
export function wordsBlock(amount: Decimal.Value, t: Translate): Block {
  const words = wordsOfAmount(amount, t);
  const lines = linesIn(words, 90, 3);
  return {
    kind: 'block',
    height: 2 + linesHigh(SIZE, lines) + 2,
    pieces: [textAt(0, 2, LABEL_WIDTH, SIZE, t('Amount in words')), textAt(LABEL_WIDTH, 2, WIDTH - LABEL_WIDTH, SIZE, words, { bold: true, lines })],
  };
}

/** A purchase order with its lines, taxes and total. */
export function orderPaper(order: PurchaseOrder, parties: Parties, t: Translate): Sheet {
  const sums = sumOf(order.listOfItems);
  const taxes = [
    ['CGST', sums.cgst],
    [stateTax(parties), sums.sgst],
    ['IGST', sums.igst],
    [t('Cess'), sums.cess],
  ] as const;
  return documentSheet(t, {
    title: t('Purchase order'),
    number: order.poNumber,
    parties,
    boxes: [
      partyBox(t('Vendor'), parties.vendor, t, parties.vendor.code),
      partyBox(t('Bill to'), parties.buyer, t),
      ...placeBox(t('Ship to'), parties.shipTo, parties.buyer, t),
    ],
    facts: [
      [t('PO Date'), showDate(order.poDate)],
      [t('Deliver By'), showDate(order.deliverBy)],
      [t('Status'), t(order.status)],
      [t('Delivery'), t(order.deliveryStatus)],
      [t('Payment'), t(order.paymentStatus)],
      [t('Acknowledged On'), showDate(order.acknowledgedOn)],
      [t("Vendor's Reference"), order.acknowledgementReference],
      [t('Delivery Location'), order.deliveryLocation],
      placeFact(parties, t),
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
          [...figureLines(line.taxAMT), { text: rateOf(line, t, stateTax(parties)), lines: 2 }],
          figure(line.totalCost, true),
        ]),
      },
      totalsBlock([[t('Taxable'), sums.taxable], ...taxes.filter(([, tax]) => !tax.isZero()), [t('Total'), sums.total]]),
      wordsBlock(sums.total, t),
      signatures([], parties, t),
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
    boxes: goodsBoxes(parties, t),
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
      placeFact(parties, t),
    ],
    parts: [signatures([t('Received by')], parties, t)],
  });
}

/** The parties of goods that move: who sends them, who gets them, and the places where these are others. */
export function goodsBoxes(parties: Parties, t: Translate): Box[] {
  return [
    partyBox(t('Consigner'), parties.vendor, t),
    partyBox(t('Consignee'), parties.buyer, t),
    ...placeBox(t('Dispatched from'), parties.from, parties.vendor, t),
    ...placeBox(t('Ship to'), parties.shipTo, parties.buyer, t),
  ];
}

/** The line on which somebody signs for the issuer, and those beside it. */
export function signatures(captions: readonly string[], { issuer, ...parties }: Parties, t: Translate): Block {
  const all = [t('Authorised signatory'), ...captions.map((caption) => t('{caption}, date', { caption }))];
  const width = WIDTH / Math.max(2, all.length);
  return {
    kind: 'block',
    height: 34,
    pieces: [
      textAt(0, 6, width - 8, SIZE, t('For {name}', { name: parties[issuer].name }), { bold: true, lines: 2 }),
      ...all.flatMap((caption, index): Piece[] => [
        { kind: 'rule', x: index * width, y: 26, width: width - 8 },
        textAt(index * width, 27, width - 8, 7, caption, { lines: 2 }),
      ]),
    ],
  };
}

const money = (value: number | null | undefined) => (value === null || value === undefined ? null : showMoney(value));

const MEMO_KIND = { gst: 'GST note (section 34 of the CGST Act)', commercial: 'Commercial note, without GST' } as const;

/** A debit or credit memo, under the letterhead of the side that issued it. */
export function memoPaper(kind: MemoKind, memo: Memo, parties: Parties, t: Translate): Sheet {
  const amount = memo.amount ?? 0;
  const taxes = [
    ['CGST', memo.CGST],
    [stateTax(parties), memo.SGST],
    ['IGST', memo.IGST],
  ] as const;
  const other = parties.issuer === 'vendor' ? 'buyer' : 'vendor';
  return documentSheet(t, {
    title: t(memoTitles[kind]),
    number: memo.memoNumber ?? (memo.vendorInvoiceRef === null ? '' : t('on invoice {number}', { number: memo.vendorInvoiceRef })),
    under: t(MEMO_KIND[memo.kind]),
    parties,
    boxes: [
      partyBox(t(other === 'buyer' ? 'Buyer' : 'Vendor'), parties[other], t, other === 'vendor' ? parties.vendor.code : null),
      partyBox(t('Issued by'), parties[parties.issuer], t, parties.issuer === 'vendor' ? parties.vendor.code : null),
    ],
    facts: [
      [t('Memo Date'), showDate(memo.memoDate)],
      placeFact(parties, t),
      [t('Vendor Invoice Reference'), memo.vendorInvoiceRef],
      [t('Vendor Invoice Date'), showDate(memo.vendorInvoiceRef_Date)],
      [t('Buyer PO Reference'), memo.buyerPORef],
      [t('Buyer PO Date'), showDate(memo.buyerPORef_Date)],
      [t('Product Name'), memo.productName],
      [t('HSN Code'), memo.HSNCode],
      [t('Item Quantity'), whole(memo.itemQuantity)],
      [t('Unit Price'), money(memo.unitPrice)],
      [t('Price Difference'), money(memo.priceDifference)],
      [t('Tax Rate'), memo.taxRate === null ? null : `${showNumber(memo.taxRate)} %`],
      [t('Description'), memo.description],
    ],
    parts: [
      totalsBlock([
        ...taxes.flatMap(([name, tax]) => (tax === null ? [] : [[name, tax] as const])),
        [t('Amount'), amount],
      ]),
      wordsBlock(amount, t),
      signatures([], parties, t),
    ],
    watermark: memo.status === 'reversed' ? t('REVERSED') : null,
  });
}

/** An invoice as the portal has it: the tax invoice itself is the vendor's, signed or with an IRN. */
export function invoicePaper(invoice: Invoice, lines: readonly InvoiceLine[], parties: Parties, t: Translate): Sheet {
  const untaxed = parties.vendor.kind === 'composition' || parties.vendor.kind === 'unregistered';
  const taxes = [
    ['CGST', invoice.CGSTValue],
    [stateTax(parties), invoice.SGSTValue],
    ['IGST', invoice.IGSTValue],
  ] as const;
  const cess = lines.reduce((sum, line) => sum.plus(line.cess), new Decimal(0));
  const stated = taxes.reduce((sum, [, tax]) => sum.plus(tax ?? 0), cess);
  const taxable = lines.reduce((sum, line) => sum.plus(line.taxable), new Decimal(0));
  const rounding = new Decimal(invoice.invoiceValue).minus(taxable).minus(stated);
  return documentSheet(t, {
    title: untaxed ? t('Bill of supply') : t('Tax invoice'),
    number: invoice.invoiceNumber,
    under: t('As recorded in the portal'),
    parties,
    boxes: [
      partyBox(t('Vendor'), parties.vendor, t, parties.vendor.code),
      partyBox(t('Bill to'), parties.buyer, t),
      ...placeBox(t('Ship to'), parties.shipTo, parties.buyer, t),
    ],
    facts: [
      [t('Invoice Date'), showDate(invoice.invoiceDate)],
      placeFact(parties, t),
      [t('PO Number'), invoice.PONumber],
      [t('PO Date'), showDate(invoice.PODate)],
      [t('Due Date'), showDate(invoice.dueDate)],
      [t('Remarks'), invoice.remarks],
      ['IRN', invoice.IRN],
    ],
    parts: [
      ...(lines.length === 0 ? [] : [invoiceTable(lines, parties, t)]),
      totalsBlock([
        ...(lines.length === 0 ? [] : [[t('Taxable'), taxable] as const]),
        ...taxes.flatMap(([name, tax]) => (tax === null || tax === 0 ? [] : [[name, tax] as const])),
        ...(cess.isZero() ? [] : [[t('Cess'), cess] as const]),
        ...(lines.length === 0 || rounding.isZero() ? [] : [[t('Rounding'), rounding] as const]),
        [t('Total'), invoice.invoiceValue],
      ]),
      wordsBlock(invoice.invoiceValue, t),
      signatures([], parties, t),
    ],
  });
}

function invoiceTable(lines: readonly InvoiceLine[], parties: Parties, t: Translate): Table {
  const rates = (line: InvoiceLine) => {
    const rate = new Decimal(line.taxRate ?? 0);
    const names = line.IGST > 0 ? `IGST ${rate}%` : `CGST ${rate.div(2)}% + ${stateTax(parties)} ${rate.div(2)}%`;
    return line.taxRate === null ? t('No rate') : rate.isZero() ? t('Nil') : names;
  };
  return {
    kind: 'table',
    columns: [
      { title: t('No.'), width: 8 },
      { title: t('Item'), width: 70 },
      { title: 'HSN', width: 18 },
      { title: t('Quantity'), width: 24, align: 'right' },
      { title: t('Price (₹)'), width: 22, align: 'right' },
      { title: t('Taxable (₹)'), width: 24, align: 'right' },
      { title: t('Tax (₹)'), width: 24, align: 'right' },
    ],
    rows: lines.map((line) => [
      cell(String(line.no)),
      [
        { text: line.itemName, bold: true, lines: 2 },
        ...(line.poNumber === null ? [] : [{ text: t('Purchase order {poNumber}', { poNumber: line.poNumber }), lines: 2 }]),
      ],
      cell(line.hsnCode ?? '–'),
      cell(`${showNumber(line.quantity)} ${line.uom ?? ''}`.trim()),
      figure(line.unitPrice),
      figure(line.taxable),
      [...figureLines(Decimal.sum(line.CGST, line.SGST, line.IGST, line.cess)), { text: rates(line), lines: 2 }],
    ]),
  };
}

/** The advice of a payment. */
export function paymentPaper(payment: Payment, parties: Parties, t: Translate): Sheet {
  return documentSheet(t, {
    title: t('Payment advice'),
    number: payment.invoice === null ? t('on account') : t('on invoice {number}', { number: payment.invoice }),
    parties,
    boxes: paidBoxes(parties, t),
    facts: [
      [t('Payment Date'), showDate(payment.paymentDate)],
      [t('Payment Mode'), t(MODE_WORDS[payment.tenderType])],
      [t('Invoice Reference'), payment.invoice ?? t('No invoice: payment on account')],
      [t('Reference'), payment.reference],
      [t('Remarks'), payment.remarks],
    ],
    parts: [totalsBlock([[t('Amount'), payment.amount]]), wordsBlock(payment.amount, t), signatures([], parties, t)],
    watermark: payment.isReversed ? t('REVERSED') : null,
  });
}

function paidBoxes(parties: Parties, t: Translate): Box[] {
  return [partyBox(t('Paid to'), parties.vendor, t, parties.vendor.code), partyBox(t('Paid by'), parties.buyer, t)];
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
    boxes: [partyBox(t('Vendor'), parties.vendor, t, parties.vendor.code), partyBox(t('Buyer'), parties.buyer, t)],
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
      wordsBlock(balance, t),
      signatures([], parties, t),
    ],
  });
}
