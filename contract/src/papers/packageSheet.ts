import { type Cartons, cartonsOf, labelCount, packedQuantity, partsOf } from '../purchase-orders/cartons.ts';
import { showDate, showMoney, showNumber } from '../ground/fields.ts';
import { Decimal } from '../ground/numbers.ts';
import type { OrderLine } from '../purchase-orders/orders.ts';
import { type Packing, senderAddress, senderGstin, stateTaxOfOrder, taxTexts, termWords } from './packingLabels.ts';
import { A4, type Block, type Cell, linesHigh, pagesIn, type Piece, type Sheet, type Table, textAt, whyNoBarcode } from './paper.ts';
import type { Translate } from '../ground/template.ts';
import { licenceWords } from '../vendors/licences.ts';
import { isRateStated, taxLabels } from '../purchase-orders/taxLabels.ts';

const WIDTH = A4.width - 2 * A4.margin;
const MIDDLE = WIDTH / 2 + 4;
/** The width of the barcode column: an EAN's barcode takes 35.75 mm. */
const BARCODE_WIDTH = 38;

/**
 * An amount without the sign, which is in its column's heading. A figure that is too wide continues on the next line, because cutting it
 * would change it.
 */
const amount = (value: Decimal.Value, bold = false) => ({ text: showMoney(new Decimal(value).toString(), ''), bold, lines: 2 });
const rupees = (value: Decimal) => showMoney(value.toString());
const sum = (lines: readonly OrderLine[], of: (line: OrderLine) => number) =>
  lines.reduce((total, line) => total.plus(of(line)), new Decimal(0));

/** Taxes by rate, for lines with the same rates. */
interface TaxGroup {
  rate: string;
  lines: OrderLine[];
}

const TAXES = [
  ['CGST', (line: OrderLine) => line.salesOrderTaxModel.cgstTaxAmt],
  ['SGST', (line: OrderLine) => line.salesOrderTaxModel.sgstTaxAmt],
  ['IGST', (line: OrderLine) => line.salesOrderTaxModel.igstTaxAmt],
  ['Cess', (line: OrderLine) => line.salesOrderTaxModel.gstCessAmount],
] as const;
const taxable = (line: OrderLine) => line.salesOrderTaxModel.taxableAmount;

/**
 * The order's own rates, as 'CGST 2.5% + SGST 2.5%', 'IGST 18% + cess 12%'; 'No rate stated' if it has none, because rates are never
 * guessed from amounts.
 */
export function rateOf(line: OrderLine, t: Translate, stateTax: 'SGST' | 'UTGST'): string {
  const { gstCess } = line.salesOrderTaxModel;
  if (!isRateStated(line)) return t('No rate');
  const { CGST, SGST, IGST } = taxLabels(line, null, null);
  const heads = [
    ['CGST', CGST],
    [stateTax, SGST],
    ['IGST', IGST],
    [t('cess'), new Decimal(gstCess ?? 0)],
  ] as const;
  const due = heads.filter(([, rate]) => !rate.isZero()).map(([name, rate]) => `${name} ${rate.toString()}%`);
  return due.length === 0 ? t('Nil') : due.join(' + ');
}

/** The groups of lines by tax, in the order of the rates' first use. */
export function taxGroups(lines: readonly OrderLine[], t: Translate, stateTax: 'SGST' | 'UTGST'): TaxGroup[] {
  const groups = new Map<string, OrderLine[]>();
  for (const line of lines) {
    const rate = rateOf(line, t, stateTax);
    groups.set(rate, [...(groups.get(rate) ?? []), line]);
  }
  return [...groups].map(([rate, of]) => ({ rate, lines: of }));
}

/** A line with its packed quantity, and its amounts in proportion. */
function packedLine(line: OrderLine): OrderLine {
  const [ordered, quantity] = [new Decimal(line.itemQuantityInCart), packedQuantity(line)];
  if (quantity.eq(ordered) || ordered.isZero()) return line;
  const part = (value: number) => quantity.times(value).div(ordered).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toNumber();
  const { taxableAmount, cgstTaxAmt, sgstTaxAmt, igstTaxAmt, gstCessAmount, ...tax } = line.salesOrderTaxModel;
  const [value, cgst, sgst, igst, cess] = [taxableAmount, cgstTaxAmt, sgstTaxAmt, igstTaxAmt, gstCessAmount].map(part) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const taxAmount = Decimal.sum(cgst, sgst, igst).toNumber();
  const taxAMT = Decimal.sum(taxAmount, cess).toNumber();
  return {
    ...line,
    itemQuantityInCart: quantity.toNumber(),
    taxAMT,
    totalCost: Decimal.sum(value, taxAMT).toNumber(),
    salesOrderTaxModel: {
      ...tax,
      taxableAmount: value,
      cgstTaxAmt: cgst,
      sgstTaxAmt: sgst,
      igstTaxAmt: igst,
      gstCessAmount: cess,
      taxAmount,
    },
  };
}

/** The text for the parts of a line that dispatch notes have packed: quantity, batch and label details. */
function partWords(line: OrderLine, t: Translate): { text: string; lines: number }[] {
  return partsOf(line).flatMap(({ quantity, terms }) => {
    const words = termWords(terms, t);
    const own = `${showNumber(quantity.toString())} ${line.uom ?? ''}`.trim();
    return words.length === 0 ? [] : [{ text: [own, ...words].join(' · '), lines: 4 }];
  });
}

/**
 * The package sheet of an order: A4, all lines, with the number of cartons for each. On a cancelled order, each page is marked so.
 * @param cartons by line; lines without an entry are packed as proposed.
 */
export function packageSheet(given: Packing, cartons: Cartons, t: Translate): Sheet {
  const packing = { ...given, order: { ...given.order, listOfItems: given.order.listOfItems.map(packedLine) } };
  const { order } = packing;
  const counts = new Map(order.listOfItems.map((line, index) => [index + 1, cartons.get(index + 1) ?? cartonsOf(line)]));
  return {
    title: t('Package sheet {poNumber}', { poNumber: order.poNumber }),
    parts: [letterhead(packing, t), itemTable(packing, counts, t), ...taxes(packing, t), end(packing, counts, t)],
    footer: t('{vendorName} · order {poNumber} of {poDate}', {
      vendorName: order.vendorName,
      poNumber: order.poNumber,
      poDate: showDate(order.poDate),
    }),
    watermark: order.status === 'Cancelled' ? t('CANCELLED') : null,
    ...pagesIn(t),
  };
}

/** Letterhead and the order's facts. */
function letterhead(packing: Packing, t: Translate): Block {
  const { order, sender } = packing;
  const gstin = senderGstin(packing);
  const why = whyNoBarcode(order.poNumber, WIDTH - MIDDLE);
  const licence = licenceWords(sender, packing.today, t);
  const facts = [
    [t('PO date'), showDate(order.poDate)],
    [t('Deliver by'), showDate(order.deliverBy)],
    [
      t('Status'),
      t('{status}, delivery {deliveryStatus}', { status: t(order.status), deliveryStatus: t(order.deliveryStatus).toLowerCase() }),
    ],
    [t('Vendor reference'), order.acknowledgementReference ?? '–'],
  ] as const;
  const half = MIDDLE - 8;
  return {
    kind: 'block',
    height: 64,
    pieces: [
      textAt(0, 0, half, 14, order.vendorName, { bold: true, lines: 2 }),
      textAt(
        0,
        14.4,
        half,
        8,
        [
          t('Vendor code {vendor_Code}', { vendor_Code: sender.vendor_Code }),
          ...(gstin === null ? [] : [t('GSTIN {gstin}', { gstin })]),
        ].join(' · '),
      ),
      textAt(0, 18.4, half, 8, senderAddress(packing), { lines: 2 }),
      ...(licence === null ? [] : [textAt(MIDDLE, 14.4, WIDTH - MIDDLE, 8, licence, { align: 'right' })]),
      textAt(MIDDLE, 0, WIDTH - MIDDLE, 14, t('Package sheet'), { bold: true, align: 'right' }),
      textAt(MIDDLE, 8, WIDTH - MIDDLE, 10, t('Purchase order {poNumber}', { poNumber: order.poNumber }), {
        bold: true,
        align: 'right',
        lines: 2,
      }),
      ...(order.status === 'Cancelled'
        ? [textAt(MIDDLE, 19, WIDTH - MIDDLE, 14, t('CANCELLED'), { bold: true, align: 'right' } as const)]
        : []),
      { kind: 'rule', x: 0, y: 28, width: WIDTH },
      textAt(0, 30, half, 7, t('Deliver to')),
      textAt(0, 33.6, half, 10, order.deliveryLocation ?? '–', { bold: true, lines: 3 }),
      ...(why === null
        ? [{ kind: 'barcode', x: -2.5, y: 51, text: order.poNumber } as const]
        : [textAt(0, 51, half, 7, t(why), { lines: 2 })]),
      ...facts.flatMap(([caption, value], index): Piece[] => [
        textAt(MIDDLE, 30 + index * 5, 28, 8, caption),
        textAt(MIDDLE + 28, 30 + index * 5, WIDTH - MIDDLE - 28, 8, value, { bold: true }),
      ]),
    ],
  };
}

const CODES = [
  ['HSN', (line: OrderLine) => line.hsnCode],
  ['SKU', (line: OrderLine) => line.SKUCode],
] as const;

function itemTable(packing: Packing, cartons: Cartons, t: Translate): Table {
  return {
    kind: 'table',
    columns: [
      { title: t('No.'), width: 8 },
      { title: t('Item'), width: 54 },
      { title: t('Barcode'), width: BARCODE_WIDTH },
      { title: t('Quantity Cartons'), width: 17, align: 'right' },
      { title: t('MRP (₹) Price (₹)'), width: 17, align: 'right' },
      { title: t('Taxable (₹)'), width: 18, align: 'right' },
      { title: t('Tax (₹)'), width: 18, align: 'right' },
      { title: t('Total (₹)'), width: 20, align: 'right' },
    ],
    rows: packing.order.listOfItems.map((line, index): Cell[] => {
      const count = cartons.get(index + 1) ?? 0;
      const codes = CODES.flatMap(([name, of]) => (of(line) === null ? [] : [`${name} ${of(line)}`]));
      const ean = line.EANCode ?? '';
      const why = ean === '' ? '–' : whyNoBarcode(ean, BARCODE_WIDTH);
      return [
        [{ text: String(index + 1) }],
        [{ text: line.itemName, bold: true, lines: 2 }, { text: [line.itemCode, ...codes].join(' · '), lines: 2 }, ...partWords(line, t)],
        why === null ? { barcode: ean } : [{ text: ean === '' ? why : ean, lines: 2 }, ...(ean === '' ? [] : [{ text: t(why), lines: 2 }])],
        [
          { text: `${showNumber(line.itemQuantityInCart)} ${line.uom ?? ''}`.trim(), bold: true },
          { text: t('{count, plural, one {# carton} other {# cartons}}', { count }) },
        ],
        [line.itemSellingPrice === null ? { text: '–' } : amount(line.itemSellingPrice), amount(line.itemPrice)],
        [amount(taxable(line))],
        [
          amount(line.taxAMT),
          // Amounts are the order's, without a rate.
          ...(isRateStated(line) ? taxTexts(packing, line, 'charged').map((words) => ({ text: words })) : []),
        ],
        [amount(line.totalCost, true)],
      ];
    }),
  };
}

/** The taxes by rate; none if there are no lines. */
function taxes(packing: Packing, t: Translate): (Block | Table)[] {
  const { listOfItems: items } = packing.order;
  const stateTax = stateTaxOfOrder(packing);
  if (items.length === 0) return [];
  const row = (rate: string, of: readonly OrderLine[], bold: boolean): Cell[] => [
    [{ text: rate, bold }],
    [amount(sum(of, taxable), bold)],
    ...TAXES.map(([, tax]) => [amount(sum(of, tax), bold)]),
  ];
  return [
    { kind: 'block', height: 7, pieces: [textAt(0, 2, WIDTH, 9, t('Taxes by rate'), { bold: true })] },
    {
      kind: 'table',
      columns: [
        { title: t('Rate'), width: 60 },
        { title: t('Taxable (₹)'), width: 26, align: 'right' },
        ...TAXES.map(([title]) => ({
          title: title === 'Cess' ? t('Cess (₹)') : `${title === 'SGST' ? stateTax : title} (₹)`,
          width: 26,
          align: 'right' as const,
        })),
      ],
      rows: [...taxGroups(items, t, stateTax).map((group) => row(group.rate, group.lines, false)), row(t('Total'), items, true)],
    },
  ];
}

/** The total, whose parts the taxes by rate show, and the signature lines. */
function end({ order }: Packing, cartons: Cartons, t: Translate): Block {
  const items = order.listOfItems;
  const total = sum(items, (line) => line.totalCost);
  const line = linesHigh(9);
  const signAt = 20;
  const captions = [t('Packed by'), t('Checked by'), t('Received by')];
  const third = WIDTH / captions.length;
  return {
    kind: 'block',
    height: signAt + 5,
    pieces: [
      textAt(0, 4, MIDDLE, 9, t('{count, plural, one {# line} other {# lines}}', { count: items.length })),
      textAt(0, 4 + line, MIDDLE, 12, t('{count, plural, one {# carton} other {# cartons}} in total', { count: labelCount(cartons) }), {
        bold: true,
      }),
      textAt(MIDDLE, 4, 30, 11, t('Total'), { bold: true }),
      textAt(MIDDLE + 30, 4, WIDTH - MIDDLE - 30, 11, rupees(total), { bold: true, align: 'right' }),
      ...captions.flatMap((caption, index): Piece[] => [
        { kind: 'rule', x: index * third, y: signAt, width: third - 8 },
        textAt(index * third, signAt + 1, third - 8, 7, t('{caption}, date', { caption })),
      ]),
    ],
  };
}
