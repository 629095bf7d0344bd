import { plainCode, seenCode } from '@aapurti/contract/ground/codes';
import { seenText, showDate } from '@aapurti/contract/ground/fields';
import { Decimal, parseDecimal, type Range } from '@aapurti/contract/ground/numbers';
import { inARow, say } from '@aapurti/contract/ground/template';
import type { Cell, Figure } from './cells.ts';
import { dateOfText, Slashes } from './dates.ts';
import { groupedBy, hidesAmount, isScientific, roundedBy, roundedWords, shownBy } from './xlsx/formats.ts';

export type FilledCell = Exclude<Cell, null | { readonly error: string }>;

/** The cell as columns of numbers and dates read it: a number stays a number, whatever its format. */
export function plainCell(cell: FilledCell): Exclude<FilledCell, Figure> {
  return typeof cell === 'object' && 'number' in cell ? cell.number : cell;
}

/** A value, optionally with a warning, or the error in the cell. Both are sentences. */
type Read<Value> = { readonly value: Value; readonly remark?: string | null } | { readonly error: string };

/** The other facts that decide how a column of a file is read. */
export interface Ways {
  /** Values are separated by semicolons, so a comma may be a decimal comma. */
  readonly isSemicolonFile?: boolean;
  readonly slashes?: Slashes;
}

/** The formats of cells: `text` keeps leading zeros, `amount` shows two decimals, `date` is DD-MM-YYYY. */
export type Format = 'text' | 'number' | 'amount' | 'date';

export interface WrittenColumn {
  /** The heading as on the screen. An upload may have it in any position, case and punctuation. */
  readonly heading: string;
  /** The width in characters. */
  readonly width: number;
  readonly format: Format;
}

/** A column of a sheet, for uploads, exports and templates. */
export interface Column<Value> extends WrittenColumn {
  /** The heading must be present, and every row must fill it. */
  readonly required: boolean;
  /** A valid example, or an empty text, which leaves the template's cell empty. */
  readonly example: string | number;
  readonly note: string;
  /** The only allowed texts, in any case; the template offers them. */
  readonly options?: readonly string[];
  /** Texts that the template offers, although others are allowed too. */
  readonly suggestions?: readonly string[];
  readonly range?: Range;
  /** The messages for a row that does not fill a required column, and for an invalid number or code. */
  readonly words?: FormWords;
  /** A blank cell means today, so the upload asks about a missing column. */
  readonly isTodayIfEmpty?: boolean;
  readonly read: (cell: FilledCell, ways?: Ways) => Read<Value>;
  readonly empty: Value;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

export type RowOf<C extends Columns> = { -readonly [Field in keyof C]: C[Field] extends Column<infer Value> ? Value : never };

/** The form's message for an error, if it has one, so that upload and form agree. */
interface FormWords {
  readonly required?: string;
  readonly invalid?: string;
  /** The message for a number outside the range; `invalid` by default. */
  readonly outside?: string;
}

interface Words {
  heading: string;
  example: string | number;
  note: string;
  width?: number;
  words?: FormWords;
}

/** The message for a blank required cell. */
export const requiredWords = ({ heading, words }: Pick<Column<unknown>, 'heading' | 'words'>) =>
  words?.required ?? say('{heading} is required.', { heading });

interface Checks {
  problem?: (text: string) => string | null;
  remark?: (text: string) => string | null;
}

const WIDTH = 16;

function column<Value>(words: Words, format: Format, read: Column<Value | null>['read']): Column<Value | null> {
  return { width: WIDTH, ...words, required: false, format, read, empty: null };
}

/** A column only for exports; uploads ignore it. */
export function exportColumn(heading: string, { width = WIDTH, format = 'text' }: { width?: number; format?: Format } = {}): WrittenColumn {
  return { heading, width, format };
}

/** The same column, but every row must fill it. */
export function required<Value>(optional: Column<Value | null>): Column<Value> {
  const read = (cell: FilledCell, ways?: Ways): Read<Value> => {
    const found = optional.read(cell, ways);
    if ('error' in found) return found;
    return found.value === null ? { error: requiredWords(optional) } : (found as Read<Value>);
  };
  // `empty` is never used, because a row with a blank required cell is rejected.
  return { ...optional, required: true, read, empty: undefined as Value };
}

const AS_NUMBER = 'Format the column as a number and enter it again.';

/** Removes characters that PostgreSQL or XML cannot hold, and invisible ones. Line breaks and tabs become blanks. */
function cleanText(text: string): string {
  return seenText(text.replaceAll(/[\t\r\n]+/g, ' ').replaceAll(/\p{Cs}/gu, ''));
}

/** Larger numbers have lost digits, because spreadsheet programs keep 15. */
const EXACT_MAX = 10 ** 15;

/** Scientific notation, as programs write a number made from a code: 4.50001E+14, but not the batch 1E10. */
const CUT = /^[+-]?\d+(?:[.,]\d+E[+-]?\d+|E[+-]\d+)$/i;

const cutMessage = (text: string) =>
  say('The spreadsheet program shortened this number to {text}. Format the column as text and enter it again.', { text });
const FEW_DIGITS = 'Spreadsheet programs keep only 15 digits of a number. Format the column as text and enter it again.';

/** The displayed text of a cell; an error if a program has truncated it, or if the display is unclear. */
function shownText(cell: FilledCell): Read<string> {
  if (typeof cell === 'string') {
    const text = cleanText(cell);
    return CUT.test(text) ? { error: cutMessage(text) } : { value: text };
  }
  if (typeof cell === 'boolean') return { value: String(cell).toUpperCase() };
  if (typeof cell !== 'number' && 'date' in cell)
    return { error: 'The spreadsheet program changed it to a date. Format the column as text and enter it again.' };
  const { number, format } = typeof cell === 'number' ? { number: cell, format: '' } : cell;
  const held = new Decimal(number).toFixed();
  if (Math.abs(number) >= EXACT_MAX) return { error: FEW_DIGITS };
  if (isScientific(format))
    return {
      error: say('The cell is in scientific notation and contains {held}. Format the column as text and enter it again.', { held }),
    };
  const shown = format === '' ? held : shownBy(format, number);
  if (shown !== null) return { value: cleanText(shown) };
  const grouped = groupedBy(format, number);
  if (grouped === held) return { value: held };
  if (grouped !== null)
    return { error: say('The cell shows {grouped} but contains {held}. Format the column as text and enter it again.', { grouped, held }) };
  return {
    error: say('The cell contains {held} but shows it in the number format {format}. Format the column as text and enter it again.', {
      held,
      format,
    }),
  };
}

/** The same column, whose texts are cleaned before they are read. */
function cleaned<Value>(read: Column<Value>, clean: (text: string) => string): Column<Value> {
  return { ...read, read: (cell) => read.read(typeof cell === 'string' ? clean(cell) : cell) };
}

/** A column like `textColumn`, for numbers and codes: as typed, without invisible characters and the ' before a number as text. */
export function codeColumn(words: Parameters<typeof textColumn>[0]): Column<string | null> {
  return cleaned(textColumn(words), (text) => seenCode(text).replace(/^'(?=.)/, ''));
}

/** Text of any script, at most `most` characters, or one of `options`. Numbers are read as displayed. */
export function textColumn(words: Words & Checks & { most?: number; options?: readonly string[] }): Column<string | null> {
  const { problem, remark, most = 200, ...rest } = words;
  const choose = rest.options === undefined ? null : chooser(rest.heading, rest.options, rest.words?.invalid);
  return column(rest, 'text', (cell) => {
    const shown = shownText(cell);
    if ('error' in shown) return shown;
    const text = shown.value;
    if (text === '') return { value: null };
    if (text.length > most) return { error: say('At most {most} characters.', { most }) };
    return choose?.(text) ?? checked(text, { problem, remark });
  });
}

const OPTIONS_NAMED = 12;

function chooser(heading: string, options: readonly string[], invalid?: string): (text: string) => Read<string> {
  const byText = new Map(options.map((option) => [option.toLowerCase(), option]));
  const error =
    options.length <= OPTIONS_NAMED
      ? say('{heading} should be one of: {value}.', { heading, value: inARow(options) })
      : say('Choose {heading} from the list in the template.', { heading });
  return (text) => {
    const value = byText.get(text.toLowerCase());
    return value === undefined ? { error: invalid ?? error } : { value };
  };
}

function checked(text: string, { problem, remark }: { [Check in keyof Checks]: Checks[Check] | undefined }): Read<string> {
  const wrong = problem?.(text) ?? null;
  return wrong === null ? { value: text, remark: remark?.(text) ?? null } : { error: wrong };
}

/**
 * An identifier of digits, or of characters that `also` matches, read as displayed, with its leading zeros. An identifier that a program
 * has rounded or truncated (8.90E+12) is an error. Text is read as `plainCode`, or as `clean` says.
 */
export function digitsColumn({ clean = plainCode, ...words }: Digits & { clean?: (text: string) => string }): Column<string | null> {
  return cleaned(digitsOf(words), clean);
}

type Digits = Words & Checks & { most?: number; also?: RegExp };

function digitsOf(words: Digits): Column<string | null> {
  const { problem, remark, most = 50, also, ...rest } = words;
  const noDigits = rest.words?.invalid ?? say('{heading} should be digits only.', { heading: rest.heading });
  return column(rest, 'text', (cell) => {
    if (typeof cell === 'boolean' || (typeof cell === 'object' && 'date' in cell)) return { error: noDigits };
    const shown = shownText(cell);
    if ('error' in shown) return shown;
    if (also?.test(shown.value)) return checked(shown.value, { problem, remark });
    const text = DIGITS.test(shown.value) ? shown.value : plainDigits(shown.value);
    if (CUT.test(text)) return { error: cutMessage(text) };
    if (!DIGITS.test(text)) return { error: noDigits };
    if (text.length > most) return { error: say('At most {most} digits.', { most }) };
    const found = checked(text, { problem, remark });
    return 'error' in found && typeof cell === 'number'
      ? { error: say('{error} If it starts with 0, format the column as text and enter it again.', { error: found.error }) }
      : found;
  });
}

const DIGITS = /^\d+$/;

function plainDigits(text: string): string {
  return text
    .replaceAll(/[\s\u200b\ufeff]/g, '')
    .replace(/^'/, '')
    .replace(/^(\d+)\.0+$/, '$1');
}

/** 1,234.50 and 12,34,567.50, with or without a rupee sign before and /- after it. */
const GROUPED = /^(-?)(?:₹|Rs\.?|INR)?\s*(-?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?|-?\d+(?:\.\d+)?)\s*(?:\/[-=])?$/i;
/** 700,50 is 700.50 in a file with semicolons between values. */
function decimalText(text: string, ways: Ways | undefined): string {
  return ways?.isSemicolonFile === true && /^[^,.]*\d,\d{1,2}\D*$/.test(text) ? text.replace(',', '.') : text;
}

/** A comma that may mean one and a half, or fifteen hundred. */
const LONE_COMMA = /^[^,.]*\d,\d{3}\D*$/;

/** The message for a number that its format shows as another number. */
function hiddenNumber({ number, format: shown }: Figure): string | null {
  const held = new Decimal(number).toFixed();
  if (hidesAmount(shown, number))
    return say('The cell contains {held} but shows it in the number format {shown}. {AS_NUMBER}', { held, shown, AS_NUMBER });
  const rounded = roundedBy(shown, number);
  return rounded === null ? null : roundedWords(rounded, held);
}

/** An exact number in a range of the contract. More decimal places are an error. `percent` allows a % sign after it. */
export function decimalColumn(words: Words & { range: Range; percent?: boolean }): Column<Decimal | null> {
  const { percent = false, ...rest } = words;
  const { range } = rest;
  const format = range.places === 2 ? 'amount' : 'number';
  const [least, most] = [range.least ?? Number.NEGATIVE_INFINITY, range.most ?? Number.POSITIVE_INFINITY].map(
    (value) => new Decimal(value),
  ) as [Decimal, Decimal];
  return column(rest, format, (filled, ways) => {
    const hidden = typeof filled === 'object' && 'number' in filled ? hiddenNumber(filled) : null;
    if (hidden !== null) return { error: hidden };
    const plain = plainCell(filled);
    const given = typeof plain === 'string' ? decimalText(typedText(plain), ways) : plain;
    if (ways?.isSemicolonFile === true && typeof given === 'string' && LONE_COMMA.test(given))
      return {
        error: say('{given} may be {value} or {value3}. Enter it without a comma, or with a decimal point.', {
          given,
          value: given.replace(',', ''),
          value3: given.replace(',', '.'),
        }),
      };
    const cell = percent && typeof given === 'string' ? (given.endsWith('%') ? given.slice(0, -1).trimEnd() : given) : given;
    const match = typeof cell === 'string' ? GROUPED.exec(cell) : null;
    const number = parseDecimal(match === null ? cell : `${match[1]}${match[2]?.replaceAll(',', '')}`);
    const isOutside = number !== null && (number.lt(least) || number.gt(most));
    const said = (isOutside ? rest.words?.outside : undefined) ?? rest.words?.invalid;
    if (said !== undefined && (number === null || isOutside || number.decimalPlaces() > range.places)) return { error: said };
    if (number === null) return { error: say('{heading} should be a number.', { heading: rest.heading }) };
    if (number.lt(least)) return { error: say('{heading} should be at least {least}.', { heading: rest.heading, least: least.toFixed() }) };
    if (number.gt(most)) return { error: say('{heading} should be at most {most}.', { heading: rest.heading, most: most.toFixed() }) };
    if (number.decimalPlaces() > range.places)
      return {
        error: say('{heading} should have at most {places} decimal places, not {number}.', {
          heading: rest.heading,
          places: range.places,
          number: number.toFixed(),
        }),
      };
    return { value: number };
  });
}

/** A number or date in ASCII digits; fractions and raised digits are kept, because 10² is not 102. */
function typedText(text: string): string {
  return /\p{No}/u.test(text) ? text : plainCode(text);
}

const NO_SLASHES = new Slashes('dayFirst');

/** A date cell, or a text in Indian date notation (dates.ts), read as `YYYY-MM-DD`. */
export function dateColumn({ isTodayIfEmpty = false, ...words }: Words & { isTodayIfEmpty?: boolean }): Column<string | null> {
  const read: Column<string | null>['read'] = (filled, { slashes = NO_SLASHES } = {}) => {
    const cell = plainCell(filled);
    if (typeof cell === 'object') {
      const held = showDate(cell.date);
      if (cell.hidesDay !== true) return { value: cell.date };
      return {
        error: say('The cell contains {held} but does not show the day. Format the column as text and enter the full date.', { held }),
      };
    }
    const date = typeof cell === 'string' ? dateOfText(typedText(cell), slashes) : null;
    return date === null
      ? { error: say('{heading} should be a date, for example 31-12-2026.', { heading: words.heading }) }
      : { value: date };
  };
  return { ...column(words, 'date', read), isTodayIfEmpty };
}
