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

/** The parts of a number around its serial number: the last digits that are not part of a financial year. */
function partsOf(number: string, year: number): Parts | null {
  const written = YEARS.map((write) => write(year)).find((text) => new RegExp(`(^|\\D)${text}(\\D|$)`).test(number));
  // The year keeps its place and is not counted up.
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
 * The number after the last one of a series, with its prefix, zeros and suffix; null if it has no serial number. In a new financial year
 * the series restarts at 1 with the new year, if the number has a year or `yearly` is true.
 */
export function followingNumber(last: { number: string; day: string }, day: string, { yearly }: { yearly: boolean }): string | null {
  const [lastYear, year] = [financialYear(last.day), financialYear(day)];
  const parts = partsOf(last.number, lastYear);
  if (parts === null) return null;
  const [before, after] = [withYear(parts.before, lastYear, year), withYear(parts.after, lastYear, year)];
  const begins = year !== lastYear && (yearly || before !== parts.before || after !== parts.after);
  const count = begins ? BigInt(1) : BigInt(parts.serial) + BigInt(1);
  return before + String(count).padStart(parts.serial.length, '0') + after;
}
