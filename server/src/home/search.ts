import { codeKey, gtinKey } from '@aapurti/contract/ground/codeKeys';
import { plainCode } from '@aapurti/contract/ground/codes';
import { type Found, FOUND_KINDS, FOUND_MOST, type FoundKind } from '@aapurti/contract/home/search';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import { contains, containsCode, containsEan, containsKnownCode } from '../database/list.ts';
import { productsOf } from '../products/itemTexts.ts';
import { ownRows } from '../access/owner.ts';
import { paidNumbers } from '../payments/payments.ts';

/** The best results are picked from this many newest matches, so that a common search term does not sort the whole table. */
const NEWEST = 20;

/** The shortest text that trigram indexes can find: anything shorter would read the whole index. */
const THREE_LETTERS = /[\p{L}\p{M}\p{N}]{3}/u;

interface Place {
  kind: FoundKind;
  from: Sql;
  id?: Sql;
  vendor: Sql;
  number: Sql;
  productName?: Sql;
  day?: Sql;
  amount?: Sql;
  where?: Sql;
  /**
   * Rows whose number equals the text, by an index of their own, because a number such as `12` may be older than all rows that contain it.
   */
  equal?: Sql;
  /** Rows that contain the text. */
  like: Sql;
}

/**
 * The caller's records that match a text, best first: equal to it, then starting with it, then containing it, each newest first. A text
 * without three consecutive letters or digits finds only equal numbers.
 */
export async function searchEverywhere(db: Database, actor: Actor, text = ''): Promise<Found[]> {
  if (text === '') return [];
  const isLong = THREE_LETTERS.test(plainCode(text));
  const places = placesOf(text, isLong ? await ofItems(db, text) : sql`false`);
  const rows = places.filter(({ kind, equal }) => (actor.isAdmin || kind !== 'vendor') && (isLong || equal !== undefined));
  return db.rows<Found & Record<string, unknown>>(sql`
    select found.kind, found.id::text as _id, vendor_id::text as "userID", number, "productName", day::text as day, amount::float8 as amount,
      case when ${actor.isAdmin}::boolean then vendors.legal_name end as vendor_name
    from (${join(
      rows.map((place) => best(place, actor, text, isLong)),
      ' union all ',
    )}) found join vendors on vendors.id = vendor_id
    order by place, rank, found.id desc`);
}

function placesOf(text: string, products: Sql): Place[] {
  return [
    {
      kind: 'order',
      from: sql`purchase_orders`,
      vendor: sql`vendor_id`,
      number: sql`number`,
      day: sql`ordered_on`,
      amount: sql`value`,
      equal: sql`code_key(number) = ${codeKey(text)}`,
      like: hasCode([sql`number`], text),
    },
    {
      kind: 'invoice',
      from: sql`invoices`,
      vendor: sql`vendor_id`,
      number: sql`number`,
      day: sql`invoice_date`,
      amount: sql`value`,
      equal: sql`code_key(number) = ${codeKey(text)}`,
      like: hasCode([sql`number`], text),
    },
    {
      kind: 'product',
      from: sql`products`,
      vendor: sql`vendor_id`,
      number: sql`ean`,
      productName: sql`name`,
      amount: sql`mrp`,
      equal: sql`gtin_key(ean) = ${gtinKey(text)}`,
      like: products,
    },
    {
      kind: 'vendor',
      from: sql`vendors join users on users.id = vendors.id and not is_admin`,
      id: sql`vendors.id`,
      vendor: sql`vendors.id`,
      number: sql`legal_name`,
      equal: sql`(vendors.code::text = ${text} or lower(legal_name) = lower(${text}))`,
      like: has([sql`lower(legal_name)`, sql`vendors.code::text`, sql`lower(gstin)`, sql`lower(email)`], text),
    },
    {
      kind: 'dispatchNote',
      from: sql`dispatch_notes`,
      vendor: sql`vendor_id`,
      number: sql`number`,
      day: sql`challan_date`,
      equal: sql`code_key(number) = ${codeKey(text)}`,
      like: hasCode([sql`number`], text),
    },
    {
      kind: 'payment',
      from: sql`payments`,
      vendor: sql`vendor_id`,
      number: paidNumbers,
      day: sql`paid_on`,
      amount: sql`amount`,
      like: anyOf([containsKnownCode(sql`reference`, text), hasCode([sql`remarks`, sql`invoice_number`], text)]),
    },
    ...(['debit', 'credit'] as const).map((kind): Place => ({
      kind: `${kind}Memo`,
      from: sql`memos`,
      vendor: sql`vendor_id`,
      number: sql`vendor_invoice_ref`,
      productName: sql`product_name`,
      day: sql`(created_at at time zone 'Asia/Kolkata')::date`,
      amount: sql`amount`,
      where: sql`kind = ${kind}`,
      like: hasCode([sql`vendor_invoice_ref`], text),
    })),
  ];
}

async function ofItems(db: Database, text: string): Promise<Sql> {
  const named = (name: Sql, sku: Sql) => anyOf([contains(sql`lower(${name})`, text), containsEan(sql`ean`, text), containsCode(sku, text)]);
  const items = sql`select id from items where ${named(sql`item_name`, sql`coalesce(sku_code, item_code)`)}`;
  return productsOf(db, items, named(sql`name`, sql`sku_code`));
}

function best(place: Place, actor: Actor, text: string, isLong: boolean): Sql {
  const { kind, from, id = sql`id`, vendor, where, number, productName = sql`null` } = place;
  const [key, asked] = kind === 'product' ? [raw('gtin_key'), gtinKey(text)] : [raw('code_key'), codeKey(text)];
  const starts = [sql`starts_with(${key}(${number}), ${asked})`, sql`starts_with(lower(${productName}::text), lower(${text}))`];
  const rows = (matches: Sql, most: number) => sql`(
    select ${id} as id, ${vendor} as vendor_id, ${number}::text as number, ${productName}::text as "productName", ${place.day ?? sql`null`}::date as day,
      ${place.amount ?? sql`null`}::numeric as amount,
      case when ${key}(${number}) = ${asked} then 0 when ${join(starts, ' or ')} then 1 else 2 end as rank
    from ${from} where ${ownRows(vendor, actor)} and ${matches} ${where ? sql`and ${where}` : empty}
    order by 1 desc limit ${most})`;
  const arms = [...(place.equal ? [rows(place.equal, FOUND_MOST)] : []), ...(isLong ? [rows(place.like, NEWEST)] : [])];
  return sql`(
    select ${kind} as kind, ${FOUND_KINDS.indexOf(kind)}::int as place, rows.* from (${join(arms, ' union ')}) rows
    order by rank, id desc limit ${FOUND_MOST})`;
}

/** The condition that one of the columns, which are in lower case, contains the text. */
function has(columns: readonly Sql[], text: string): Sql {
  return anyOf(columns.map((column) => contains(column, text)));
}

/** Matches if one of the number columns contains the text. */
function hasCode(columns: readonly Sql[], text: string): Sql {
  return anyOf(columns.map((column) => containsCode(column, text)));
}

function anyOf(conditions: readonly (Sql | null)[]): Sql {
  return sql`(${join(
    conditions.map((condition) => condition ?? sql`false`),
    ' or ',
  )})`;
}
