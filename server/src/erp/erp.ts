import { gtinKey } from '@aapurti/contract/ground/codeKeys';
import { plainCode } from '@aapurti/contract/ground/codes';
import { createHash } from 'node:crypto';

import { indianDay, isIsoDate } from '@aapurti/contract/ground/fields';
import { gstinProblem, normaliseGstin } from '@aapurti/contract/ground/india';
import { Decimal } from '@aapurti/contract/ground/numbers';
import type { Acceptance } from '@aapurti/contract/purchase-orders/orders';

import type { PulledFault } from './port.ts';
import type { PulledLine, PulledPayment } from './records.ts';
import { say } from '@aapurti/contract/ground/template';

export type Raw = Readonly<Record<string, unknown>>;

/** Records per page. */
export const PAGE = 200;

/** The overlap covers long transactions, which commit records with a time of change before the cursor. */
const OVERLAP_MILLISECONDS = 5 * 60_000;

/** A record with an invalid value; the message names the field. */
export class Misfit extends Error {
  override name = 'Misfit';
}

/** Maps each record; a misfit becomes a fault. */
export function sortOut<Row>(records: readonly Raw[], idOf: (record: Raw) => unknown, map: (record: Raw) => Row[]) {
  const rows: Row[] = [];
  const faults: PulledFault[] = [];
  for (const record of records) {
    try {
      rows.push(...map(record));
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      faults.push({ externalId: String(idOf(record)), problem: error.message, raw: record });
    }
  }
  return { rows, faults };
}

type Given = Raw | null | undefined;

/** Every field of an absent record is null. */
type Read<Value, Rest extends unknown[] = []> = (record: Given, field: string, ...rest: Rest) => Value;

/** A field that holds a list of objects. */
export function recordsOf(record: Given, field: string): Raw[] {
  const value = record?.[field] ?? [];
  if (Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null && !Array.isArray(each)))
    return value as Raw[];
  throw new Misfit(say('{field} is not a list of records.', { field }));
}

/** Null, false and blank values become null. */
export function text(record: Given, field: string): string | null {
  const value = record?.[field] ?? false;
  if (value === false) return null;
  if (typeof value === 'string') return value.trim() || null;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  throw new Misfit(say('{field} is not text: {value}.', { field, value: shown(value) }));
}

/** Drops the rounding noise of binary floats and keeps the decimal places that an ERP calculates with. */
const PLACES = 9;

/** The digits of a JSON number, of a text, or of Tryton's `{"__class__": "Decimal"}`, rounded half up to `PLACES`. */
export function decimal(record: Given, field: string): Decimal | null {
  const value = record?.[field] ?? '';
  if (value === false || value === '') return null;
  const given = typeof value === 'object' && (value as Raw)['__class__'] === 'Decimal' ? (value as Raw)['decimal'] : value;
  const digits = typeof given === 'number' ? String(given) : typeof given === 'string' ? given.trim() : '';
  if (!/^-?\d{1,20}(\.\d{1,30})?(e[+-]?\d{1,2})?$/i.test(digits))
    throw new Misfit(say('{field} is not a number: {value}.', { field, value: shown(value) }));
  const number = new Decimal(digits).toDecimalPlaces(PLACES);
  if (number.abs().gte('1e12')) throw new Misfit(say('{field} is too large: {value}.', { field, value: shown(value) }));
  return number;
}

export const decimalOr = (record: Given, field: string, otherwise: number): Decimal => decimal(record, field) ?? new Decimal(otherwise);
export const rupees = (value: Decimal): string => value.toFixed(2);
export const quantityText = (value: Decimal): string => value.toDecimalPlaces(3).toFixed();

/**
 * A day in India, from a date or a time. A time as text is the site's local time (`site`, ERPNext) or UTC (Odoo); Tryton's datetime is UTC.
 */
export function day(record: Given, field: string, zone: 'site' | 'utc' = 'utc'): string | null {
  const value = record?.[field] ?? '';
  if (value === false || value === '') return null;
  const written = typeof value === 'object' ? timeText(value) : value;
  if (typeof written === 'string') {
    const date = written.slice(0, 10);
    if (isIsoDate(date)) {
      if (written.length === 10 || zone === 'site') return date;
      const instant = new Date(`${written.replace(' ', 'T').slice(0, 19)}Z`);
      if (!Number.isNaN(instant.getTime())) return indianDay(instant);
    }
  }
  throw new Misfit(say('{field} is not a date: {value}.', { field, value: shown(value) }));
}

/** The same, but an empty field is a misfit. */
function needed<Value, Rest extends unknown[]>(read: Read<Value | null, Rest>): Read<Value, Rest> {
  return (record, field, ...rest) => {
    const found = read(record, field, ...rest);
    if (found === null) throw new Misfit(say('{field} is empty.', { field }));
    return found;
  };
}
export const neededText = needed(text);
export const neededDecimal = needed(decimal);
export const neededDay = needed(day);

/** Tryton's date or datetime as text that sorts: `2026-11-20`, `2026-11-20 10:11:12.000345`. */
export function timeText(value: unknown): string {
  const given = (value ?? {}) as Record<string, string | number | undefined>;
  const digits = (name: string, count = 2) => String(given[name] ?? 0).padStart(count, '0');
  const date = `${digits('year', 4)}-${digits('month')}-${digits('day')}`;
  if (given['__class__'] === 'date') return date;
  if (given['__class__'] !== 'datetime') return '';
  return `${date} ${digits('hour')}:${digits('minute')}:${digits('second')}.${digits('microsecond', 6)}`;
}

/** The cursor, a time without zone, minus the overlap. Null reads from the start. */
export function since(cursor: string | null): string | null {
  if (cursor === null) return null;
  const instant = new Date(`${cursor.slice(0, 19).replace(' ', 'T')}Z`);
  if (Number.isNaN(instant.getTime())) return null;
  return new Date(instant.getTime() - OVERLAP_MILLISECONDS).toISOString().slice(0, 19).replace('T', ' ');
}

/** The version of records whose parts change without updating them: the time of change with a digest of the result. */
export function versionOf(at: unknown, made: unknown): string {
  return `${String(at)} ${createHash('sha256').update(JSON.stringify(made)).digest('base64url').slice(0, 16)}`;
}

/** The first valid GSTIN, because an ERP's tax fields may contain anything. */
export function gstin(...candidates: unknown[]): string | null {
  for (const each of candidates) {
    if (typeof each === 'string' && each.trim() !== '' && gstinProblem(each) === null) return normaliseGstin(each);
  }
  return null;
}

/** Digits only; a 12-digit UPC gets the leading zero that makes it an EAN. */
export function ean(value: unknown): string | null {
  const digits = typeof value === 'string' || typeof value === 'number' ? plainCode(String(value)).replaceAll(/[\s-]/g, '') : '';
  if (/^\d{12}$/.test(digits)) return `0${digits}`;
  return /^(\d{8}|\d{13}|\d{14})$/.test(digits) ? digits : null;
}

/** The EAN in each length that leading zeros may give it. */
export function eanSpellings(value: string): string[] {
  const key = gtinKey(value);
  return [8, 12, 13, 14].filter((length) => length >= key.length).map((length) => key.padStart(length, '0'));
}

/** Runs `work` for up to `most` elements at a time. Results are in the order of the list. */
export async function atOnce<Each, Result>(list: readonly Each[], most: number, work: (each: Each) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < list.length) {
      const index = next;
      next += 1;
      results[index] = await work(list[index] as Each);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, list.length) }, worker));
  return results;
}

export type TaxHead = 'cgst' | 'sgst' | 'igst' | 'cess';
const HEADS: readonly TaxHead[] = ['cgst', 'sgst', 'igst', 'cess'];

/** Recognises names such as 'Input Tax CGST - BR' and 'GST Compensation Cess'. */
export function headOf(name: string): TaxHead | null {
  if (/cess/i.test(name)) return 'cess';
  if (/cgst|central gst/i.test(name)) return 'cgst';
  if (/sgst|utgst|state gst/i.test(name)) return 'sgst';
  return /igst|integrated gst/i.test(name) ? 'igst' : null;
}

/** Rates in percent. */
export type StatedTaxes = Partial<Record<TaxHead, { rate: Decimal; amount?: Decimal | null }>>;

type Figures = Pick<PulledLine, 'quantity' | 'unitPrice' | 'discountRate' | 'discount' | 'taxable' | 'total' | TaxHead | `${TaxHead}Rate`>;

/** @param given quantity and price are in the unit of purchase. `taxable` includes the line's share of a discount on the whole order. */
export function lineFigures(given: {
  quantity: Decimal;
  unitPrice: Decimal;
  discountRate: Decimal;
  taxable: Decimal | null;
  taxes: StatedTaxes | null;
}): Figures {
  if (given.unitPrice.lt(0)) throw new Misfit('The price of a line is below zero.');
  const gross = given.quantity.times(given.unitPrice).toDecimalPlaces(2);
  const taxable = (given.taxable ?? gross.times(new Decimal(100).minus(given.discountRate)).div(100)).toDecimalPlaces(2);
  // The price includes a surcharge, or the taxable value excludes included tax, so the price is derived.
  const dearer = taxable.gt(gross);
  const unitPrice = dearer ? taxable.div(given.quantity) : given.unitPrice;
  const heads = HEADS.map((head) => {
    const stated = given.taxes?.[head];
    const rate = stated?.rate ?? (given.taxes === null || head === 'cess' ? null : new Decimal(0));
    const amount = (stated?.amount ?? taxable.times(rate ?? 0).div(100)).toDecimalPlaces(2);
    return { head, rate: rate?.toDecimalPlaces(3).toFixed() ?? null, amount };
  });
  const total = heads.reduce((sum, { amount }) => sum.plus(amount), taxable);
  return {
    quantity: quantityText(given.quantity),
    unitPrice: unitPrice.toDecimalPlaces(4).toFixed(),
    discountRate: (dearer ? new Decimal(0) : given.discountRate).toDecimalPlaces(3).toFixed(),
    discount: rupees(dearer ? new Decimal(0) : gross.minus(taxable)),
    taxable: rupees(taxable),
    total: rupees(total),
    ...(Object.fromEntries(
      heads.flatMap(({ head, rate, amount }) => [
        [head, rupees(amount)],
        [`${head}Rate`, rate],
      ]),
    ) as Record<TaxHead, string> & Record<`${TaxHead}Rate`, string | null>),
  };
}

/**
 * Services are accepted by order, because the ERP has no receipts for them; if it counts a received quantity, they are accepted by receipt.
 */
export function acceptanceOf(isService: boolean, received: Decimal): { acceptance?: Acceptance } {
  return isService ? { acceptance: received.gt(0) ? 'receipt' : 'order' } : {};
}

export function demandRupees(currency: string | null): void {
  if (currency !== null && currency !== 'INR') throw new Misfit(say('It is in {currency}; the portal records only rupees.', { currency }));
}

/** Deducts negative parts (debit notes) from the positive ones in order, so that the sum stays the same. */
export function spread<Part extends { amount: Decimal }>(parts: readonly Part[]): Part[] {
  let less = parts.reduce((sum, { amount }) => (amount.lt(0) ? sum.minus(amount) : sum), new Decimal(0));
  return parts
    .filter(({ amount }) => amount.gt(0))
    .map((part) => {
      const taken = Decimal.min(less, part.amount);
      less = less.minus(taken);
      return { ...part, amount: part.amount.minus(taken) };
    })
    .filter(({ amount }) => amount.gt(0));
}

/** Adds to each part the ids of all current parts; a cancelled payment has none. */
export function partsOf(id: string, parts: readonly PulledPayment[]): PulledPayment[] {
  const left = parts.filter(({ cancelled }) => cancelled !== true).map(({ externalId }) => externalId);
  return parts.map((part) => ({ ...part, whole: { id, parts: left } }));
}

/** Escapes the wildcards of LIKE. */
export function literally(value: string): string {
  return value.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** Serialises calls, because two simultaneous calls would create one vendor's supplier twice. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return function run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  };
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 60);
}
