import { ewayBillRemark } from '../ground/india.ts';
import { say } from '../ground/template.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Hours before and after its end within which an e-way bill can be extended. */
export const EXTEND_HOURS = 8;
const KM_A_DAY = 200;
/** The kilometres per day for over-dimensional cargo. */
const KM_A_DAY_OVER = 20;

/**
 * The end of validity of a bill from this date: one day for each 200 km or part, to the end of the last day in India.
 * @param day `YYYY-MM-DD`.
 */
export function ewayValidUntil(day: string, kilometres: number, isOver: boolean): Date {
  const days = Math.max(1, Math.ceil(kilometres / (isOver ? KM_A_DAY_OVER : KM_A_DAY)));
  return new Date(Date.parse(`${day}T23:59:00+05:30`) + days * DAY_MS);
}

export interface EwayClock {
  state: 'valid' | 'extend' | 'expired';
  words: string;
}

/** The remaining validity of a bill, and whether it is time to extend it. */
export function ewayClock(validUntil: string, now: Date): EwayClock {
  const left = Date.parse(validUntil) - now.getTime();
  const hours = Math.floor(Math.abs(left) / HOUR_MS);
  const span =
    hours >= 48
      ? say('{days} days', { days: Math.floor(hours / 24) })
      : say('{count, plural, one {1 hour} other {{count} hours}}', { count: hours });
  if (left > EXTEND_HOURS * HOUR_MS) return { state: 'valid', words: say('Valid for {span}.', { span }) };
  if (left >= 0) return { state: 'extend', words: say('Valid for {span}. Extend it on the e-way bill portal now.', { span }) };
  if (-left <= EXTEND_HOURS * HOUR_MS)
    return { state: 'extend', words: say('Expired {span} ago. It can still be extended on the e-way bill portal.', { span }) };
  return { state: 'expired', words: say('Expired {span} ago.', { span }) };
}

interface EwayResult {
  /** The row of the text, from 1. */
  row: number;
  docNo: string;
  number: string;
  /** ISO timestamp; null if the file has none. */
  validUntil: string | null;
}

interface ReadResults {
  results: EwayResult[];
  problems: string[];
}

const HEADINGS = {
  docNo: /^(doc(ument)?|challan|invoice).*(no|number)/i,
  number: /^(ewb|e-?way\s*bill).*(no|number)/i,
  validUntil: /valid/i,
  error: /error|remark|message/i,
} as const;
type Found = Partial<Record<keyof typeof HEADINGS, string>>;

/** Reads the government portal's reply to a bulk file: JSON, or a table as .csv or copied from a spreadsheet. */
export function readEwayResults(text: string): ReadResults {
  const rows = text.trim().startsWith('[') || text.trim().startsWith('{') ? jsonRows(text) : tableRows(text);
  if (rows === null)
    return {
      results: [],
      problems: ['The file has no columns for the document number and the e-way bill number in the format of the e-way bill portal.'],
    };
  const results: EwayResult[] = [];
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const { row, docNo = '', number = '', validUntil = '', error = '' } of rows) {
    if (docNo === '' && number === '') continue;
    const remark = number === '' ? null : ewayBillRemark(number);
    if (number === '')
      problems.push(
        error === ''
          ? say('Row {row} ({docNo}): the e-way bill portal returned no number.', { row, docNo })
          : say('Row {row} ({docNo}): the e-way bill portal returned no number: {error}', { row, docNo, error }),
      );
    else if (remark !== null) problems.push(say('Row {row} ({docNo}): {problem}', { row, docNo, problem: remark }));
    else if (seen.has(number))
      problems.push(say('Row {row} ({docNo}): e-way bill {number} appears twice in the file.', { row, docNo, number }));
    else results.push({ row, docNo, number, validUntil: endOf(validUntil) });
    seen.add(number);
  }
  return { results, problems };
}

type Row = Found & { row: number };

function jsonRows(text: string): Row[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const list = Array.isArray(parsed) ? parsed : Object.values(parsed as object).find((value) => Array.isArray(value));
  if (!Array.isArray(list)) return null;
  return list.map((each, index) => {
    const named = Object.entries((each ?? {}) as Record<string, unknown>).filter(([, value]) =>
      ['string', 'number'].includes(typeof value),
    );
    return {
      row: index + 1,
      ...pick(
        named.map(([name]) => name),
        named.map(([, value]) => String(value).trim()),
      ),
    };
  });
}

function tableRows(text: string): Row[] | null {
  const lines = text.split(/\r\n|\n|\r/);
  const head = lines.findIndex((line) => {
    const cells = cellsOf(line);
    return cells.some((cell) => HEADINGS.docNo.test(cell)) && cells.some((cell) => HEADINGS.number.test(cell));
  });
  if (head === -1) return null;
  const headings = cellsOf(lines[head] ?? '');
  return lines.slice(head + 1).map((line, index) => ({ row: head + index + 2, ...pick(headings, cellsOf(line)) }));
}

function pick(headings: readonly string[], cells: readonly string[]): Found {
  const found: Found = {};
  for (const [name, pattern] of Object.entries(HEADINGS) as [keyof Found, RegExp][]) {
    const place = headings.findIndex((heading) => pattern.test(heading));
    const cell = cells[place];
    if (cell !== undefined) found[name] = cell;
  }
  return found;
}

/** The cells of a line with tabs, or with commas and quotes; spreadsheets write long numbers as text in the forms `'381…` and `="381…"`. */
function cellsOf(line: string): string[] {
  const cells = line.includes('\t')
    ? line.split('\t')
    : (line.match(/("([^"]|"")*"|="[^"]*"|[^,]*)(,|$)/g) ?? []).map((cell) => cell.replace(/,$/, ''));
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^=?"(.*)"$/, '$1')
      .replace(/^'/, '')
      .replaceAll('""', '"')
      .trim(),
  );
}

/** `26/02/2024 11:59:00 PM` as a timestamp; without a time, the end of the day. */
function endOf(text: string): string | null {
  const [, day, month, year, hour = '23', minute = '59', half] =
    /^(\d{2})[/-](\d{2})[/-](\d{4})(?:\s+(\d{1,2}):(\d{2})(?::\d{2})?\s*([AP]M)?)?/i.exec(text) ?? [];
  if (year === undefined) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
  const at = new Date(`${year}-${month}-${day}T${String(hours).padStart(2, '0')}:${minute}:00+05:30`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
