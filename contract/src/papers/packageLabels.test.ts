import { describe, expect, test } from 'vitest';

import type { DispatchGoods, DispatchLine } from '../dispatch-notes/dispatchGoods.ts';
import type { DispatchNote } from '../dispatch-notes/dispatchNotes.ts';
import { Decimal } from '../ground/numbers.ts';
import { contentElements, contentsOf, packageLabel } from './packageLabels.ts';
import { drawnBarcode, LABEL, linesHigh, type Piece } from './paper.ts';
import { inEnglish } from '../ground/template.ts';

const lineOf = (no: number, more: Partial<DispatchLine> = {}) =>
  ({
    no,
    poNumber: 'PO/1',
    itemCode: `R-${no}`,
    itemName: `Rice ${no}`,
    EANCode: '8901030516320',
    uom: 'PCS',
    UQC: 'PCS',
    batch: 'B-7',
    bestBefore: '2027-06-30',
    netContent: null,
    countryOfOrigin: 'India',
    ...more,
  }) as DispatchLine;
const part = (no: number, quantity: number) => ({ no, quantity });
const PALLET = { no: 1, kind: 'pallet' as const, parent: null, sscc: '106141412345678908', grossKg: 410, lines: [] };
const carton = (no: number, lines: { no: number; quantity: number }[], more: object = {}) => ({
  no,
  kind: 'carton' as const,
  parent: 1,
  sscc: null,
  grossKg: null,
  lines,
  ...more,
});

const goodsOf = (lines: DispatchLine[], packages: DispatchGoods['packages']) =>
  ({ lines, packages, shipToName: null, shipToAddress: null, shipToPlace: null, shipToPin: null }) as unknown as DispatchGoods;
const note = { DCNumber: 'DC/26-27/0014', deliveryLocation: 'Bhiwandi' } as DispatchNote;
const parties = {
  vendor: { name: 'Annapurna Rice Mill' },
  buyer: { name: 'Aapurti Retail' },
  shipTo: { name: 'Aapurti Retail', address: 'Bhiwandi', place: null, pin: null, state: null, gstin: null },
} as never;
const LABELLED = { note, parties, licence: { fssaiNumber: '10012022000123', fssaiValidUntil: '2027-03-31' }, today: '2027-03-31' };

test('the contents of a pallet include those of the packages stacked on it, line by line', () => {
  const goods = goodsOf(
    [lineOf(1), lineOf(2)],
    [PALLET, carton(2, [part(1, 12)]), carton(3, [part(1, 8), part(2, 3)]), carton(4, [part(2, 5)], { parent: null })],
  );
  expect(contentsOf(goods, PALLET).map(({ line, quantity }) => [line.no, quantity.toNumber()])).toEqual([
    [1, 20],
    [2, 3],
  ]);
});

const content = (quantity: number, more: Partial<DispatchLine> = {}) => ({ line: lineOf(1, more), quantity: new Decimal(quantity) });
describe('the barcode of the contents', () => {
  test.each<[string, ReturnType<typeof content>[], string]>([
    ['one batch', [content(12)], '(02)08901030516320(37)12 (15)270630(10)B-7'],
    ['two batches of an item', [content(12), content(8, { batch: 'B-8' })], '(02)08901030516320(37)20 (15)270630'],
    ['neither batch nor date', [content(3, { batch: null, bestBefore: null })], '(02)08901030516320(37)3'],
    ['a batch that GS1 has no sign for', [content(3, { batch: 'B 7', bestBefore: null })], '(02)08901030516320(37)3'],
    ['two items', [content(3), content(4, { EANCode: '4006381333931' })], ''],
    ['an item without an EAN', [content(3, { EANCode: null })], ''],
    ['an EAN with a wrong check digit', [content(3, { EANCode: '8901030516321' })], ''],
    ['a weight', [content(3, { UQC: 'KGS-KILOGRAMS' })], ''],
    ['half a piece', [content(2.5)], ''],
    ['nothing', [], ''],
  ])('holds what GS1 allows: %s', (_, contents, words) => {
    expect(
      contentElements(contents)
        .map((each) => each.map(([ai, data]) => `(${ai})${data}`).join(''))
        .join(' '),
    ).toBe(words);
  });
});

const bottom = (piece: Piece) =>
  piece.kind === 'text'
    ? piece.y + linesHigh(piece.size, piece.lines ?? 1)
    : piece.kind === 'rule'
      ? piece.y
      : piece.y + (drawnBarcode(piece)?.height ?? 0) + 3;

test('the label has the SSCC in modules of 0.5 mm and bars of 31.75 mm', () => {
  const pieces = packageLabel({ ...LABELLED, goods: goodsOf([lineOf(1)], [PALLET, carton(2, [part(1, 12)])]) }, PALLET, inEnglish);
  const barcodes = pieces.flatMap((piece) => (piece.kind === 'barcode' ? [piece] : []));
  expect(barcodes.map((piece) => drawnBarcode(piece)?.words)).toEqual([
    '(02)08901030516320(37)12',
    '(15)270630(10)B-7',
    '(00)106141412345678908',
  ]);
  expect(barcodes.at(-1)).toMatchObject({ module: 0.5, height: 31.75 });
});

test.each([
  ['2027-03-31', 'FSSAI licence 10012022000123'],
  ['2027-04-01', 'FSSAI licence expired on 31-03-2027'],
])('a label printed on %s says %s', (today, words) => {
  const goods = goodsOf([lineOf(1)], [PALLET]);
  const texts = (licence: (typeof LABELLED)['licence'] | { fssaiNumber: null; fssaiValidUntil: null }) =>
    packageLabel({ ...LABELLED, goods, licence, today }, PALLET, inEnglish).flatMap((piece) => (piece.kind === 'text' ? piece.text : []));
  expect(texts(LABELLED.licence).filter((text) => text.includes('FSSAI'))).toEqual([words]);
  expect(texts({ fssaiNumber: null, fssaiValidUntil: null }).join(' ')).not.toContain('FSSAI');
});

test('the label names the country of origin of each of its goods', () => {
  const texts = (lines: DispatchLine[]) => {
    const pack = carton(
      1,
      lines.map(({ no }) => part(no, 12)),
      { parent: null },
    );
    return packageLabel({ ...LABELLED, goods: goodsOf(lines, [pack]) }, pack, inEnglish).flatMap((piece) =>
      piece.kind === 'text' ? piece.text : [],
    );
  };
  expect(texts([lineOf(1)])).toContain('Country of origin: India');
  expect(texts([lineOf(1, { countryOfOrigin: null })]).join(' ')).not.toContain('Country of origin');
  expect(texts([lineOf(1), lineOf(2, { countryOfOrigin: 'Nepal', bestBefore: null })])).toEqual(
    expect.arrayContaining(['12 PCS Rice 1 (B-7, 30-06-2027, India)', '12 PCS Rice 2 (B-7, Nepal)']),
  );
  expect(texts([lineOf(1, { netContent: '500 g' })])).toContain('Net content 500 g · Country of origin: India');
  expect(texts([lineOf(1, { netContent: '500 g', countryOfOrigin: null })])).toContain('Net content 500 g');
  expect(texts([lineOf(1, { netContent: '500 g' }), lineOf(2, { netContent: '1 kg' })])).toEqual(
    expect.arrayContaining(['12 PCS Rice 1 (B-7, 30-06-2027, 500 g, India)', '12 PCS Rice 2 (B-7, 30-06-2027, 1 kg, India)']),
  );
});

test.each<[string, { no: number; quantity: number }[], { sscc?: null }?]>([
  ['one item', [part(1, 12)]],
  ['nine lines', Array.from({ length: 9 }, (_, index) => part(index + 1, 1234.567))],
  ['no SSCC', [part(1, 12)], { sscc: null }],
])('the label stays within its page, and nothing overlaps: %s', (_, lines, more = {}) => {
  const long = { countryOfOrigin: 'W'.repeat(60), itemName: 'x'.repeat(300), batch: 'WWWWWWWWWWWWWWWWWWWW' };
  const pallet = { ...PALLET, lines, ...more };
  const pieces = packageLabel(
    {
      ...LABELLED,
      note: { ...note, DCNumber: 'W'.repeat(60) },
      goods: goodsOf(
        lines.map(({ no }) => lineOf(no, long)),
        [pallet],
      ),
    },
    pallet,
    inEnglish,
  );
  for (const [place, one] of pieces.entries()) {
    const width = one.kind === 'barcode' ? (drawnBarcode(one)?.width ?? NaN) : one.width;
    expect(one.x).toBeGreaterThanOrEqual(0);
    expect(one.x + width).toBeLessThanOrEqual(LABEL.width);
    expect(bottom(one)).toBeLessThanOrEqual(LABEL.height);
    for (const other of pieces.slice(place + 1)) {
      if (one.kind === 'rule' || other.kind === 'rule') continue;
      const beside = one.x + width <= other.x || other.x + (other.kind === 'barcode' ? 100 : other.width) <= one.x;
      const apart = bottom(one) <= other.y + 0.3 || bottom(other) <= one.y + 0.3;
      expect([one, other, beside || apart]).toEqual([one, other, true]);
    }
  }
});
