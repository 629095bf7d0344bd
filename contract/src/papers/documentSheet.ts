import { oneLine, showMoney, showNumber } from '../ground/fields.ts';
import { placeOf, stateTaxOf } from '../ground/gst.ts';
import { Decimal } from '../ground/numbers.ts';
import { addressWords, type Parties, type Party, type PartyPlace } from '../ground/parties.ts';
import type { Translate } from '../ground/template.ts';
import { uqcWords } from '../ground/units.ts';
import { wordsOfAmount } from './amountWords.ts';
import { A4, type Block, type Cell, linesHigh, pagesIn, type Piece, type Sheet, type Table, textAt } from './paper.ts';

const WIDTH = A4.width - 2 * A4.margin;
const MIDDLE = WIDTH / 2 + 4;
const HALF = WIDTH / 2 - 4;
const SIZE = 8;

export type Fact = readonly [label: string, value: string | null];

/** A party in the document's header, with its role. */
export interface Box {
  caption: string;
  name: string | null;
  /** Its address, GST number and similar details, one per line. */
  lines: readonly (string | null)[];
}

interface Paper {
  /** 'Dispatch note'. */
  title: string;
  /** Its number, or what else distinguishes it from others with its title. */
  number: string;
  /** The text below its number: the rule that it follows, or the copy that it is. */
  under?: string | null;
  parties: Parties;
  boxes: readonly Box[];
  facts: readonly Fact[];
  parts?: readonly (Block | Table)[];
  watermark?: string | null;
}

/** A document on A4: the issuer's letterhead, the parties, its facts in two columns, and its other parts. */
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

/** The PAN in a GST number; numbers of UN bodies and non-residents have none. */
const panOf = (gstin: string | null) => /^\d\d([A-Z]{5}\d{4}[A-Z])/.exec(gstin ?? '')?.[1] ?? null;

function numbersOf(t: Translate, { gstin, kind }: Pick<Party, 'gstin' | 'kind'>, code: number | null = null): string {
  const pan = panOf(gstin);
  return [
    gstin === null ? (kind === 'unregistered' ? t('Unregistered') : null) : t('GSTIN {gstin}', { gstin }),
    pan === null ? null : `PAN ${pan}`,
    code === null ? null : t('Vendor code {vendor_Code}', { vendor_Code: code }),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/** The state of a GST code with the code before it, as the law prescribes for a place of supply: '27 Maharashtra'. */
const stateWords = (code: string, t: Translate) => t('{code} {state}', { code, state: placeOf(code) });

const addressOf = (party: PartyPlace, t: Translate) => addressWords(party, (code) => t(placeOf(code)));

/** A party of a document. */
export function partyBox(caption: string, party: Party, t: Translate, code: number | null = null): Box {
  const trade = party.tradeName === null || party.tradeName === party.name ? null : `(${party.tradeName})`;
  return { caption, name: party.name, lines: [trade, addressOf(party, t), numbersOf(t, party, code)] };
}

/** The place of delivery or dispatch; omitted if it is the party's own. */
function placeBox(caption: string, place: PartyPlace, party: Party, t: Translate): Box[] {
  const address = addressOf(place, t);
  if (address === addressOf(party, t) && (place.name ?? party.name) === party.name) return [];
  const gstin = place.gstin === party.gstin ? null : place.gstin;
  return [{ caption, name: place.name ?? party.name, lines: [address, gstin === null ? null : t('GSTIN {gstin}', { gstin })] }];
}

/** The place of supply. */
export const placeFact = ({ places }: Parties, t: Translate): Fact => [
  t('Place of Supply'),
  t('{names}', { names: places.map((code) => stateWords(code, t)) }),
];

/** The heads of tax by their names at the place of supply. */
export const stateTax = ({ places }: Pick<Parties, 'places'>) => stateTaxOf(places[0]);

/** The number of lines that a text needs at this many letters each; text beyond `most` lines is cut. */
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

/** The parties next to each other. */
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
/** A value has up to three lines, by its length; the rest is cut. */
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

/** Captions with their amounts, right-aligned; the last is the total. */
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
    pieces: [
      textAt(0, 2, LABEL_WIDTH, SIZE, t('Amount in words')),
      textAt(LABEL_WIDTH, 2, WIDTH - LABEL_WIDTH, SIZE, words, { bold: true, lines }),
    ],
  };
}

/** The parties of a movement of goods: sender, receiver, and the places if they are others. */
export function goodsBoxes(parties: Parties, t: Translate, { from, to }: Record<'from' | 'to', Parties['issuer']>): Box[] {
  return [
    partyBox(t('Consigner'), parties[from], t),
    partyBox(t('Consignee'), parties[to], t),
    ...placeBox(t('Dispatched from'), parties.from, parties[from], t),
    ...placeBox(t('Ship to'), parties.shipTo, parties[to], t),
  ];
}

/** The parties of a purchase and its invoice, and the place of delivery if it is another. */
export function billBoxes(parties: Parties, t: Translate): Box[] {
  return [
    partyBox(t('Vendor'), parties.vendor, t, parties.vendor.code),
    partyBox(t('Bill to'), parties.buyer, t),
    ...placeBox(t('Ship to'), parties.shipTo, parties.buyer, t),
  ];
}

/** The first columns of a table of goods: their number, name, HSN and quantity. */
export function goodsColumns(itemWidth: number, t: Translate): Table['columns'] {
  return [
    { title: t('No.'), width: 8 },
    { title: t('Item'), width: itemWidth },
    { title: 'HSN', width: 18 },
    { title: t('Quantity'), width: 24, align: 'right' },
  ];
}

/** A quantity in its unit, with the unit's code on GST documents if it differs. */
export function quantityCell(
  line: { quantity: number; uom: string | null; UQC: string | null },
  t: Translate,
): { text: string; lines: number }[] {
  const code = uqcWords(line);
  const text = `${showNumber(line.quantity)} ${line.uom ?? ''}`.trim();
  return [{ text, lines: 2 }, ...(code === null ? [] : [{ text: t(code), lines: 2 }])];
}

/** The signature line for the issuer, and the lines next to it. */
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
