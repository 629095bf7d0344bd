/*
 * Numbers of delivery challans: rule 55(1) of the CGST Rules wants them serial, of at most 16 characters, in one or several series, and each
 * once in a financial year (April to March).
 */

const NUMBER_MAX = 16;
const FIRST_SERIAL = '001';

/** The year in which the financial year of a day (`YYYY-MM-DD`) begins. */
export function financialYear(day: string): number {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return month < 4 ? year - 1 : year;
}

const two = (year: number) => String(year % 100).padStart(2, '0');

/** The ways to write a financial year in a number, the longest first. */
const YEARS: readonly ((year: number) => string)[] = [
  (year) => `${year}-${year + 1}`,
  (year) => `${year}-${two(year + 1)}`,
  (year) => `${two(year)}-${two(year + 1)}`,
  (year) => `${year}${two(year + 1)}`,
  (year) => `${two(year)}${two(year + 1)}`,
];

interface Parts {
  /** The text before the serial number, and the text after it. */
  before: string;
  serial: string;
  after: string;
}

/** A number around its serial number: the last digits that are no part of a financial year. */
function partsOf(number: string, year: number): Parts | null {
  const written = YEARS.map((write) => write(year)).find((text) => new RegExp(`(^|\\D)${text}(\\D|$)`).test(number));
  // The year keeps its place, and is not counted up.
  const masked = written === undefined ? number : number.replace(written, 'y'.repeat(written.length));
  const found = /^(.*?)(\d+)(\D*)$/.exec(masked);
  if (found === null) return null;
  const [, before = '', serial = ''] = found;
  const end = before.length + serial.length;
  return { before: number.slice(0, before.length), serial, after: number.slice(end) };
}

function withYear(text: string, from: number, to: number): string {
  const write = YEARS.find((each) => text.includes(each(from)));
  return write === undefined ? text : text.replace(write(from), write(to));
}

/**
 * The number that follows the last one of a vendor; null where its series cannot go on. In a new financial year the series begins again
 * at 1, with the new year where the number has one.
 */
export function nextChallanNumber(last: { number: string; day: string } | null, day: string): string | null {
  const year = financialYear(day);
  if (last === null) return `DC/${two(year)}-${two(year + 1)}/${FIRST_SERIAL}`;
  const lastYear = financialYear(last.day);
  const parts = partsOf(last.number, lastYear);
  if (parts === null) return null;
  const { before, serial, after } = parts;
  const count = year === lastYear ? BigInt(serial) + BigInt(1) : BigInt(1);
  const next = String(count).padStart(serial.length, '0');
  const number = withYear(before, lastYear, year) + next + withYear(after, lastYear, year);
  return number.length > NUMBER_MAX || !/^[A-Za-z0-9][A-Za-z0-9/-]*$/.test(number) ? null : number;
}
