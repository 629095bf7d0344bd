import sql, { raw, type Sql } from 'sql-template-tag';

import type { Actor } from '../actor.ts';

/** The log's names of the columns that a vendor fills. */
export const SENT = {
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
export const ALL = {
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

/** Writes an entry for each product of `added`, with these columns, and for each of `changed`, with what differs from `old`. */
export function logOf(actor: Actor, owner: string, columns: Names): Sql {
  return sql`
    insert into audit_log (actor_id, vendor_id, action, entity, entity_id, before, after)
    (select ${actor.id}::bigint, ${owner}::bigint, 'product.create', 'product', id::text, null::jsonb, ${raw(jsonOf('added', columns))}
      from added order by id)
    union all
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
