import { codeKey } from '@aapurti/contract/ground/codeKeys';
import { SUM_TOLERANCE } from '@aapurti/contract/invoices/matchHeadRules';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';

/** What a line of an invoice asks for. */
export interface Priced {
  itemName: string;
  quantity: Decimal.Value;
  /** With its taxes. */
  due: Decimal.Value;
}

interface Credit extends Record<string, unknown> {
  owner: string;
  number: string;
  date: string | null;
  item: string | null;
  quantity: string | null;
  amount: string | null;
}

const creditsWhere = (db: Database, where: Sql) =>
  db.rows<Credit>(sql`
    select vendor_id::text as owner, code_key(vendor_invoice_ref) as number, vendor_invoice_date as date, product_name as item,
      item_quantity as quantity, amount
    from memos where kind = 'credit' and ${where} order by id`);

export async function creditsOf(db: Database, owner: string, numbers: readonly string[]): Promise<Credit[]> {
  return creditsWhere(db, sql`vendor_id = ${owner} and code_key(vendor_invoice_ref) = any(${numbers.map(codeKey)}::text[])`);
}

export interface Allocated {
  /** By line. */
  credited: Decimal[];
  /** Of that, by memos over less than it costs. */
  priced: Decimal[];
  stray: { item: string | null; quantity: string | null }[];
}

/**
 * What credit memos name of the lines of an invoice: by the item's name, or of the only line. A memo without a quantity is about
 * money alone.
 */
export function allocated(
  { number, date }: { number: string; date: string },
  lines: readonly Priced[],
  credits: readonly Credit[],
): Allocated {
  const zeros = () => lines.map(() => new Decimal(0));
  const [credited, priced] = [zeros(), zeros()];
  const stray: Allocated['stray'] = [];
  for (const credit of credits) {
    if (credit.number !== codeKey(number) || (credit.date !== null && credit.date !== date) || credit.quantity === null) continue;
    const named = credit.item?.trim().toLowerCase();
    const same = lines.flatMap((line, index) =>
      (named === undefined ? lines.length === 1 : line.itemName.toLowerCase() === named) ? [{ index, ...line }] : [],
    );
    if (same.length === 0) stray.push({ item: credit.item, quantity: credit.quantity });
    let left = new Decimal(credit.quantity);
    let cost = new Decimal(0);
    const parts: { index: number; taken: Decimal }[] = [];
    for (const { index, quantity, due } of same) {
      const room = Decimal.max(new Decimal(quantity).minus(credited[index] ?? 0), 0);
      // What is too much stands at the last line.
      const taken = index === same.at(-1)?.index ? left : Decimal.min(room, left);
      parts.push({ index, taken });
      cost = cost.plus(taken.times(due).div(quantity));
      left = left.minus(taken);
    }
    const add = (sums: Decimal[]) => {
      for (const { index, taken } of parts) sums[index] = (sums[index] ?? new Decimal(0)).plus(taken);
    };
    add(credited);
    if (cost.minus(credit.amount ?? 0).gt(SUM_TOLERANCE)) add(priced);
  }
  return { credited, priced, stray };
}

/** What went back of each line. */
export const goodsBack = ({ credited, priced }: Allocated) => credited.map((all, index) => all.minus(priced[index] ?? 0));

interface CreditedLine extends Priced, Record<string, unknown> {
  invoice: string;
  owner: string;
  number: string;
  date: string;
  no: number;
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

/** What went back of each line of every invoice that credit memos name. */
export async function allGoodsBack(db: Database): Promise<{ invoice: string; no: number; quantity: string }[]> {
  const credits = grouped(await creditsWhere(db, sql`item_quantity is not null`), ({ owner, number }) => `${owner}/${number}`);
  const lines = await db.rows<CreditedLine>(sql`
    select invoice_id::text as invoice, vendor_id::text as owner, number, invoice_date as date, no, item_name as "itemName", quantity,
      taxable + invoice_lines.cgst + invoice_lines.sgst + invoice_lines.igst + cess as due
    from invoice_lines join invoices on invoices.id = invoice_id
    where (vendor_id, code_key(number)) in (
      select vendor_id, code_key(vendor_invoice_ref) from memos where kind = 'credit' and item_quantity is not null)
    order by invoice_id, no`);
  return [...grouped(lines, ({ invoice }) => invoice)].flatMap(([invoice, own]) => {
    const [head] = own;
    if (head === undefined) return [];
    const back = goodsBack(allocated(head, own, credits.get(`${head.owner}/${codeKey(head.number)}`) ?? []));
    return own.map(({ no }, index) => ({ invoice, no, quantity: (back[index] ?? new Decimal(0)).toFixed() }));
  });
}
