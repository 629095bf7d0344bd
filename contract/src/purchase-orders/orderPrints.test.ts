import { expect, test } from 'vitest';

import hindi from '../words/hindi.json' with { type: 'json' };
import { printName } from './orderPrints.ts';
import type { OrderLine, PurchaseOrder } from './orders.ts';
import { packageSheet, rateOf, taxGroups } from '../papers/packageSheet.ts';
import { type Packing, packingLabel, packingLabels } from '../papers/packingLabels.ts';
import { BARCODE, barcodeWidth, DOT, LABEL, linesHigh, type Piece, type Table, whyNoBarcode } from '../papers/paper.ts';
import { inEnglish } from '../ground/template.ts';
import { translator } from '../words/translate.ts';

function line(overrides: Partial<OrderLine> = {}): OrderLine {
  return {
    itemCode: 'R-1',
    itemName: 'Basmati Rice 1 kg',
    EANCode: '8901030516320',
    secondaryBarcode: null,
    SKUCode: 'SF-77',
    hsnCode: '10063020',
    uom: 'BAG',
    UQC: 'BAG',
    itemQuantityInCart: 30,
    receivedQuantity: 0,
    acceptance: 'receipt',
    confirmedQuantity: null,
    agreedQuantity: overrides.itemQuantityInCart ?? 30,
    packed: [],
    caseQuantity: 12,
    itemSellingPrice: 1249,
    itemPrice: 1000,
    earlierPrices: [],
    totalCost: 31_500,
    GSTCode: 'GST5',
    GSTInPer: 5,
    discInPer: 0,
    discAMt: 0,
    CGSTInPer: 2.5,
    taxAMT: 1500,
    salesOrderTaxModel: {
      taxableAmount: 30_000,
      taxAmount: 1500,
      cgstTaxAmt: 750,
      sgstTaxAmt: 750,
      igstTaxAmt: 0,
      gstCess: null,
      gstCessAmount: 0,
      tax: { sgstPercent: 2.5, igstPercent: null },
    },
    ...overrides,
  };
}

function packing(order: Partial<PurchaseOrder> = {}, sender: Partial<Packing['sender']> = {}): Packing {
  return {
    order: {
      vendorName: 'Annapurna Foods',
      poNumber: 'PO/26-27 118',
      poDate: '2026-11-02',
      deliverBy: null,
      status: 'Open',
      deliveryStatus: 'Pending',
      acknowledgementReference: null,
      deliveryLocation: 'Nashik',
      vendorAddress: null,
      listOfItems: [line()],
      ...order,
    } as PurchaseOrder,
    sender: {
      vendor_Code: 4711,
      address_Line1: '1 Market Yard',
      address_Line2: 'Gultekdi',
      city: 'Pune',
      postal_Code: '411037',
      state: 'IN-MH',
      gstin: '27AAPFU0939F1ZV',
      fssaiNumber: null,
      fssaiValidUntil: null,
      ...sender,
    },
    buyerState: '27',
    today: '2026-11-20',
  };
}

const texts = (pieces: readonly Piece[]) => pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []));
const barcodes = (pieces: readonly Piece[]) => pieces.flatMap((piece) => (piece.kind === 'barcode' ? [piece.text] : []));
const bottom = (piece: Piece) => (piece.kind === 'text' ? piece.y + linesHigh(piece.size, piece.lines) : piece.y);

test('a label names the sender, the destination, the goods, the quantity and the carton', () => {
  const pieces = packingLabel(packing(), { line: 1, carton: 3, of: 3 }, inEnglish);
  for (const words of [
    'Annapurna Foods',
    '4711',
    '1 Market Yard, Gultekdi, Pune 411037, Maharashtra',
    'GSTIN 27AAPFU0939F1ZV',
    'Nashik',
    'PO/26-27 118',
    '02-11-2026',
    'Basmati Rice 1 kg',
    '10063020',
    'SF-77',
    'SGST 2.5%',
    'CGST 2.5%',
    'IGST 0%',
    '6 BAG',
    'of 30 BAG ordered',
    '₹1,249.00',
    'Carton 3 of 3',
  ]) {
    expect(texts(pieces)).toContain(words);
  }
  expect(barcodes(pieces)).toEqual(['PO/26-27 118', '8901030516320']);
});

test.each([
  ['2026-11-20', 'FSSAI licence 10012022000123'],
  ['2026-11-19', 'FSSAI licence expired on 19-11-2026'],
])('labels and package sheet state a licence that is valid until %s: %s', (fssaiValidUntil, words) => {
  const given = packing({}, { fssaiNumber: '10012022000123', fssaiValidUntil });
  expect(texts(packingLabel(given, { line: 1, carton: 1, of: 3 }, inEnglish))).toContain(`GSTIN 27AAPFU0939F1ZV · ${words}`);
  const [head] = packageSheet(given, new Map(), inEnglish).parts;
  expect(head?.kind === 'block' ? texts(head.pieces) : []).toContain(words);
});

test('the Hindi label translates “From” as the sender, not as a start date', () => {
  const pieces = packingLabel(packing(), { line: 1, carton: 3, of: 3 }, translator(hindi, 'hi'));
  expect(texts(pieces)).toContain('प्रेषक');
});

test('a label stays within its page, whatever the names', () => {
  const long = 'x'.repeat(300);
  const given = packing({
    vendorName: long,
    deliveryLocation: long,
    poNumber: '9'.repeat(48),
    listOfItems: [line({ itemName: long, EANCode: 'A'.repeat(48) })],
  });
  for (const piece of packingLabel(given, { line: 1, carton: 1, of: 1 }, inEnglish)) {
    expect(piece.x).toBeGreaterThanOrEqual(0);
    const width = piece.kind === 'barcode' ? (barcodeWidth(piece.text) ?? NaN) : piece.width;
    expect(piece.x + width).toBeLessThanOrEqual(LABEL.width);
    expect(bottom(piece)).toBeLessThanOrEqual(LABEL.height);
  }
});

test('the texts of a label do not overlap', () => {
  const pieces = packingLabel(packing(), { line: 1, carton: 1, of: 1 }, inEnglish).filter((piece) => piece.kind === 'text');
  for (const [place, one] of pieces.entries()) {
    for (const other of pieces.slice(place + 1)) {
      const beside = one.x + one.width <= other.x || other.x + other.width <= one.x;
      const above = bottom(one) <= other.y + 0.3 || bottom(other) <= one.y + 0.3;
      expect([one.text, other.text, beside || above]).toEqual([one.text, other.text, true]);
    }
  }
});

test('a barcode module is 0.25 mm, which is a whole number of printer dots', () => {
  expect(BARCODE.module / DOT).toBe(2);
  expect(BARCODE.module).toBe(0.25);
  expect([BARCODE.height / DOT, BARCODE.font / DOT]).toEqual([45, 20]);
  // The barcode has 123 modules and two quiet zones of 10.
  expect(barcodeWidth('8901030516320')).toBe(143 * 0.25);
});

test.each([
  ['पीओ/5', /^No barcode: it can hold/],
  ['', /^No barcode: it can hold/],
  ['X'.repeat(49), /^No barcode: it can hold/],
  ['X'.repeat(40), /^No barcode: at a width that scanners/],
])('the text %j has no barcode of 97 mm, and the label says why', (text, why) => {
  expect(whyNoBarcode(text, 97)).toMatch(why);
  const pieces = packingLabel(packing({ poNumber: text }), { line: 1, carton: 1, of: 1 }, inEnglish);
  expect(barcodes(pieces)).toEqual(['8901030516320']);
  expect(texts(pieces).filter((words) => why.test(words))).toHaveLength(1);
});

test('a label shows unknown values as a dash, without a barcode', () => {
  const bare = line({ EANCode: null, hsnCode: null, SKUCode: null, uom: null, itemSellingPrice: null, caseQuantity: null });
  const pieces = packingLabel(
    packing({ deliveryLocation: null, listOfItems: [bare] }, { gstin: null }),
    { line: 1, carton: 1, of: 2 },
    inEnglish,
  );
  expect(barcodes(pieces)).toEqual(['PO/26-27 118']);
  expect(texts(pieces).filter((words) => words === '–')).toHaveLength(6);
  expect(texts(pieces)).toContain('15');
  expect(texts(pieces).join(' ')).not.toMatch(/null|undefined|NaN/);
});

test('an order has one label per carton, line by line', () => {
  const given = packing({ listOfItems: [line(), line({ itemName: 'Rock salt' })] });
  const labels = packingLabels(
    given,
    new Map([
      [2, 2],
      [1, 3],
    ]),
    inEnglish,
  );
  expect(
    labels.map((pieces) =>
      texts(pieces)
        .filter((words) => /^Carton|salt/.test(words))
        .join(': '),
    ),
  ).toEqual(['Carton 1 of 3', 'Carton 2 of 3', 'Carton 3 of 3', 'Rock salt: Carton 1 of 2', 'Rock salt: Carton 2 of 2']);
});

test.each([
  [line(), 'CGST 2.5% + SGST 2.5%'],
  [
    line({
      CGSTInPer: null,
      salesOrderTaxModel: { ...line().salesOrderTaxModel, gstCess: 12, tax: { sgstPercent: null, igstPercent: 28 } },
    }),
    'IGST 28% + cess 12%',
  ],
  [line({ CGSTInPer: 0, salesOrderTaxModel: { ...line().salesOrderTaxModel, tax: { sgstPercent: 0, igstPercent: 0 } } }), 'Nil'],
  [
    line({ CGSTInPer: null, salesOrderTaxModel: { ...line().salesOrderTaxModel, tax: { sgstPercent: null, igstPercent: null } } }),
    'No rate',
  ],
])('a rate is written in words (%#)', (given, words) => {
  expect(rateOf(given, inEnglish, 'SGST')).toBe(words);
});

test('a package sheet has all lines, the taxes by rate, and exact sums', () => {
  const free = line({
    itemPrice: 0,
    totalCost: 0.1,
    taxAMT: 0.1,
    salesOrderTaxModel: { ...line().salesOrderTaxModel, taxableAmount: 0.1, cgstTaxAmt: 0.2 },
  });
  const given = packing({ listOfItems: [line(), free, line({ CGSTInPer: 9 })] });
  expect(taxGroups(given.order.listOfItems, inEnglish, 'SGST').map(({ rate, lines }) => [rate, lines.length])).toEqual([
    ['CGST 2.5% + SGST 2.5%', 2],
    ['CGST 9% + SGST 2.5%', 1],
  ]);
  const sheet = packageSheet(given, new Map([[2, 7]]), inEnglish);
  const [items, taxes] = sheet.parts.filter((part): part is Table => part.kind === 'table');
  const cellsOf = (table: Table | undefined, place: number) =>
    table?.rows[place]?.map((cell) => ('barcode' in cell ? `| ${cell.barcode} |` : cell.map(({ text }) => text).join(' / ')));
  expect(items?.rows).toHaveLength(3);
  expect(cellsOf(items, 0)).toEqual([
    '1',
    'Basmati Rice 1 kg / R-1 · HSN 10063020 · SKU SF-77',
    '| 8901030516320 |',
    '30 BAG / 3 cartons',
    '1,249.00 / 1,000.00',
    '30,000.00',
    '1,500.00 / SGST 2.5% / CGST 2.5%',
    '31,500.00',
  ]);
  expect(cellsOf(items, 1)?.[3]).toBe('30 BAG / 7 cartons');
  expect(cellsOf(taxes, 2)).toEqual(['Total', '60,000.10', '1,500.20', '2,250.00', '0.00', '0.00']);
  const end = sheet.parts.at(-1);
  const words = end?.kind === 'block' ? texts(end.pieces) : [];
  for (const expected of ['3 lines', '13 cartons in total', '₹63,000.10']) expect(words).toContain(expected);
  expect(sheet.watermark).toBeNull();
  expect(sheet.footer).toContain(`· order ${given.order.poNumber} of `);
});

test('a cancelled order has a watermark, and an order without lines has no table of taxes', () => {
  expect(packageSheet(packing({ status: 'Cancelled' }), new Map(), inEnglish).watermark).toBe('CANCELLED');
  expect(packageSheet(packing({ listOfItems: [] }), new Map(), inEnglish).parts.map(({ kind }) => kind)).toEqual([
    'block',
    'table',
    'block',
  ]);
});

test.each([
  ['4500017788', 'labels-4500017788.pdf'],
  ['PO/26-27 118\\a', 'labels-PO-26-27-118-a.pdf'],
  ['पीओ ५', 'labels-पीओ-५.pdf'],
])('the labels of %s are saved as %s', (number, name) => {
  expect(printName('labels', number)).toBe(name);
});
