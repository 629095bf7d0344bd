import * as z from 'zod';

import { plainCode, seenCode } from './codes.ts';
import { say } from './template.ts';

/** True if a form field or JSON member is empty: absent, null, or text without visible characters. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && !/[^\s\p{Cc}\p{Cf}]/u.test(value));
}

/**
 * Invisible characters: controls, zero-width blanks, and characters that reverse the surrounding letters, which make a name or a file look
 * like another. Line breaks, joiners (which Indian scripts and emoji need) and direction marks (which Urdu needs) stay.
 */
const UNSEEN = /(?![\t\n\r])\p{Cc}|[\u00ad\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** A text without invisible characters, trimmed. */
export function seenText(text: string): string {
  return text.replaceAll(UNSEEN, '').trim();
}

/** A field that may be absent; its own rules and messages define the meaning of that. */
export const anything = z.unknown().optional();

/** The schema of an object with a name in the API description. */
export const named = <Shape extends z.ZodRawShape>(id: string, shape: Shape) => z.object(shape).meta({ id });

/** The schema of the items of a list that checks them itself, for the API description. */
export const itemsOf = new WeakMap<z.ZodType, z.ZodType>();

const TEXT_MAX = 200;

/** Removes invisible characters from a text: `seenText`, or a function of `codes.ts`. */
type Clean = (text: string) => string;

/** A clean text. A JSON number is accepted as its printed text if no digits were lost; null for other values. */
function textOf(value: unknown, clean: Clean): string | null {
  if (typeof value === 'string') return clean(value);
  const isExact = typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return isExact ? String(value) : null;
}

/** The problem with a text, as a sentence; null if it is valid. */
type Problem = (text: string) => string | null;

/** Required text, as `seenText`. Any script and emoji; limited only by the length and by `problem`. */
export function requiredText(required: string, most = TEXT_MAX, problem?: Problem, clean: Clean = seenText) {
  return anything
    .transform((value, context): string => {
      if (isBlank(value) || textOf(value, clean) === '') {
        context.addIssue({ code: 'custom', message: required });
        return z.NEVER;
      }
      return boundedText(value, most, context, problem, clean);
    })
    .meta({ type: 'string', maxLength: most });
}

/** A required number or code, as `seenCode`. */
export function requiredCode(required: string, most = TEXT_MAX, problem?: Problem) {
  return requiredText(required, most, problem, seenCode);
}

/** Text that may be left blank and is then null. */
export function optionalText(most = TEXT_MAX, problem?: Problem, clean: Clean = seenText) {
  return anything
    .transform((value, context): string | null =>
      isBlank(value) || textOf(value, clean) === '' ? null : boundedText(value, most, context, problem, clean),
    )
    .meta({ type: ['string', 'null'], maxLength: most });
}

/** A number or code that may be left blank and is then null, as `seenCode`. One with a fixed pattern is cleaned by `plainCode`. */
export function optionalCode(most = TEXT_MAX, problem?: Problem, clean: Clean = seenCode) {
  return optionalText(most, problem, clean);
}

function boundedText(value: unknown, most: number, context: z.RefinementCtx, problem: Problem | undefined, clean: Clean): string {
  const text = textOf(value, clean);
  if (text !== null && text.length <= most) {
    const wrong = problem?.(text) ?? null;
    if (wrong !== null) context.addIssue({ code: 'custom', message: wrong });
    return text;
  }
  context.addIssue({ code: 'custom', message: text === null ? 'Must be text.' : say('At most {most} characters.', { most }) });
  return z.NEVER;
}

/** A code that must match a pattern, as `plainCode`. A JSON number is accepted for identifiers made of digits. */
export function patternText(pattern: RegExp, { invalid, clean = plainCode }: { invalid: string; clean?: Clean }) {
  return anything
    .transform((value, context): string => {
      const text = textOf(value, clean) ?? '';
      if (text.length > TEXT_MAX || !pattern.test(text)) context.addIssue({ code: 'custom', message: invalid });
      return text;
    })
    .meta({ type: ['string', 'number'] });
}

/** A field like `patternText`, but blank is null. */
export function optionalPattern(pattern: RegExp, invalid: string, clean: Clean = plainCode) {
  return anything
    .transform((value, context): string | null => {
      if (isBlank(value)) return null;
      const text = textOf(value, clean) ?? '';
      if (text.length > TEXT_MAX || !pattern.test(text)) context.addIssue({ code: 'custom', message: invalid });
      return text;
    })
    .meta({ type: ['string', 'number', 'null'] });
}

export const email = patternText(/^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+\.[^\s@<>(),;:"\\[\]\p{Cc}.]{2,}$/u, {
  invalid: 'Invalid Email, Please enter valid email.',
  clean: seenText,
});

/** JSON true or false, or their words as a multipart form sends them. */
export const flag = z
  .unknown()
  .transform((value) => (value === 'true' ? true : value === 'false' ? false : value))
  .pipe(z.boolean('Must be true or false.'))
  .meta({ type: 'boolean' });

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for a `YYYY-MM-DD` that exists in the calendar, years 1900 to 2199; 31-02-2026 does not. */
export function isIsoDate(text: string): boolean {
  const match = DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1900 && year < 2200 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

const DATE_MESSAGE = 'Invalid date. Enter an existing date.';

export const optionalDate = anything
  .transform((value, context): string | null => {
    if (isBlank(value)) return null;
    if (typeof value === 'string' && isIsoDate(value.trim())) return value.trim();
    context.addIssue({ code: 'custom', message: DATE_MESSAGE });
    return z.NEVER;
  })
  .meta({ type: ['string', 'null'], format: 'date' });

/** A date in a list's filter: absent or a calendar date. */
export const dateFilter = z
  .string()
  .transform((value) => value.trim())
  .refine((value) => value === '' || isIsoDate(value), DATE_MESSAGE)
  .transform((value) => (value === '' ? undefined : value))
  .optional();

/** A date on screen: `DD-MM-YYYY` from a business date or a timestamp; a dash where there is none. */
export function showDate(value: string | null | undefined): string {
  if (value === null || value === undefined || value === '') return '–';
  const day = value.length > 10 ? indianDay(new Date(value)) : value;
  const match = DATE.exec(day);
  return match === null ? day : `${match[3]}-${match[2]}-${match[1]}`;
}

const INDIAN_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata', year: 'numeric', month: '2-digit', day: '2-digit' });

/** The calendar date of a timestamp in India, `YYYY-MM-DD`. */
export function indianDay(instant: Date): string {
  return INDIAN_DAY.format(instant);
}

const RUPEES = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Indian grouping with two decimals, as in ₹12,34,567.00. It accepts the API's values: numbers of at most 14 digits are exact. */
export function showMoney(value: number | string | null | undefined, symbol = '₹'): string {
  if (value === null || value === undefined || value === '') return '–';
  const number = Number(value);
  return number < 0 ? `-${symbol}${RUPEES.format(-number)}` : `${symbol}${RUPEES.format(number)}`;
}

/** A formatted amount or quantity with the sign of its value, as formatted negative figures have it: +₹5.00, -2. Zero has none. */
export function signed(value: number, absolute: string): string {
  return `${value > 0 ? '+' : value < 0 ? '-' : ''}${absolute}`;
}

const PRICE = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** A price of one unit, which may have four decimals: ₹1,234.5678, or ₹12.00 without a third one. */
export function showPrice(value: number | string): string {
  return `₹${PRICE.format(Number(value))}`;
}

const PLAIN = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 3 });

export function showNumber(value: number | string | null | undefined): string {
  return value === null || value === undefined || value === '' ? '–' : PLAIN.format(Number(value));
}

/** A percentage as in every screen, document and message: `18%`, or a dash if there is none. */
export function showPercent(value: number | string | null | undefined): string {
  const shown = showNumber(value);
  return shown === '–' ? shown : `${shown}%`;
}

/** The known parts of an address, an account or a contact on one line, separated by commas. */
export const inOneLine = (...parts: readonly (string | null | undefined)[]): string =>
  parts.flatMap((part) => (part === null || part === undefined || part === '' ? [] : [oneLine(part)])).join(', ');

/** An address or similar text on one line: its lines separated by commas, without blank ones. */
export function oneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ');
}
