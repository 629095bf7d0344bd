import type { DispatchGoods, DispatchLine } from '../dispatch-notes/dispatchGoods.ts';
import type { DispatchNote } from '../dispatch-notes/dispatchNotes.ts';
import { MOVEMENTS } from '../dispatch-notes/movements.ts';
import { weight } from './documentPaper.ts';
import {
  cell,
  documentSheet,
  type Fact,
  figure,
  goodsBoxes,
  goodsColumns,
  placeFact,
  quantityCell,
  signatures,
  stateTax,
  totalsBlock,
  wordsBlock,
} from './documentSheet.ts';
import { showDate, showNumber, showPercent } from '../ground/fields.ts';
import type { Parties } from '../ground/parties.ts';
import { Decimal } from '../ground/numbers.ts';
import { headTaxes } from '../ground/orderFigures.ts';
import { contentsOf } from './packageLabels.ts';
import { A4, type Block, type Cell, type Sheet, type Table, whyNoBarcode } from './paper.ts';
import type { Translate } from '../ground/template.ts';
import { say } from '../ground/template.ts';

const WIDTH = A4.width - 2 * A4.margin;

/** The three copies of a delivery challan (Rule 55(2) of the CGST Rules). */
const COPIES = ['ORIGINAL FOR CONSIGNEE', 'DUPLICATE FOR TRANSPORTER', 'TRIPLICATE FOR CONSIGNER'] as const;

const HEADS = ['taxable', 'cgst', 'sgst', 'igst', 'cess'] as const;
type Sums = Record<(typeof HEADS)[number], Decimal>;

/** Only supplies state tax. */
const isTaxed = ({ kind }: DispatchGoods) => MOVEMENTS[kind].isSupply;

/** The figures of all lines, in their order. */
function figuresOf(lines: readonly DispatchLine[], taxed: boolean): Sums[] {
  const rate = (value: number | null) => (taxed ? value : null);
  const rated = lines.map(({ taxable, CGSTRate, SGSTRate, IGSTRate, cessRate }) => ({
    taxable,
    cgst: rate(CGSTRate),
    sgst: rate(SGSTRate),
    igst: rate(IGSTRate),
    cess: rate(cessRate),
  }));
  return headTaxes(rated).map((taxes, place) => ({ taxable: new Decimal(lines[place]?.taxable ?? 0), ...taxes }));
}

const rateOf = ({ CGSTRate, SGSTRate, IGSTRate }: DispatchLine) =>
  CGSTRate === null && SGSTRate === null && IGSTRate === null ? null : new Decimal(CGSTRate ?? 0).plus(SGSTRate ?? 0).plus(IGSTRate ?? 0);

const sumUp = (all: readonly Sums[]): Sums =>
  Object.fromEntries(HEADS.map((head) => [head, all.reduce((sum, each) => sum.plus(each[head]), new Decimal(0))])) as Sums;

const taxOf = ({ cgst, sgst, igst, cess }: Sums) => Decimal.sum(cgst, sgst, igst, cess);

/**
 * The printed form of a note with lines: a sheet for each copy of a delivery challan with the contents of Rule 55(1), or a dispatch advice
 * if the tax invoice, or a credit or debit note, travels along.
 */
export function challanPapers(note: DispatchNote, goods: DispatchGoods, parties: Parties, t: Translate): Sheet[] {
  if (MOVEMENTS[goods.kind].travelsWith !== null) return [challanSheet(note, goods, parties, t, null)];
  return COPIES.map((copy) => challanSheet(note, goods, parties, t, copy));
}

function challanSheet(note: DispatchNote, goods: DispatchGoods, parties: Parties, t: Translate, copy: string | null): Sheet {
  const taxed = isTaxed(goods);
  const sums = sumUp(figuresOf(goods.lines, taxed));
  const total = sums.taxable.plus(taxOf(sums));
  const heads = [
    ['CGST', sums.cgst],
    [stateTax(parties), sums.sgst],
    ['IGST', sums.igst],
    [t('Cess'), sums.cess],
  ] as const;
  return documentSheet(t, {
    title: copy === null ? t('Dispatch advice') : t('Delivery challan'),
    number: note.DCNumber,
    under: copy === null ? null : t('{copy} · Rule 55, CGST Rules, 2017', { copy: t(copy) }),
    parties,
    boxes: goodsBoxes(parties, t, MOVEMENTS[goods.kind]),
    facts: factsOf(note, goods, parties, t),
    parts: [
      ...barcodeOf(note.DCNumber),
      linesTable(goods, taxed, t),
      ...(taxed ? [ratesTable(goods, parties, t)] : []),
      ...loadsTable(goods, t),
      totalsBlock([[t('Taxable'), sums.taxable], ...heads.filter(([, tax]) => !tax.isZero()), [t('Total'), total]]),
      wordsBlock(total, t),
      signatures([t('Received by')], parties, t),
    ],
    watermark: goods.state === 'cancelled' ? t('CANCELLED') : goods.state === 'draft' ? t('DRAFT') : null,
  });
}

function factsOf(note: DispatchNote, goods: DispatchGoods, parties: Parties, t: Translate): Fact[] {
  const orders = [...new Set(goods.lines.flatMap(({ poNumber }) => poNumber ?? []))];
  return [
    [t('Date'), showDate(note.challanDate)],
    [t('Reason for transport'), t(MOVEMENTS[goods.kind].words)],
    [t('Tax invoice'), goods.invoiceNumber],
    [t('Orders'), t('{names}', { names: orders })],
    [t('Delivery Location'), note.deliveryLocation],
    placeFact(parties, t),
    [t('Transporter'), [note.TransporterDetails, goods.transporterId].filter((part) => part !== null).join(' · ')],
    [t('Vehicles'), t('{names}', { names: goods.vehicles.flatMap(({ number }) => number ?? []) }) || note.VehicleNumber],
    [
      t('Transport document'),
      goods.transportDocument === null || goods.transportDocumentOn === null
        ? (goods.transportDocument ?? showDate(goods.transportDocumentOn))
        : t('{transportDocument} of {day}', { transportDocument: goods.transportDocument, day: showDate(goods.transportDocumentOn) }),
    ],
    [t('E-way Bill Number'), note.eWayBillNumber],
    [t('Expected on'), showDate(goods.expectedOn)],
    [t('Number of Cartons'), note.NumberOfCarton === null ? null : showNumber(note.NumberOfCarton)],
    [t('Gross Weight'), weight(note.grossWeightInKgs, t)],
  ];
}

/** Receivers scan the number. */
function barcodeOf(number: string): Block[] {
  if (whyNoBarcode(number, WIDTH) !== null) return [];
  return [{ kind: 'block', height: 12, pieces: [{ kind: 'barcode', x: 0, y: 0, text: number }] }];
}

function linesTable({ lines }: DispatchGoods, taxed: boolean, t: Translate): Table {
  return {
    kind: 'table',
    columns: [
      ...goodsColumns(76, t),
      { title: t('Cartons'), width: 14, align: 'right' },
      { title: t('Rate'), width: 18, align: 'right' },
      { title: t('Taxable (₹)'), width: 32, align: 'right' },
    ],
    rows: lines.map((line) => {
      const rate = rateOf(line);
      const batch = [
        line.batch === null ? null : t('Batch {batch}', { batch: line.batch }),
        line.madeOn === null ? null : t('manufactured on {day}', { day: showDate(line.madeOn) }),
        line.bestBefore === null ? null : t('best before {day}', { day: showDate(line.bestBefore) }),
        line.mrp === null ? null : say('MRP {amount}', { amount: showNumber(line.mrp) }),
      ].filter((part) => part !== null);
      const item: Cell = [
        { text: line.itemName, bold: true, lines: 2 },
        ...(batch.length === 0 ? [] : [{ text: batch.join(' · '), lines: 2 }]),
      ];
      return [
        cell(String(line.no)),
        item,
        cell(line.hsnCode ?? '–'),
        [...quantityCell(line, t), ...(line.quantityBasis === 'provisional' ? [{ text: t('provisional'), lines: 2 }] : [])],
        cell(showNumber(line.cartons)),
        cell(!taxed || rate === null ? '–' : showPercent(rate.toString())),
        figure(line.taxable),
      ];
    }),
  };
}

/** The quantities in each vehicle, if several share the goods. */
function loadsTable({ lines, vehicles }: DispatchGoods, t: Translate): Table[] {
  const rows = vehicles.flatMap(({ number, lines: load }, index) =>
    contentsOf({ lines, packages: [] }, { no: 0, kind: 'loose', parent: null, sscc: null, grossKg: null, lines: load }).map(
      ({ line, quantity }) => [
        cell(number ?? t('Vehicle {no}', { no: index + 1 })),
        cell(`${line.no}: ${line.itemName}`),
        cell(`${showNumber(quantity.toString())} ${line.uom ?? ''}`.trim()),
      ],
    ),
  );
  const columns = [
    { title: t('Vehicle'), width: 40 },
    { title: t('Goods carried'), width: 110 },
    { title: t('Quantity'), width: 40, align: 'right' as const },
  ];
  return rows.length === 0 ? [] : [{ kind: 'table', columns, rows }];
}

/** Totals by rate, the lowest first. */
function ratesTable({ lines }: DispatchGoods, parties: Parties, t: Translate): Table {
  const figures = figuresOf(lines, true);
  const keyOf = (line: DispatchLine | undefined) => (line === undefined ? '' : (rateOf(line)?.toString() ?? ''));
  const rates = [...new Map(lines.map((line) => [keyOf(line), rateOf(line)]))];
  return {
    kind: 'table',
    columns: [t('Rate'), t('Taxable (₹)'), 'CGST (₹)', `${stateTax(parties)} (₹)`, 'IGST (₹)', t('Cess (₹)')].map((title, index) => ({
      title,
      width: WIDTH / 6,
      ...(index === 0 ? {} : { align: 'right' as const }),
    })),
    rows: rates
      .toSorted(([, one], [, two]) => (one?.toNumber() ?? Infinity) - (two?.toNumber() ?? Infinity))
      .map(([key, rate]) => {
        const sums = sumUp(figures.filter((_, place) => keyOf(lines[place]) === key));
        return [cell(rate === null ? t('No rate') : showPercent(rate.toString())), ...HEADS.map((head) => figure(sums[head]))];
      }),
  };
}
