import sql, { raw, type Sql } from 'sql-template-tag';

import type { Actor } from '../actor.ts';

/** The log's names of the columns that a vendor fills. */
const SENT = {
  EANCode: 'ean',
  quantity: 'quantity',
  shelfLifeDays: 'shelf_life_days',
  dateOfAvailability: 'available_on',
  MRP: 'mrp',
  percentage: 'percentage',
  margin: 'margin',
  netPTR: 'net_ptr',
  transferPrice: 'transfer_price',
  scheme: 'scheme_id',
  remarks: 'remarks',
};

/** And with those that follow from the item and the price. */
const ALL = {
  ...SENT,
  HSNCode: 'hsn_code',
  brandName: 'brand_name',
  productCategory: 'category',
  productName: 'name',
  SKUCode: 'sku_code',
  UOM: 'uom',
  uomConversion: 'uom_conversion',
  priceApproval: 'price_approved',
};

type Names = Readonly<Record<string, string>>;

/**
 * What `storeProduct` writes into the log, made by the database: an entry for each product that was added, with all columns, or changed,
 * with what is different.
 */
export function logOf(actor: Actor, owner: string): Sql {
  return sql`
    insert into audit_log (actor_id, vendor_id, action, entity, entity_id, before, after)
    select ${actor.id}::bigint, ${owner}::bigint, 'product.create', 'product', id::text, null::jsonb, ${raw(jsonOf('added', ALL))} from added
    union all ${edits(actor, owner)}`;
}

/** What a sheet's statements write into the log, of what they have as `added` and as `changed`. */
export interface SheetLog {
  /** An entry for each of `added`, with the columns that were sent. */
  readonly added: Sql;
  /** An entry for each of `changed`, with what is different. */
  readonly changed: Sql;
}

export function logOfSheet(actor: Actor, owner: string): SheetLog {
  return {
    added: sql`
      insert into audit_log (actor_id, vendor_id, action, entity, entity_id, after)
      select ${actor.id}::bigint, ${owner}::bigint, 'product.create', 'product', id::text, ${raw(jsonOf('added', SENT))} from added order by id`,
    changed: sql`
      insert into audit_log (actor_id, vendor_id, action, entity, entity_id, before, after) ${edits(actor, owner)}`,
  };
}

function edits(actor: Actor, owner: string): Sql {
  return sql`
    select ${actor.id}::bigint, ${owner}::bigint, 'product.edit', 'product', changed.id::text, ${differing('old', 'changed')}, ${differing('changed', 'old')}
    from changed join old on old.id = changed.id`;
}

function jsonOf(table: string, columns: Names, value = (column: string) => `${table}.${column}`): string {
  return `jsonb_build_object(${Object.entries(columns)
    .map(([name, column]) => `'${name}', ${value(column)}`)
    .join(', ')})`;
}

/** The values of `one` that `other` has not; empty ones are left out. */
function differing(one: string, other: string): Sql {
  const value = (column: string) => `case when ${one}.${column} is distinct from ${other}.${column} then ${one}.${column} end`;
  return raw(`jsonb_strip_nulls(${jsonOf(one, ALL, value)})`);
}
