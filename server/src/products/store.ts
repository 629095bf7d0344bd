import type { Price } from '@aapurti/contract/pricing';
import sql, { join, raw, type Sql } from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import type { Database } from '../database/database.ts';
import { busy } from '../refusal.ts';
import { ALL, logOf, SENT } from './log.ts';

/** A price as it is stored. */
export function priceTexts({ mrp, percentage, margin, transferPrice }: Price) {
  return { mrp: mrp.toFixed(2), percentage: percentage.toFixed(), margin: margin.toFixed(2), transferPrice: transferPrice.toFixed(2) };
}

/** What a product takes over from its item. */
const OF_ITEM = {
  ean: 'items.ean',
  hsn_code: 'items.hsn_code',
  brand_name: 'items.brand_name',
  category: 'items.category_name',
  name: 'items.item_name',
  sku_code: 'coalesce(items.sku_code, items.item_code)',
  uom: 'items.uom_code',
  uom_conversion: 'items.uom_conversion',
};

/** What a vendor gives, with its types. */
const GIVEN = {
  quantity: 'numeric',
  shelf_life_days: 'int',
  available_on: 'date',
  mrp: 'numeric',
  percentage: 'numeric',
  margin: 'numeric',
  transfer_price: 'numeric',
  remarks: 'text',
};
type Given = keyof typeof GIVEN;

/** All that a save writes. */
const WRITTEN = [...Object.keys(OF_ITEM), 'item_id', ...Object.keys(GIVEN), 'net_ptr', 'scheme_id'];
/** What an approval was given for; when any of it changes, the approval is void. */
const PRICED = ['mrp', 'margin', 'transfer_price', 'scheme_id'];
const TAKEN = Object.entries(OF_ITEM).map(([column, from]) => `${from} as ${column}`);

const of = (table: string, columns: readonly string[]) => raw(columns.map((column) => `${table}.${column}`).join(', '));

interface Storing {
  actor: Actor;
  owner: string;
  /** Selects `row`, `ean` and the columns of GIVEN. */
  given: Sql;
  /** Selects `row`, `id` and `net_ptr` of the scheme for each given row that can be stored; may use `given` and `old`. */
  scheme: Sql;
  /** What an existing product keeps instead of what is given. */
  kept?: readonly Given[];
  logged: Readonly<Record<string, string>>;
}

/**
 * The common table expressions that add an owner's products or change them, with their entries in the log, however many. `old` is what
 * there was, locked; then come `wanted`, `changed` and `added`. A product that stays as it is is not touched, and an approval is kept
 * while its price is the same. A product that somebody else adds at this moment is neither in `old` nor in `added`: run it again.
 */
function storing({ actor, owner, given, scheme, kept = [], logged }: Storing): Sql {
  const values = (Object.keys(GIVEN) as Given[]).map((column) => `${kept.includes(column) ? 'old' : 'given'}.${column}`);
  const taken = [...TAKEN, 'items.id as item_id', ...values];
  return sql`
    with given as materialized (${given}),
    old as materialized (
      select products.* from products where vendor_id = ${owner} and ean in (select ean from given) order by id for update),
    scheme as materialized (${scheme}),
    wanted as materialized (
      select given.row, old.id, ${raw(taken.join(', '))}, coalesce(scheme.net_ptr, given.transfer_price) as net_ptr, scheme.id as scheme_id
      from given join scheme using (row) join items on items.ean = given.ean left join old on old.ean = given.ean
      where not exists (select from items twin where twin.ean = items.ean and twin.id <> items.id)),
    changed as (
      update products set (${raw(WRITTEN.join(', '))}) = row (${of('wanted', WRITTEN)}),
        price_approved = products.price_approved and (${of('products', PRICED)}) is not distinct from (${of('wanted', PRICED)}),
        updated_at = clock_timestamp()
      from wanted
      where products.id = wanted.id and (${of('products', WRITTEN)}) is distinct from (${of('wanted', WRITTEN)})
      returning products.*),
    added as (
      insert into products (vendor_id, ${raw(WRITTEN.join(', '))})
      select ${owner}, ${of('wanted', WRITTEN)} from wanted where id is null order by row
      on conflict (vendor_id, ean) do nothing
      returning *),
    logged as (${logOf(actor, owner, logged)})`;
}

const ATTEMPTS = 3;
/** So many rows that to compare each with each takes longer than to read all items once. */
const MANY = 500;

/**
 * Stores the products that are staged, the first with the lowest id.
 * @param sheet.rows how many are staged.
 * @param sheet.fields those that the sheet has columns for.
 * @param sheet.scheme selects the \`id\` of the scheme that the text of a row \`sound\` means, whose product, if there is one, is \`products\`.
 */
export async function storeSheet(
  tx: Database,
  actor: Actor,
  { owner, rows, fields, scheme }: { owner: string; rows: number; fields: ReadonlySet<string>; scheme: Sql },
): Promise<{ created: number; updated: number }> {
  const chosen = fields.has('scheme')
    ? sql`select sound.row, chosen.id from given sound left join old products on products.ean = sound.ean, lateral (${scheme}) chosen where wanted_scheme is not null`
    : sql`select given.row, old.scheme_id as id from given join old on old.ean = given.ean where old.scheme_id is not null`;
  const kept: Given[] = [];
  if (!fields.has('availableOn')) kept.push('available_on');
  if (!fields.has('remarks')) kept.push('remarks');
  // By statistics from before a vendor's first sheet the planner joins its 20,000 products by nested loops: 52 s instead of 1.5.
  if (rows >= MANY) await tx.execute(sql`set local enable_nestloop = off`);
  let created = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await tx.first<{ added: number; known: number }>(sql`
      ${storing({
        actor,
        owner,
        given: sql`select * from staged`,
        scheme: sql`
          with chosen as materialized (${chosen}),
          locked as materialized (select id, net_ptr from schemes where id in (select id from chosen) order by id for share)
          select given.row, locked.id, locked.net_ptr from given left join chosen using (row) left join locked on locked.id = chosen.id
          where chosen.row is null or locked.id is not null`,
        kept,
        logged: SENT,
      })}
      select (select count(*)::int from added) as added, (select count(*)::int from wanted where id is not null) as known`);
    const { added = 0, known = 0 } = found ?? {};
    created += added;
    if (added + known === rows) return { created, updated: rows - created };
  }
  throw busy();
}

/** What a vendor gives of a product. Figures are the texts of exact numbers. */
export interface OneProduct {
  quantity: string;
  shelfLifeDays: string;
  availableOn: string | null;
  mrp: string;
  percentage: string;
  margin: string;
  transferPrice: string;
  remarks: string | null;
}

/**
 * Adds an owner's product for this EAN or changes it, all in one statement: it waits for whoever is at the product, then sees what that
 * one left.
 * @param scheme selects `id` and `net_ptr` of the one that the product takes; null for none. May use `old`, which is locked by then.
 * @param wire a column of `products`, and of what `from` joins to it.
 * @returns how many items have the EAN and how many schemes were found: with one of each it was stored, and `wire` is of what there is now.
 */
export async function storeProduct(
  db: Database,
  actor: Actor,
  { owner, ean, product, scheme }: { owner: string; ean: string; product: OneProduct; scheme: Sql | null },
  answer: { wire: Sql; join: Sql },
): Promise<{ items: number; schemes: number; wire: unknown }> {
  const values: Record<Given, string | null> = {
    quantity: product.quantity,
    shelf_life_days: product.shelfLifeDays,
    available_on: product.availableOn,
    mrp: product.mrp,
    percentage: product.percentage,
    margin: product.margin,
    transfer_price: product.transferPrice,
    remarks: product.remarks,
  };
  const given = (Object.keys(GIVEN) as Given[]).map((column) => sql`${values[column]}::${raw(GIVEN[column])} as ${raw(column)}`);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stored = await db.first<{ items: number; schemes: number; wire: unknown }>(sql`
      ${storing({
        actor,
        owner,
        given: sql`select 1 as row, ${ean}::text as ean, ${join(given)}`,
        scheme: sql`select 1 as row, one.* from (${scheme ?? sql`select null::bigint as id, null::numeric as net_ptr`}) one`,
        logged: ALL,
      })},
      now as (
        select * from added union all select * from changed union all select * from old where not exists (select from changed))
      select (select count(*)::int from items where ean = ${ean}) as items, (select count(*)::int from scheme) as schemes,
        (select row_to_json(wire) from (select ${answer.wire} from now products ${answer.join}) wire) as wire`);
    const isOvertaken = stored?.items === 1 && stored.schemes === 1 && stored.wire === null;
    if (stored !== undefined && !isOvertaken) return stored;
  }
  throw busy();
}
