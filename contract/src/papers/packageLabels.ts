import { GS1_TEXT, type Gs1Element } from '../ground/code128.ts';
import type { DispatchGoods, DispatchLine } from '../dispatch-notes/dispatchGoods.ts';
import type { DispatchNote } from '../dispatch-notes/dispatchNotes.ts';
import { PACKAGE_WORDS } from '../dispatch-notes/movements.ts';
import { weight } from './documentPaper.ts';
import { inOneLine, showDate, showNumber } from '../ground/fields.ts';
import { eanProblem } from '../ground/india.ts';
import { addressWords, type Parties } from '../ground/parties.ts';
import { placeOf } from '../ground/gst.ts';
import { Decimal } from '../ground/numbers.ts';
import { BARCODE, type BarcodePiece, DOT, drawnBarcode, fitted, LABEL, linesHigh, type Piece, textAt } from './paper.ts';
import type { Translate } from '../ground/template.ts';
import { type FoodLicence, licenceWords } from '../vendors/licences.ts';

type Package = DispatchGoods['packages'][number];

interface Content {
  line: DispatchLine;
  quantity: Decimal;
}

/** The contents, by line, of a package and of those stacked on it. */
export function contentsOf({ lines, packages }: Pick<DispatchGoods, 'lines' | 'packages'>, { no, lines: own }: Package): Content[] {
  const parts = [...own, ...packages.filter(({ parent }) => parent === no).flatMap((each) => each.lines)];
  return lines.flatMap((line) => {
    const quantity = parts.filter((part) => part.no === line.no).reduce((sum, part) => sum.plus(part.quantity), new Decimal(0));
    return quantity.isZero() ? [] : [{ line, quantity }];
  });
}

/** The one value that all of them have; null if they differ or have none. */
function common<T>(values: readonly (T | null)[]): T | null {
  const [first = null] = values;
  return values.every((value) => value === first) ? first : null;
}

/** Units that are measured, not counted: AI 37 is a count. */
const MEASURED = /^(KGS|GMS|QTL|TON|LTR|MLT|KLR|MTR|CMS|KME|SQM|SQF|SQY|CBM|CCM|YDS|UGS|OTH)$/;

/**
 * The facts in the barcodes of a logistic label besides the SSCC: the item with its count (AI 02 and 37), best before (15) and batch (10),
 * each if it is the same for the whole package. Without a counted item with a GTIN there is none.
 */
export function contentElements(contents: readonly Content[]): Gs1Element[][] {
  const ean = common(contents.map(({ line }) => line.EANCode));
  const count = contents.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));
  if (ean === null || eanProblem(ean) !== null || !count.isInteger() || count.gt(99_999_999)) return [];
  if (contents.some(({ line }) => line.UQC !== null && MEASURED.test(line.UQC.slice(0, 3)))) return [];
  const bestBefore = common(contents.map(({ line }) => line.bestBefore));
  const batch = common(contents.map(({ line }) => line.batch));
  const terms: Gs1Element[] = [
    ...(bestBefore === null ? [] : [['15', bestBefore.replaceAll('-', '').slice(2)] as const]),
    ...(batch === null || !GS1_TEXT.test(batch) ? [] : [['10', batch] as const]),
  ];
  return [
    [
      ['02', ean.padStart(14, '0')],
      ['37', count.toFixed()],
    ],
    ...(terms.length === 0 ? [] : [terms]),
  ];
}

const LEFT = 4;
const WIDTH = LABEL.width - 2 * LEFT;
/** The widest module that fits: 0.5 mm as on logistic labels, or else 0.375 or 0.25, in whole dots of the printer. */
const MODULES = [4 * DOT, 3 * DOT, BARCODE.module];

function barcode(y: number, height: number, elements: readonly Gs1Element[]): Piece[] {
  const fitting = MODULES.map((module): Omit<BarcodePiece, 'x'> => ({ kind: 'barcode', y, text: '', gs1: elements, module, height })).find(
    (piece) => (drawnBarcode(piece)?.width ?? Infinity) <= LABEL.width,
  );
  return fitting === undefined ? [] : [{ ...fitting, x: (LABEL.width - (drawnBarcode(fitting)?.width ?? 0)) / 2 }];
}

const rule = (y: number): Piece => ({ kind: 'rule', x: LEFT, y, width: WIDTH });

function field(x: number, y: number, width: number, size: number, caption: string, value: string, lines = 1): Piece[] {
  return [textAt(x, y, width, 6, caption), textAt(x, y + 2.8, width, size, value, { bold: true, lines })];
}

/** The most lines of a package that are named individually. */
const NAMED = 5;

function contentPieces(contents: readonly Content[], t: Translate): Piece[] {
  const measure = ({ line, quantity }: Content) => `${showNumber(quantity.toString())} ${line.uom ?? ''}`.trim();
  const [only] = contents;
  if (only !== undefined && contents.length === 1) {
    const { line } = only;
    const { netContent, countryOfOrigin: country } = line;
    const stated = [
      ...(netContent === null ? [] : [t('Net content {netContent}', { netContent })]),
      ...(country === null ? [] : [t('Country of origin: {country}', { country })]),
    ];
    return [
      ...field(LEFT, 42.2, WIDTH, 10, t('Item'), line.itemName, 2),
      ...field(LEFT, 56, 30, 8, 'EAN', line.EANCode ?? line.itemCode),
      ...field(36, 56, 20, 8, t('Quantity'), measure(only)),
      ...field(58, 56, 20, 8, t('Batch'), line.batch ?? '–'),
      ...field(80, 56, 17, 8, t('Best before'), showDate(line.bestBefore)),
      ...(stated.length === 0 ? [] : [textAt(LEFT, 63.4, WIDTH, 7, stated.join(' · '))]),
    ];
  }
  const named = contents.slice(0, contents.length > NAMED ? NAMED - 1 : NAMED);
  const words = named.map((each) => {
    const { batch, bestBefore, netContent, countryOfOrigin, itemName } = each.line;
    const terms = [batch, bestBefore === null ? null : showDate(bestBefore), netContent, countryOfOrigin]
      .filter((part) => part !== null)
      .join(', ');
    return `${measure(each)} ${itemName}${terms === '' ? '' : ` (${terms})`}`;
  });
  const more = contents.length - named.length;
  return [
    textAt(LEFT, 42.2, WIDTH, 6, t('Contents')),
    ...[...words, ...(more > 0 ? [t('and {more} more lines', { more })] : [])].map((line, index) =>
      textAt(LEFT, 45 + index * linesHigh(8), WIDTH, 8, line),
    ),
  ];
}

interface Labelled {
  note: DispatchNote;
  goods: DispatchGoods;
  parties: Parties;
  /** The licence of the vendor. */
  licence: FoodLicence;
  /** The day of printing, `YYYY-MM-DD`. */
  today: string;
}

/** A package's label, 100 × 150 mm, in the layout of GS1's logistic label: text, contents, and the SSCC at the foot. */
export function packageLabel({ note, goods, parties, licence, today }: Labelled, pack: Package, t: Translate): Piece[] {
  const contents = contentsOf(goods, pack);
  const { shipTo } = parties;
  const receiver = inOneLine(
    shipTo.name ?? parties.buyer.name,
    addressWords(shipTo, (code) => t(placeOf(code))),
  );
  const orders = t('{names}', { names: [...new Set(contents.flatMap(({ line }) => line.poNumber ?? []))] });
  const words = licenceWords(licence, today, t);
  const [item, terms] = pack.sscc === null ? [] : contentElements(contents);
  return [
    textAt(LEFT, 4, 28, 6, t('Sender')),
    textAt(LEFT, 6.8, WIDTH, 9, parties.vendor.name, { bold: true }),
    ...(words === null ? [] : [textAt(LEFT + 30, 4, WIDTH - 30, 6, words, { align: 'right' })]),
    ...field(LEFT, 12, WIDTH, 9, t('Ship to'), receiver, 2),
    rule(24.4),
    ...field(LEFT, 25.2, 52, Math.max(7, fitted(note.DCNumber, 52, 12)), t('Dispatch note'), note.DCNumber),
    ...field(
      58,
      25.2,
      38,
      12,
      t('Package'),
      t('{kind} {no} of {count}', { kind: t(PACKAGE_WORDS[pack.kind]), no: pack.no, count: goods.packages.length }),
    ),
    ...field(LEFT, 34.2, 52, 8, t('Order'), orders === '' ? '–' : orders),
    ...field(58, 34.2, 38, 8, t('Gross weight'), pack.grossKg === null ? '–' : (weight(pack.grossKg, t) ?? '')),
    rule(41.4),
    ...contentPieces(contents, t),
    ...(item === undefined ? [] : barcode(67.5, 18, item)),
    ...(terms === undefined ? [] : barcode(90.3, 18, terms)),
    ...(pack.sscc === null ? [textAt(LEFT, 120, WIDTH, 9, t('This package has no SSCC.'))] : barcode(113.5, 31.75, [['00', pack.sscc]])),
  ];
}
