import { Decimal, parseDecimal } from '@aapurti/contract/ground/numbers';

/** An amount as the text of a field; '' if there is none. */
export function moneyText(amount: number | null | undefined): string {
  return amount === null || amount === undefined ? '' : new Decimal(amount).toFixed(2);
}

/** Adds missing decimals; any other text stays as typed, so that a message can quote it. */
export function tidyMoney(typed: string): string {
  const amount = parseDecimal(typed);
  return amount === null || amount.decimalPlaces() > 2 ? typed : amount.toFixed(2);
}

const FIGURE = /^(?:₹|rs\.?|inr)?\s*(\d+|\d{1,3}(?:,\d{2,3})+)(\.\d+)?\s*(?:\/-|(lakhs?|lacs?|crores?|cr\.?))?$/i;
const WORDS = { l: 100_000, c: 10_000_000 };

/**
 * The plain digits of a figure as in spreadsheets, bills and ordinary writing: `₹12,34,567.00`, `Rs. 500/-`, `12.5 lakh`. Null for any
 * other text, including `12,5`, whose comma may be a decimal point.
 */
export function plainFigure(text: string): string | null {
  const [, whole, fraction = '', word] = FIGURE.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const plain = whole.replaceAll(',', '') + fraction;
  if (word === undefined) return plain;
  return new Decimal(plain).times(word.toLowerCase().startsWith('l') ? WORDS.l : WORDS.c).toFixed();
}

const PLAIN = /^(-?)(\d*)(\.\d*)?$/;

/** A number with Indian grouping, also during typing: `1250000.` is `12,50,000.`. Any other text is unchanged. */
export function grouped(text: string): string {
  const [, sign = '', whole = '', fraction = ''] = PLAIN.exec(text) ?? [];
  if (whole.length < 4) return text;
  const lakhs = whole.slice(0, -3);
  const odd = lakhs.slice(0, lakhs.length % 2);
  const pairs = lakhs.slice(odd.length).match(/../g) ?? [];
  return `${sign}${[odd, ...pairs, whole.slice(-3)].filter(Boolean).join(',')}${fraction}`;
}

/** The value of an edited grouped text: its digits, because the commas are not the user's. Text that is not a number stays as typed. */
export function ungrouped(text: string): string {
  const plain = text.replaceAll(',', '');
  return PLAIN.test(plain) ? plain : text;
}

/** The cursor position in a text after this many characters, not counting commas. */
export function placeAfter(text: string, characters: number): number {
  let place = 0;
  for (let left = characters; left > 0 && place < text.length; place += 1) if (text[place] !== ',') left -= 1;
  return place;
}
