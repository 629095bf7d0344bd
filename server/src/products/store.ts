import sql, { raw, type Sql } from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import { busy } from '../ground/refusal.ts';
import { givenTable, itemTable, loggedOfSheet, loggedTable } from './columns.ts';
import { doerNames, doerOf } from '../audit/audit.ts';

/** The values that a product copies from its item, in the order of `itemTable`. */
const TAKEN = sql`
  items.ean, items.hsn_code, items.brand_name, items.category_name, items.item_name, coalesce(items.sku_code, items.item_code),
  items.uom_code, items.uom_conversion`;

const columnsOf = ({ fields }: { fields: Readonly<Record<string, readonly [column: string, type: string]>> }) =>
  Object.values(fields).map(([column]) => column);

const WRITTEN = [...columnsOf(itemTable), 'item_id', ...columnsOf(givenTable), 'net_ptr', 'scheme_id'];
/** The figures that an approval covers; if one of them changes, the approval is void. */
const PRICED = ['mrp', 'margin', 'transfer_price', 'scheme_id'];

const of = (table: string, columns: readonly string[]) => raw(columns.map((column) => `${table}.${column}`).join(', '));

interface Storing {
  actor: Actor;
  owner: string;
  /** Selects `row`, `ean` and the columns of `givenTable`. */
  given: Sql;
  /** Selects the owner's products of these EANs, which are locked before or by it. */
  old: Sql;
  /** Selects `row`, `id` and `net_ptr` of the scheme for each given row that can be stored; may use `given` and `old`. */
  scheme: Sql;
  /** Columns whose value an existing product keeps. */
  retained?: readonly string[];
  /** The logged fields of a product that was added. */
  logged: Sql;
}

/**
 * The common table expressions that add or change any number of an owner's products, with their entries in the log: `old`, then `wanted`,
 * `changed` and `added`. An unchanged product is not touched, and an approval stays while the price is the same. A product that another
 * transaction adds meanwhile is neither in `old` nor in `added`: run it again.
 */
function storing({ actor, owner, given, old, scheme, retained = [], logged }: Storing): Sql {
  const values = columnsOf(givenTable).map((column) => `${retained.includes(column) ? 'old' : 'given'}.${column}`);
  return sql`
    with given as not materialized (${given}),
    old as not materialized (${old}),
    scheme as (${scheme}),
    wanted (row, id, ${raw(WRITTEN.join(', '))}) as (
      select given.row, old.id, ${TAKEN}, items.id, ${raw(values.join(', '))}, coalesce(scheme.net_ptr, given.transfer_price), scheme.id
      from given join scheme using (row) left join old on gtin_key(old.ean) = gtin_key(given.ean)
      -- The one item. The planner expects as many as there are rows.
      join items on items.id = (select case when count(*) = 1 then min(id) end from items one where gtin_key(one.ean) = gtin_key(given.ean))),
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
      on conflict (vendor_id, gtin_key(ean), twin) do nothing
      returning *),
    logged as (${logOf(actor, owner, logged)})`;
}

const ATTEMPTS = 3;

/**
 * Stores the staged products, the first with the lowest id.
 * @param sheet.rows the number of staged products.
 * @param sheet.fields the fields that the sheet has columns for.
 * @param sheet.scheme selects the `id` of the scheme that the text of a row `sound` means; its product, if there is one, is `products`.
 */
export async function storeSheet(
  tx: Database,
  actor: Actor,
  { owner, rows, fields, scheme }: { owner: string; rows: number; fields: ReadonlySet<string>; scheme: Sql },
): Promise<{ created: number; updated: number }> {
  const chosen = fields.has('scheme')
    ? sql`select sound.row, chosen.id from given sound left join old products on gtin_key(products.ean) = gtin_key(sound.ean), lateral (${scheme}) chosen where wanted_scheme is not null`
    : sql`select given.row, old.scheme_id as id from given join old on gtin_key(old.ean) = gtin_key(given.ean) where old.scheme_id is not null`;
  const optional = ['dateOfAvailability', 'remarks'] as const;
  const retained = optional.filter((field) => !fields.has(field)).map((field) => givenTable.fields[field][0]);
  // Statistics of `products` may be older than the vendor's first upload: the planner then expects none of its products, and would compare
  // each row with each. The copy has statistics of its own, which versions before 17 see only if it is read in place.
  await tx.execute(sql`create temporary table known (like products) on commit drop`);
  // Its statistics give the number of keys.
  await tx.execute(sql`create index on known (gtin_key(ean))`);
  let created = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await tx.execute(sql`truncate known`);
    await tx.execute(sql`
      insert into known select * from products where vendor_id = ${owner} and gtin_key(ean) = any(array(select gtin_key(ean) from staged)) order by id for update`);
    await tx.execute(sql`analyze known`);
    const { added, known } = await tx.one<{ added: number; known: number }>(sql`
      ${storing({
        actor,
        owner,
        given: sql`select * from staged`,
        old: sql`select * from known`,
        scheme: sql`
          with chosen as (${chosen}),
          locked as (select id, net_ptr from schemes where id in (select id from chosen) order by id for share)
          select given.row, locked.id, locked.net_ptr from given left join chosen using (row) left join locked on locked.id = chosen.id
          where chosen.row is null or locked.id is not null`,
        retained,
        logged: loggedOfSheet.logged('added'),
      })}
      select (select count(*)::int from added) as added, (select count(*)::int from wanted where id is not null) as known`);
    created += added;
    if (added + known === rows) return { created, updated: rows - created };
  }
  throw busy();
}

interface OneProduct {
  owner: string;
  ean: string;
  product: Parameters<typeof givenTable.values>[0];
  /** Selects `id` and `net_ptr` of the product's scheme; null for none. May use `old`, which is locked by then. */
  scheme: Sql | null;
}

/**
 * Adds or changes an owner's product for this EAN in one statement. It waits for any other transaction that changes the product, and then
 * sees its result.
 * @param answer.wire columns of `products`, and of the tables that `join` adds.
 * @returns the number of items with the EAN and the number of schemes found: with one of each the product was stored, and `wire` is its
 * current version.
 */
export async function storeProduct(
  db: Database,
  actor: Actor,
  { owner, ean, product, scheme }: OneProduct,
  answer: { wire: Sql; join: Sql },
): Promise<{ items: number; schemes: number; wire: unknown }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stored = await db.first<{ items: number; schemes: number; wire: unknown }>(sql`
      ${storing({
        actor,
        owner,
        given: sql`select * from (values (1, ${ean}::text, ${givenTable.values(product)})) as one (row, ean, ${givenTable.names})`,
        old: sql`select * from products where vendor_id = ${owner} and gtin_key(ean) in (select gtin_key(ean) from given) order by id for update`,
        scheme: sql`select 1 as row, one.* from (${scheme ?? sql`select null::bigint as id, null::numeric as net_ptr`}) one`,
        logged: loggedTable.logged('added'),
      })},
      now as (
        select * from added union all select * from changed union all select * from old where not exists (select from changed))
      select (select count(*)::int from items where gtin_key(ean) = gtin_key(${ean}::text)) as items, (select count(*)::int from scheme) as schemes,
        (select row_to_json(wire) from (select ${answer.wire} from now products ${answer.join}) wire) as wire`);
    const isOvertaken = stored?.items === 1 && stored.schemes === 1 && stored.wire === null;
    if (stored !== undefined && !isOvertaken) return stored;
  }
  throw busy();
}

/**
 * Writes a log entry for each product of `added`, and one for each of `changed` with the differences from `old`.
 * @param after the logged fields of an added product.
 */
function logOf(actor: Actor, owner: string, after: Sql): Sql {
  return sql`
    insert into audit_log (${doerNames}, vendor_id, action, entity, entity_id, before, after)
    (select ${doerOf(actor)}, ${owner}::bigint, 'product.create', 'product', id::text, null::jsonb, ${after} from added order by added.id)
    union all
    select ${doerOf(actor)}, ${owner}::bigint, 'product.edit', 'product', changed.id::text, ${differing('old', 'changed')}, ${differing('changed', 'old')}
    from changed join old on old.id = changed.id`;
}

/** The values of `one` that `other` does not have; empty ones are left out. */
function differing(one: string, other: string): Sql {
  const values = Object.entries(loggedTable.fields).map(
    ([name, [column]]) => `'${name}', case when ${one}.${column} is distinct from ${other}.${column} then ${one}.${column} end`,
  );
  return raw(`jsonb_strip_nulls(jsonb_build_object(${values.join(', ')}))`);
}
