import { appliedRate, type DatedRate, rateOf } from '@aapurti/contract/ground/rateRules';
import { type PartyFields, UNTAXED_KINDS } from '@aapurti/contract/ground/registrationRules';
import type { MatchedInvoice, MatchedLine, Tolerances } from '@aapurti/contract/invoices/matchFacts';
import { alikeKey } from '@aapurti/contract/invoices/alike';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { type Rejection, REJECTIONS } from '@aapurti/contract/receipts/receipts';
import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../../database/database.ts';
import { partiesFor } from '../../registrations/parties.ts';
import { countsFirst, rank } from '../sequence.ts';

/** The place of an invoice among those that bill its orders. */
export interface Place {
  rank: number;
  countsNo: number;
  isReleased: boolean;
}

/**
 * True if one invoice counts before another. A release moves an invoice forward, but its own match still counts the invoices that began before
 * it.
 */
export function isBefore(other: Place, own: Place): boolean {
  if (other.rank !== own.rank ? other.rank < own.rank : other.countsNo < own.countsNo) return true;
  return own.isReleased && own.rank === 2 && other.countsNo < own.countsNo;
}

/** A line of an invoice that bills an order. */
export interface Billed extends Place, Record<string, unknown> {
  invoice: string;
  number: string;
  owner: string;
  orderId: string;
  /** Order and line. */
  key: string;
  no: number;
  uom: string | null;
  quantity: string;
  taxable: string;
  /** The amount due with its taxes. */
  due: string;
  isTaxed: boolean;
  /** True for an invoice of a vendor that charges no tax. */
  isUntaxed: boolean;
}

/** The condition of an invoice that names a registration which charges no tax. */
export const untaxed = sql`exists (select from registrations where registrations.id = invoices.vendor_registration_id and kind = any(${UNTAXED_KINDS}::text[]))`;

const placed = sql`${rank(sql`invoices`)} as rank, invoices.counts_no::float8 as "countsNo", invoices.match_state = 'released' as "isReleased"`;

/** The lines of all invoices of these orders that count, sorted by the sequence in which they count. */
export async function billedLines(db: Database, orderIds: readonly string[], except: string | null): Promise<Billed[]> {
  if (orderIds.length === 0) return [];
  return db.rows<Billed>(sql`
    select invoices.id::text as invoice, invoices.number, invoices.vendor_id::text as owner, order_id::text as "orderId",
      order_id || '/' || line as key, no, uom, quantity, taxable,
      taxable + invoice_lines.cgst + invoice_lines.sgst + invoice_lines.igst + cess as due,
      invoice_lines.cgst + invoice_lines.sgst + invoice_lines.igst + cess > 0 as "isTaxed", ${untaxed} as "isUntaxed", ${placed}
    from invoice_lines join invoices on invoices.id = invoice_id
    where order_id = any(${orderIds}::bigint[]) and invoices.match_state <> 'returned' and invoices.id is distinct from ${except}::bigint
    order by ${countsFirst(sql`invoices`)}, no`);
}

/** The header of an invoice that has a rounding or charges in addition to its order lines. */
export interface BilledHead extends Place, Record<string, unknown> {
  /** Its rounding and its charges belong to the first of its orders. */
  orderId: string;
  /** The value of the invoice less the sum of its lines. */
  rounding: string;
  /** The lines that name no order. */
  others: { name: string; taxable: number }[];
}

export async function billedHeads(db: Database, orderIds: readonly string[], except: string | null): Promise<BilledHead[]> {
  if (orderIds.length === 0) return [];
  return db.rows<BilledHead>(sql`
    select min(order_id)::text as "orderId", invoices.value - sum(taxable + row.cgst + row.sgst + row.igst + cess) as rounding, ${placed},
      coalesce(json_agg(json_build_object('name', item_name, 'taxable', taxable)) filter (where order_id is null), '[]') as others
    from invoices join invoice_lines row on row.invoice_id = invoices.id
    where invoices.id in (select invoice_id from invoice_lines where order_id = any(${orderIds}::bigint[]))
      and invoices.match_state <> 'returned' and invoices.id is distinct from ${except}::bigint
    group by invoices.id
    having invoices.value <> sum(taxable + row.cgst + row.sgst + row.igst + cess) or count(*) > count(order_id)
    order by ${countsFirst(sql`invoices`)}`);
}

/** An invoice without lines whose PO number is one of these orders. */
interface Unlined extends Place, Record<string, unknown> {
  id: string;
  orderId: string;
  number: string;
  value: string;
  /** True if the vendor charges no tax. */
  isUntaxed: boolean;
}

export async function unlinedInvoices(db: Database, orderIds: readonly string[], except: string | null): Promise<Unlined[]> {
  if (orderIds.length === 0) return [];
  return db.rows<Unlined>(sql`
    select invoices.id::text, orders.id::text as "orderId", invoices.number, invoices.value, ${untaxed} as "isUntaxed", ${placed}
    from purchase_orders orders join invoices on invoices.vendor_id = orders.vendor_id and code_key(invoices.po_number) = code_key(orders.number)
    where orders.id = any(${orderIds}::bigint[]) and invoices.line_count = 0 and invoices.id is distinct from ${except}::bigint
    order by ${countsFirst(sql`invoices`)}`);
}

interface Received extends Record<string, unknown> {
  key: string;
  day: string;
  /** The quantity that had been accepted by the end of the day. */
  until: string;
  rejections: { receipt: string; rejected: string; reason: Rejection | null }[];
}

/** The received quantities of the orders' lines, by order and line, day by day. */
export async function receivedOf(db: Database, orderIds: readonly string[]) {
  const rows = await db.rows<Received>(sql`
    select order_id || '/' || line as key, received_on as day,
      sum(sum(quantity - rejected)) over (partition by order_id, line order by received_on) as until,
      coalesce(json_agg(json_build_object('receipt', number, 'rejected', rejected::text, 'reason', reason) order by id)
        filter (where rejected > 0), '[]') as rejections
    from receipt_lines where order_id = any(${orderIds}::bigint[]) and quantity > 0
    group by order_id, line, received_on order by received_on`);
  const found = grouped(rows, ({ key }) => key);
  return (key: string) => {
    const own = found.get(key) ?? [];
    return {
      arrivals: own.map(({ day, until }) => ({ day, until })),
      rejections: own.flatMap(({ rejections }) =>
        rejections.map(({ receipt, rejected, reason }) => ({
          receipt,
          quantity: new Decimal(rejected).toFixed(),
          reason: reason === null ? null : REJECTIONS[reason],
        })),
      ),
    };
  };
}

export function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

type Found = Pick<MatchedLine, 'rates' | 'ratesFrom' | 'cessOfTable'>;

/**
 * Looks up the tax rate of an HSN code. If pre-packed and loose goods have different rates, the rate in the order applies; without one,
 * there is no rate.
 */
export async function taxesOf(
  db: Database,
  codes: readonly (string | null)[],
): Promise<(code: string | null, day: string, ofOrder: string | null) => Found> {
  const prefixes = new Set(codes.flatMap((code) => [2, 4, 6, 8].map((length) => (code ?? '').slice(0, length))));
  const rows = await db.rows<DatedRate & Record<string, unknown>>(sql`
    select hsn_prefix as "hsnPrefix", condition, rate::float8 as rate, cess_rate::float8 as "cessRate",
      valid_from::text as "validFrom", valid_to::text as "validTo"
    from gst_rates where hsn_prefix = any(${[...prefixes]})`);
  const byPrefix = grouped(rows, ({ hsnPrefix }) => hsnPrefix);
  return (code, day, ofOrder) => {
    const known = [2, 4, 6, 8].flatMap((length) => byPrefix.get((code ?? '').slice(0, length)) ?? []);
    const found = (['prepacked', 'loose'] as const).flatMap((packed) => {
      const row = rateOf([...new Set(known)], code, day, packed);
      return row.kind === 'rate' ? [row.rate] : [];
    });
    const [first] = found;
    if (first === undefined) {
      return { rates: ofOrder === null ? [] : [ofOrder], ratesFrom: ofOrder === null ? null : 'order', cessOfTable: null };
    }
    const right = appliedRate(found, ofOrder);
    return { rates: right === null ? [] : [right.rate], ratesFrom: 'table', cessOfTable: right?.cessRate ?? null };
  };
}

interface Tolerance extends Record<string, unknown> {
  vendorId: string | null;
  /** The category in lower case; null for every category. */
  category: string | null;
  /** Null if less specific tolerances apply. */
  quantity: string | null;
  price: string | null;
  priceAmount: string | null;
  from: string;
}

/** The tolerances of vendors by category and day: the most specific ones apply. */
export async function tolerancesOf(
  db: Database,
  owners: readonly string[],
): Promise<(owner: string, category: string | null, day: string) => Tolerances> {
  const rows = await db.rows<Tolerance>(sql`
    select vendor_id::text as "vendorId", lower(category) as category, quantity, price, price_amount as "priceAmount",
      coalesce(valid_from::text, '') as from
    from match_tolerances where vendor_id is null or vendor_id = any(${owners}::bigint[]) order by valid_from desc nulls last`);
  const byScope = grouped(rows, ({ vendorId, category }) => `${vendorId ?? ''}/${category ?? ''}`);
  return (owner, category, day) => {
    const own = category === null ? [] : [category.toLowerCase()];
    const scopes = [owner, ''].flatMap((vendor) => [...own, ''].map((each) => `${vendor}/${each}`));
    for (const scope of scopes) {
      const held = byScope.get(scope)?.find(({ from }) => from <= day);
      const [quantity, price, priceAmount] = [held?.quantity, held?.price, held?.priceAmount];
      if (quantity && price && priceAmount) return { quantity, price, priceAmount };
    }
    throw new Error('the migration adds the usual tolerances');
  };
}

interface AlikeHead {
  id: string | null;
  owner: string;
  number: string;
  date: string;
  value: Decimal.Value;
}

/** Other invoices of the vendor with the same date and value whose numbers differ only in the year, zeros, slashes and hyphens. */
export async function alikeInvoices(db: Database, heads: readonly AlikeHead[]): Promise<(head: AlikeHead) => MatchedInvoice['alike']> {
  const money = (value: Decimal.Value) => new Decimal(value).toFixed(2);
  const rows = await db.rows<AlikeHead & Record<string, unknown>>(sql`
    select invoices.id::text, vendor_id::text as owner, number, invoice_date as date, invoices.value
    from (
      select distinct * from unnest(${heads.map(({ owner }) => owner)}::bigint[], ${heads.map(({ date }) => date)}::date[],
        ${heads.map(({ value }) => money(value))}::numeric[]) as asked(vendor, day, value)) asked
    join invoices on vendor_id = vendor and invoice_date = day and invoices.value = asked.value order by invoices.id`);
  const keyOf = ({ owner, number, date, value }: AlikeHead) => [owner, date, money(value), alikeKey(number)].join('|');
  const found = grouped(rows, keyOf);
  return (head) =>
    (found.get(keyOf(head)) ?? [])
      .filter(({ id }) => id !== head.id)
      .slice(0, 5)
      .map(({ number, date, value }) => ({ number, date, value }));
}

type HeadParties = Pick<MatchedInvoice, 'vendorGST' | 'buyerGST' | 'isOnly' | 'ended'>;

/** The day on which a stored invoice began to count. */
const savedOn = sql`(coalesce(counts_since, created_at) at time zone 'Asia/Kolkata')::date`;

/**
 * The last day of a registration that had ended before a day, else null. A registration replaced on that day ended the day before, and still
 * counts.
 */
const endedBefore = (registration: Sql, day: Sql) =>
  sql`(select valid_to from registrations where id = ${registration} and valid_to < ${day} - 1)`;

/**
 * Select list of the registrations of a stored invoice, in the form that the match needs; `alone` are the vendor's only ones on the
 * invoice's date.
 */
export const storedParties = sql`
  (select code from registrations where id = vendor_registration_id) as "vendorGST",
  (select code from registrations where id = buyer_registration_id) as "buyerGST",
  json_build_object('vendor', alone.vendor is not distinct from vendor_registration_id,
    'buyer', alone.buyer is not distinct from buyer_registration_id) as "isOnly",
  json_build_object('vendor', ${endedBefore(sql`vendor_registration_id`, savedOn)},
    'buyer', ${endedBefore(sql`buyer_registration_id`, savedOn)}) as ended`;

/** The only registrations of a vendor and of the buyer on the days of these invoices; each day is looked up once. */
export const aloneParties = (invoices: Sql): Sql => sql`
  select vendor_id, invoice_date, registration_for(vendor_id, invoice_date, null) as vendor, registration_for(0, invoice_date, null) as buyer
  from (select distinct vendor_id, invoice_date from invoices where ${invoices}) days`;

/** The registrations of an invoice that is not stored yet. */
export async function partiesOfHead(
  db: Database,
  { owner, date, today, ...asked }: PartyFields & { owner: string; date: string; today: string },
): Promise<HeadParties> {
  return db.one<HeadParties & Record<string, unknown>>(sql`
    select coalesce((select code from registrations where id = vendor_party), ${asked.vendorGST}::text) as "vendorGST",
      coalesce((select code from registrations where id = buyer_party), ${asked.buyerGST}::text) as "buyerGST",
      json_build_object('vendor', registration_for(${owner}::bigint, ${date}::date, null) is not distinct from vendor_party,
        'buyer', registration_for(0, ${date}::date, null) is not distinct from buyer_party) as "isOnly",
      json_build_object('vendor', ${endedBefore(sql`vendor_party`, sql`${today}::date`)},
        'buyer', ${endedBefore(sql`buyer_party`, sql`${today}::date`)}) as ended
    from ${partiesFor(owner, date, asked)}`);
}
