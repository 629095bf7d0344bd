import { say } from '@aapurti/contract/ground/template';
import { plainHeading } from './cells.ts';

/** Words that users write instead of those in the portal's headings. */
const SAME = new Map(
  Object.entries({
    inv: 'invoice',
    bill: 'invoice',
    no: 'number',
    nos: 'number',
    num: 'number',
    nr: 'number',
    '#': 'number',
    code: 'number',
    id: 'number',
    dt: 'date',
    dated: 'date',
    on: 'date',
    by: 'date',
    day: 'date',
    amt: 'value',
    amount: 'value',
    qty: 'quantity',
    qnty: 'quantity',
    quantities: 'quantity',
    order: 'po',
    purchase: 'po',
    challan: 'dc',
    lot: 'batch',
    grn: 'receipt',
    utr: 'reference',
    ref: 'reference',
    supplier: 'vendor',
    gst: 'tax',
    '%': 'rate',
    pct: 'rate',
    percent: 'rate',
    barcode: 'ean',
    gtin: 'ean',
    upc: 'ean',
    description: 'name',
    desc: 'name',
    product: 'item',
    article: 'item',
    material: 'item',
    mfg: 'made',
    mfd: 'made',
    manufactured: 'made',
    manufacturing: 'made',
    delivery: 'deliver',
    rej: 'rejected',
    acc: 'accepted',
    comment: 'remark',
    comments: 'remark',
    remarks: 'remark',
    narration: 'remark',
  }),
);

/** Whole headings that mean another one. */
const MEANT = new Map(
  Object.entries({
    rate: 'price',
    unitprice: 'price',
    unitrate: 'price',
    basicrate: 'price',
    basicprice: 'price',
    expiry: 'best before',
    expirydate: 'best before',
    expdate: 'best before',
    useby: 'best before',
    tp: 'transfer price',
    grn: 'receipt number',
    utr: 'payment reference',
    transactionid: 'payment reference',
    billvalue: 'invoice value',
  }),
);

const LEFT_OUT = new Set(['of', 'the', 'in', 'rs', 'inr', '₹', 'and']);
/** Words that change the meaning of a heading: a rejected value is not a rejected quantity. */
const TURNING = new Set(['date', 'name', 'value', 'rate', 'price', 'status', 'type', 'reason', 'tax']);

/** The words of a heading, each in one form. */
function wordsOf(heading: string): ReadonlySet<string> {
  const meant = MEANT.get(plainHeading(heading)) ?? heading;
  const words = meant
    .normalize('NFKC')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+|[%#₹]/gu);
  return new Set((words ?? []).filter((word) => !LEFT_OUT.has(word)).map((word) => SAME.get(word) ?? word));
}

/** True if two words differ by a typing error: prise and price. */
function isSlip(one: string, other: string): boolean {
  if (one === other) return true;
  if (one[0] !== other[0]) return false;
  const most = Math.min(one.length, other.length) >= 7 ? 2 : 1;
  if (Math.min(one.length, other.length) < 5 || Math.abs(one.length - other.length) > most) return false;
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1;
      row.push(Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + change));
    }
    before = row;
  }
  return (before[other.length] ?? most + 1) <= most;
}

/** The similarity of a heading in a file to one of the portal: 1 if they are equal, 0 if nothing suggests that they mean the same. */
export function nearness(found: string, known: string): number {
  if (plainHeading(found) === '') return 0;
  if (isSlip(plainHeading(found), plainHeading(known))) return 1;
  const [own, wanted] = [wordsOf(found), wordsOf(known)];
  if (own.size === 0 || wanted.size === 0) return 0;
  const common = [...own].filter((word) => [...wanted].some((each) => isSlip(word, each))).length;
  if (common === own.size) return common / wanted.size;
  if (common < wanted.size) return 0;
  const isTurned = [...own].some((word) => TURNING.has(word) && ![...wanted].some((each) => isSlip(word, each)));
  return isTurned ? 0 : common / own.size;
}

const LEAST = 1 / 4;

/**
 * Pairs headings of a file with missing ones of the portal, the most similar first; each is in one pair. A heading that is more similar to
 * a column that the file has is not paired with a missing one.
 */
export function nearHeadings<Known extends { readonly heading: string; readonly isPreferred?: boolean }>(
  found: readonly string[],
  absent: readonly Known[],
  present: readonly string[],
): { found: string; known: Known }[] {
  const pairs = found
    .flatMap((each) => {
      const least = Math.max(LEAST, ...present.map((known) => nearness(each, known)));
      const scored = absent.map((known) => ({ found: each, known, score: nearness(each, known.heading) }));
      return scored.filter(({ score }) => score >= least);
    })
    .sort((one, other) => other.score - one.score || Number(other.known.isPreferred ?? false) - Number(one.known.isPreferred ?? false));
  const taken = new Set<unknown>();
  return pairs.flatMap(({ found: heading, known }) => {
    if (taken.has(heading) || taken.has(known)) return [];
    taken.add(heading).add(known);
    return [{ found: heading, known }];
  });
}

const SCALES = String.raw`(?:thousands?|lakhs?|lacs?|crores?|millions?|['’]?000s?|हज़ार|लाख|करोड़)(?![\p{L}\p{M}\p{N}])`;
/** Rs. in lakhs, (₹ crores) or ₹ '000: the amounts below are multiples. */
const SCALED = new RegExp(
  String.raw`(?:\bin|[(₹]|\brs\.?|\binr)[\s(]*(?:₹|rs\.?|inr)?[\s(]*${SCALES}|(?:लाख|करोड़|हज़ार) (?:रुपये|रुपए|में)`,
  'iu',
);

/** True for a heading, or a text above the headings, that gives amounts in thousands, lakhs or crores. */
export function isScaled(text: string): boolean {
  return SCALED.test(text.normalize('NFC'));
}

/** The message for amounts in thousands, lakhs or crores. */
export const scaledWords = (text: string) =>
  say('{text}: amounts must be in rupees, not in thousands, lakhs or crores. Enter them in rupees and remove these words.', { text });
