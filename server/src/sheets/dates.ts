import type { DateOrder } from '@aapurti/contract/sheets/sheets';
import { isIsoDate } from '@aapurti/contract/ground/fields';
import sql, { type Sql } from 'sql-template-tag';

/** A date inside the text of a cell, in the form that the notes of date columns prescribe: a file does not follow the reader's language. */
export const dayInCell = (day: Sql): Sql => sql`to_char(${day}, 'DD-MM-YYYY')`;

const DAY = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** 31-12-2199. */
const LAST_SERIAL = 109_574;

/** The day of a serial number, or null outside 1900 to 2199. Number 60 is 29-02-1900, which spreadsheet programs count. */
export function dateOfSerial(serial: number, from1904: boolean): string | null {
  // A computed midnight may be just before the day.
  const day = Math.floor(serial + 1e-6);
  const first = from1904 ? 0 : 1;
  if (day < first || day > LAST_SERIAL || (!from1904 && day === 60)) return null;
  if (from1904) return isoDay(EPOCH_1904 + day * DAY);
  return isoDay(EPOCH_1900 + (day < 60 ? day + 1 : day) * DAY);
}

function isoDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The serial number of `YYYY-MM-DD`, from March 1900 on, or null. */
export function serialOfDate(date: string): number | null {
  const serial = (Date.parse(`${date}T00:00:00Z`) - EPOCH_1900) / DAY;
  return serial > 60 && dateOfSerial(serial, false) === date ? serial : null;
}

/** The order of day and month that a column's dates with slashes show. */
export class Slashes {
  /** The order that the sender gives, or that the whole column has shown. */
  readonly order: DateOrder | null;
  /** A date that is valid in both orders. */
  unclear: string | null = null;
  readonly #shown = new Set<DateOrder>();

  constructor(order: DateOrder | null) {
    this.order = order;
  }

  /** The order that the other dates of the column show; null if they show none, or both. */
  get shown(): DateOrder | null {
    const [one, other] = this.#shown;
    return other === undefined ? (one ?? null) : null;
  }

  /** True if nothing determines how to read the column. */
  get isUnclear(): boolean {
    return this.order === null && (this.#shown.size > 1 || (this.unclear !== null && this.shown === null));
  }

  read(text: string, one: number, other: number, year: string): string | null {
    const [dayFirst, monthFirst] = [isoOf(year, other, one), isoOf(year, one, other)];
    const isBoth = dayFirst !== null && monthFirst !== null && dayFirst !== monthFirst;
    if (isBoth) this.unclear ??= text;
    else if (dayFirst !== monthFirst) this.#shown.add(dayFirst === null ? 'monthFirst' : 'dayFirst');
    if (this.order !== null) return this.order === 'dayFirst' ? dayFirst : monthFirst;
    return dayFirst ?? monthFirst;
  }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAMES =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
/** A time, which is dropped; a time in another zone only if it is midnight, because the date in India may differ. */
const TIME = String.raw`(?:(?:T|,?\s+)(?:0?0:00(?::00(?:\.0+)?)?(?:Z|\+00:?00)?|\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]m)?))?$`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TIME}`, 'i');
const NUMBERS = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})${TIME}`, 'i');
const NAMED = new RegExp(String.raw`^(\d{1,2})(?:st|nd|rd|th)?[-/. ]\s*(${NAMES})[-/., ]\s*(\d{4}|\d{2})${TIME}`, 'i');
const NAME_FIRST = new RegExp(String.raw`^(${NAMES})[-. ]\s*(\d{1,2})(?:st|nd|rd|th)?[-, ]\s*(\d{4})${TIME}`, 'i');

/**
 * The date of a text in Indian notation, as `YYYY-MM-DD`: dates with dashes and dots are day first, dates with slashes follow their column.
 */
export function dateOfText(text: string, slashes: Slashes): string | null {
  let match = YEAR_FIRST.exec(text);
  if (match !== null) return isoOf(match[1], Number(match[3]), Number(match[4]));
  match = NUMBERS.exec(text);
  if (match !== null) {
    const [one, other, year] = [Number(match[1]), Number(match[3]), match[4] ?? ''];
    return match[2] === '/' ? slashes.read(text, one, other, year) : isoOf(year, other, one);
  }
  match = NAMED.exec(text);
  if (match !== null) return isoOf(match[3], monthOf(match[2]), Number(match[1]));
  match = NAME_FIRST.exec(text);
  return match === null ? null : isoOf(match[3], monthOf(match[1]), Number(match[2]));
}

function monthOf(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function isoOf(year: string | undefined, month: number, day: number): string | null {
  const two = (part: number) => String(part).padStart(2, '0');
  const iso = `${year?.length === 2 ? '20' : ''}${year}-${two(month)}-${two(day)}`;
  return isIsoDate(iso) ? iso : null;
}
