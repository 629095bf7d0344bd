import { Decimal } from '@aapurti/contract/ground/numbers';
import { say } from '@aapurti/contract/ground/template';

/** The ways in which a number is displayed: 46056 as a day, 0.225 as 22.5%, or unchanged. */
export type NumberKind = 'date' | 'percent' | 'plain';

export interface NumberFormat {
  readonly kind: NumberKind;
  /** The code of the format; empty if it shows numbers unchanged. */
  readonly code: string;
  /** The format shows a date without its day, for example Nov-26. */
  readonly hidesDay?: true;
  /** The part that shows texts, for example "INV-"@, unless it shows them unchanged. */
  readonly text?: string;
  /** The text is struck through. */
  readonly isStruck?: true;
}

/** The built-in formats without a code in the file; the others depend on the locale and are dates, times and amounts. */
const BUILT_IN: Readonly<Record<number, string>> = {
  0: '',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);[Red](#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);[Red](#,##0.00)',
  48: '##0.0E+0',
  49: '',
};

const PLAIN_CODES = new Set(['', '@', 'general']);

/** The format of a number by the id of the format and by its code, if the file has one. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  const known = code ?? BUILT_IN[id] ?? `[${id}]`;
  const kind = kindOfFormat(id, code);
  const hidesDay = kind === 'date' && (code === undefined ? id === 17 : !/d/.test(lettersOf(code)));
  const sections = sectionsOf(known);
  const text = sections[3] ?? sections.find((section) => /@/.test(section.replaceAll(/"[^"]*"|\\./g, '')));
  return {
    kind,
    code: PLAIN_CODES.has(known.toLowerCase()) ? '' : known,
    ...(hidesDay && { hidesDay }),
    ...(text !== undefined && text !== '@' && { text }),
  };
}

function sectionsOf(code: string): string[] {
  return code.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/);
}

/** The letters of a code outside quotes and brackets. */
function lettersOf(code: string): string {
  return code
    .toLowerCase()
    .replaceAll(/\[(h+|m+|s+)\]/g, 'h')
    .replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '');
}

/** Built-in formats (including East Asian ones) by number, others by their letters outside quotes and brackets. */
export function kindOfFormat(id: number, code: string | undefined): NumberKind {
  if (code === undefined) {
    if (id === 9 || id === 10) return 'percent';
    return (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58) ? 'date' : 'plain';
  }
  const letters = lettersOf(code);
  if (letters.includes('general')) return 'plain';
  if (letters.includes('%')) return 'percent';
  // An m next to h or s means minutes.
  return /[yd]/.test(letters) || (letters.includes('m') && !/[hs]/.test(letters)) ? 'date' : 'plain';
}

/** A quoted text, an escaped character, a colour or currency, a "General" number, a digit or another character. */
const PIECES = /"([^"]*)"|\\(.)|\[([^\]]*)\]|general|[\s\S]/gi;
/** The same for a text part, where a character after _ or * is only spacing. */
const TEXT_PIECES = /"([^"]*)"|\\(.)|\[([^\]]*)\]|[_*][\s\S]|[\s\S]/g;
const COLOUR = /^(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)$/i;
/** Characters that a format shows without quotation marks; any other may have a meaning. */
const SHOWN = /^[-+()!^&'~{}=<>: $₹]$/;

/** True if a format shows a number in scientific notation, which hides digits. */
export function isScientific(code: string): boolean {
  return /e[+-]/i.test(code.replaceAll(/"[^"]*"|\\./g, ''));
}

/**
 * The text that a format shows for a whole number, for example 0001042 or INV-0042; null if the format has a part that this function does
 * not support, for example grouped digits, decimals and conditions.
 */
export function shownBy(code: string, value: number): string | null {
  if (!Number.isSafeInteger(value) || value < 0) return null;
  const sections = sectionsOf(code);
  const section = value === 0 && sections.length > 2 ? sections[2] : sections[0];
  const pieces: { text: string; digit?: '0' | '#' }[] = [];
  for (const [piece, quoted, escaped, bracketed] of (section ?? '').matchAll(PIECES)) {
    if (quoted !== undefined || escaped !== undefined) pieces.push({ text: quoted ?? escaped ?? '' });
    else if (bracketed !== undefined) {
      const currency = /^\$([^-]*)/.exec(bracketed);
      if (currency === null && !COLOUR.test(bracketed)) return null;
      pieces.push({ text: currency?.[1] ?? '' });
    } else if (piece === '0' || piece === '#') pieces.push({ text: '', digit: piece });
    else if (piece.length > 1) return pieces.some(({ digit }) => digit) ? null : generalBy(pieces, section ?? '', value);
    else if (SHOWN.test(piece)) pieces.push({ text: piece });
    else return null;
  }
  return placeDigits(pieces, String(value));
}

/** The text that the text part of a format shows; null if it hides the text. */
export function shownText(part: string, value: string): string | null {
  let shown = '';
  let hasText = false;
  for (const [piece, quoted, escaped, bracketed] of part.matchAll(TEXT_PIECES)) {
    if (piece === '@') hasText = true;
    if (piece === '@') shown += value;
    else if (quoted !== undefined || escaped !== undefined) shown += quoted ?? escaped;
    else if (bracketed === undefined && !/^[_*]./.test(piece)) shown += piece;
  }
  return hasText ? shown : null;
}

/** The text that a format with decimals and thousands shows, for use in a message; null for another format. */
export function groupedBy(code: string, value: number): string | null {
  const [, grouping, decimals] = /^(#,##)?0(\.0+)?$/.exec(code) ?? [];
  if (!/^(#,##)?0(\.0+)?$/.test(code)) return null;
  const places = Math.max(0, (decimals?.length ?? 0) - 1);
  return value.toLocaleString('en-US', {
    useGrouping: grouping !== undefined,
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
}

/** Words and digits next to a number that change it: 1.05 lakh. */
const MULTIPLES = /\d|\b(?:K|Cr|mn|lakhs?|lacs?|crores?|thousands?|millions?|hundreds?|dozens?|doz)\b|लाख|करोड़|हज़ार|दर्जन/i;

/** Signs and codes of currencies other than the rupee. */
const FOREIGN = /[$€£¥]|\b(?:USD|EUR|GBP|AED|SGD|JPY|CNY|AUD|CAD|CHF)\b/;
/** Signs and colours by which a format marks a negative number. */
const NEGATIVE = /[-(]|\[red\]/i;

/**
 * True if a format shows a number as another amount: in thousands or lakhs, in another currency, with extra digits, without its sign, or
 * not at all.
 */
export function hidesAmount(code: string, value: number): boolean {
  const literal = Array.from(code.matchAll(/"([^"]*)"|\\(.)/g), ([, quoted, escaped]) => quoted ?? escaped).join('');
  if (MULTIPLES.test(literal.normalize('NFC')) || FOREIGN.test(code.replaceAll(/\[\$([^\]-]*)[^\]]*\]/g, '$1'))) return true;
  const sections = sectionsOf(code);
  const bare = sections.map(unquoted);
  const section = value < 0 && sections.length > 1 ? 1 : 0;
  if (section === 1 && !/[<>=]/.test(sections[0]?.match(/\[[^\]]*\]/g)?.join('') ?? '') && !NEGATIVE.test(sections[1] ?? '')) return true;
  return !/[0#?]|general|@/i.test(bare[section] ?? '') || bare.some((each) => /[0#?],+(?:\.|[^0#?]*$)/.test(each));
}

/** A format code without its non-digits: quoted and escaped texts, spacing, colours and currencies. */
function unquoted(code: string): string {
  return code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '');
}

/** The message for a number that its format rounds. */
export const roundedWords = (rounded: string, held: string) =>
  say('The cell shows {rounded} but contains {held}. Round the value, or show all its decimals.', { rounded, held });

/** The number as a format with fewer decimals rounds it, for example 700.13 for 700.126; null if it shows the whole number. */
export function roundedBy(code: string, value: number): string | null {
  const sections = sectionsOf(code).map(unquoted);
  const section = (value < 0 ? sections[1] : value === 0 ? sections[2] : undefined) ?? sections[0] ?? '';
  if (!/[0#?]/.test(section) || /general|[@/]|e[+-]/i.test(section)) return null;
  const places = /\.([0#?]*)/.exec(section)?.[1]?.length ?? 0;
  return Number(value.toFixed(places)) === value ? null : new Decimal(value).toFixed(places);
}

/** A format like "INV-"General, whose only unquoted part is the unchanged number. */
function generalBy(before: readonly { text: string }[], section: string, value: number): string | null {
  const after = section.slice(section.toLowerCase().lastIndexOf('general') + 'general'.length);
  if (!/^(?:"[^"]*")*$/.test(after)) return null;
  return `${before.map(({ text }) => text).join('')}${value}${after.replaceAll('"', '')}`;
}

/** Digits fill a format from its right; its first place takes all remaining digits. */
function placeDigits(pieces: readonly { text: string; digit?: '0' | '#' }[], digits: string): string | null {
  const first = pieces.findIndex(({ digit }) => digit !== undefined);
  if (first < 0) return null;
  let rest = digits === '0' ? '' : digits;
  let shown = '';
  for (let at = pieces.length - 1; at >= 0; at -= 1) {
    const { text, digit } = pieces[at] ?? { text: '' };
    if (digit === undefined) shown = text + shown;
    else {
      const taken = at === first ? rest : rest.slice(-1);
      rest = rest.slice(0, rest.length - taken.length);
      shown = (taken === '' && digit === '0' ? '0' : taken) + shown;
    }
  }
  return shown;
}
