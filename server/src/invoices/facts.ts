import { indianDay } from '@aapurti/contract/ground/fields';
import type { MatchedInvoice, MatchedLine, Tolerances } from '@aapurti/contract/invoices/matchFacts';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { type Rejection, REJECTIONS } from '@aapurti/contract/receipts/receipts';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { tolerancesOn } from '../settings/tolerances.ts';
import { allocated, creditsOf, goodsBack, type Priced } from './credits.ts';
import { irnsOf } from './irn.ts';
import { type MatchSource, type OrderedLine, orderedLines, ratesFor } from './lines.ts';
import { countsBefore, countsFirst } from './sequence.ts';

/** The head of an invoice that is compared; without an id it is not stored yet. */
export interface MatchHead {
  id: string | null;
  owner: string;
  number: string;
  date: string;
  value: Decimal.Value;
  cgst: Decimal.Value;
  sgst: Decimal.Value;
  igst: Decimal.Value;
  irn: string | null;
  /** Of the registration that it names: a GST number, URP, or null for the vendor's own. */
  vendorGST: string | null;
}

interface Billed extends Priced, Record<string, unknown> {
  invoice: string;
  number: string;
  date: string;
  key: string;
  no: number;
}

/**
 * Reads what the rules compare an invoice with. Lock its orders before, where the result is to be stored.
 * @param more.except an invoice that counts neither before nor as one like it. Without an id of its own all others count before.
 * @param more.inTurn what is paid, approved or released counts in its turn too.
 */
export async function factsOf(
  db: Database,
  head: MatchHead,
  lines: readonly MatchSource[],
  { today = indianDay(new Date()), except = null, inTurn = false }: { today?: string; except?: string | null; inTurn?: boolean } = {},
): Promise<MatchedInvoice> {
  const { owner } = head;
  const orderIds = [...new Set(lines.flatMap(({ orderId }) => orderId ?? []))];
  const ordered = new Map((await orderedLines(db, owner, orderIds)).map((line) => [`${line.orderId}/${line.line}`, line]));
  const heads = new Map([...ordered.values()].map((line) => [line.orderId, line]));
  const earlier = await earlierLines(db, head, orderIds, { except, inTurn });
  const credits = await creditsOf(db, owner, [...new Set([head.number, ...earlier.map(({ number }) => number)])]);
  const rates = await ratesFor(
    db,
    head.date,
    lines.map(({ hsnCode }) => hsnCode),
  );
  const tolerances = await tolerancesFor(
    db,
    head,
    lines.map(({ itemCode }) => itemCode),
  );
  const rejections = await rejectionsOf(db, orderIds);
  const vendor = await db.first<{ confirmed: boolean; gstin: string | null; since: string | null }>(sql`
    select identity_confirmed_at is not null as confirmed, gstin, einvoice_since as since from vendors where id = ${owner}`);
  const gstin = head.vendorGST ?? vendor?.gstin ?? null;

  const own = allocated(
    head,
    lines.map(({ itemName, quantity, taxable, cgst, sgst, igst, cess }) => ({
      itemName,
      quantity,
      due: Decimal.sum(taxable, cgst, sgst, igst, cess),
    })),
    credits,
  );
  const before = new Map<string, { quantity: Decimal; numbers: Set<string> }>();
  const count = (key: string, quantity: Decimal.Value, number: string | null) => {
    const known = before.get(key) ?? { quantity: new Decimal(0), numbers: new Set<string>() };
    known.quantity = known.quantity.plus(quantity);
    if (number !== null) known.numbers.add(number);
    before.set(key, known);
  };
  const byInvoice = new Map<string, Billed[]>();
  for (const row of earlier) byInvoice.set(row.invoice, [...(byInvoice.get(row.invoice) ?? []), row]);
  for (const rows of byInvoice.values()) {
    const [first] = rows;
    const back = first === undefined ? [] : goodsBack(allocated(first, rows, credits));
    for (const [index, row] of rows.entries()) count(row.key, new Decimal(row.quantity).minus(back[index] ?? 0), row.number);
  }
  return {
    number: head.number,
    date: head.date,
    value: head.value,
    cgst: head.cgst,
    sgst: head.sgst,
    igst: head.igst,
    lines: lines.map((line, index): MatchedLine => {
      const key = `${line.orderId}/${line.line}`;
      const [credited, priced] = [own.credited[index] ?? new Decimal(0), own.priced[index] ?? new Decimal(0)];
      const earlierLine = before.get(key);
      const order = orderPart(ordered.get(key), line.orderId === null ? undefined : heads.get(line.orderId), {
        before: earlierLine?.quantity ?? new Decimal(0),
        beforeNumbers: [...(earlierLine?.numbers ?? [])],
        rejections: rejections.get(key) ?? [],
      });
      count(key, new Decimal(line.quantity).minus(credited).plus(priced), null);
      return {
        ...line,
        credited,
        priced,
        order: line.orderId === null ? null : order,
        rates: rates.allowed(line.hsnCode),
        tolerances: tolerances(line.itemCode),
      };
    }),
    alike: await alikeInvoices(db, { ...head, id: head.id ?? except }),
    strayCredits: own.stray,
    isBankConfirmed: vendor?.confirmed ?? false,
    irn: {
      given: head.irn,
      since: vendor?.since ?? null,
      fitting: gstin === null || gstin.toUpperCase() === 'URP' ? null : irnsOf({ gstin, date: head.date, number: head.number }),
    },
    today,
  };
}

function orderPart(
  line: OrderedLine | undefined,
  head: OrderedLine | undefined,
  more: Pick<NonNullable<MatchedLine['order']>, 'before' | 'beforeNumbers' | 'rejections'>,
): NonNullable<MatchedLine['order']> {
  const known = line ?? head;
  return {
    poNumber: known?.poNumber ?? '',
    orderedOn: known?.orderedOn ?? '',
    isCancelled: known?.status === 'Cancelled',
    exists: line !== undefined,
    unitPrice: line?.unitPrice ?? 0,
    discount: line?.discount ?? 0,
    quantity: line?.quantity ?? 1,
    taxRate: line?.taxRate ?? null,
    received: line?.received ?? 0,
    accepted: line?.accepted ?? 0,
    ...more,
  };
}

/** Lines of invoices of these orders that count before; those that were returned to the vendor do not count. */
async function earlierLines(
  db: Database,
  { id, owner }: MatchHead,
  orderIds: readonly string[],
  { except, inTurn }: { except: string | null; inTurn: boolean },
): Promise<Billed[]> {
  if (orderIds.length === 0) return [];
  return db.rows<Billed>(sql`
    select invoices.id::text as invoice, invoices.number, invoices.invoice_date as date, order_id || '/' || line as key, no, item_name as "itemName", quantity,
      taxable + invoice_lines.cgst + invoice_lines.sgst + invoice_lines.igst + cess as due
    from invoice_lines join invoices on invoices.id = invoice_id
      left join invoices own on own.id = ${id}::bigint
    where order_id = any(${orderIds}::bigint[]) and invoices.vendor_id = ${owner} and invoices.match_state <> 'returned'
      and (own.id is null or ${inTurn ? sql`invoices.counts_no < own.counts_no` : countsBefore(sql`invoices`, sql`own`)}) and invoices.id is distinct from ${except}::bigint
    order by ${countsFirst(sql`invoices`)}, no`);
}

/** What receipts rejected of the orders' lines, by order and line. */
async function rejectionsOf(
  db: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, { receipt: string; quantity: string; reason: string | null }[]>> {
  const rows = await db.rows<{ key: string; receipt: string; quantity: string; reason: Rejection | null } & Record<string, unknown>>(sql`
    select order_id || '/' || line as key, number as receipt, trim_scale(rejected)::text as quantity, reason
    from receipt_lines where order_id = any(${orderIds}::bigint[]) and rejected > 0 order by id`);
  const found = new Map<string, { receipt: string; quantity: string; reason: string | null }[]>();
  for (const { key, receipt, quantity, reason } of rows)
    found.set(key, [...(found.get(key) ?? []), { receipt, quantity, reason: reason === null ? null : REJECTIONS[reason] }]);
  return found;
}

/** The tolerances of items of a vendor on the invoice's day, whenever it is compared. */
async function tolerancesFor(
  db: Database,
  { owner, date }: MatchHead,
  itemCodes: readonly (string | null)[],
): Promise<(itemCode: string | null) => Tolerances> {
  const rows = await tolerancesOn(db, date, owner);
  const usual = rows.at(-1);
  if (usual === undefined) throw new Error('the migration adds the usual tolerances');
  if (rows.length === 1) return () => usual;
  const categories = await db.rows<{ code: string; category: string }>(sql`
    select distinct on (item_code) item_code as code, lower(category_name) as category from items
    where item_code = any(${itemCodes.filter((code) => code !== null)}::text[]) and category_name is not null order by item_code, id`);
  const byCode = new Map(categories.map(({ code, category }) => [code, category]));
  return (itemCode) => {
    const own = itemCode === null ? undefined : byCode.get(itemCode);
    return rows.find(({ category }) => category === null || category === own) ?? usual;
  };
}

/** Invoices of the same date and value whose number is the same without its year, zeros, / and -. */
async function alikeInvoices(db: Database, { id, owner, number, date, value }: MatchHead): Promise<MatchedInvoice['alike']> {
  const bare = (text: ReturnType<typeof sql>) => sql`number_key(regexp_replace(${text}, '(20)?[0-9]{2}-(20)?[0-9]{2}', ''))`;
  return db.rows<{ number: string; date: string; value: string }>(sql`
    select number, invoice_date as date, value from invoices
    where vendor_id = ${owner} and invoice_date = ${date} and value = ${new Decimal(value).toFixed(2)}::numeric
      and id is distinct from ${id}::bigint and ${bare(sql`number`)} = ${bare(sql`${number}::text`)}
    order by id limit 5`);
}
