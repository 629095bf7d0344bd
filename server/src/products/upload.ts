import { messages } from '@aapurti/contract/products/products';
import { priceOf } from '@aapurti/contract/products/pricing';
import sql, { type Sql } from 'sql-template-tag';

import { said } from '../database/said.ts';
import type { Actor } from '../ground/actor.ts';
import type { Context } from '../context.ts';
import { stillOn } from '../schemes/schemes.ts';
import { type Intake, keyedRows } from '../sheets/intake.ts';
import { givenTable, productColumns } from './columns.ts';
import { storeSheet } from './store.ts';

const { EANCode: EAN, scheme: SCHEME } = productColumns;

/**
 * Imports a sheet of the owner's products. A repeated EAN is an error of the second row. A stored product is updated, except for optional
 * columns that the sheet lacks.
 */
export function productIntake(ctx: Pick<Context, 'clock'>, actor: Actor, owner: string): Intake<typeof productColumns> {
  return {
    columns: productColumns,
    // The scheme is its number or name.
    fields: { EANCode: ['ean', 'text'], ...givenTable.fields, scheme: ['wanted_scheme', 'text'] },
    stage({ row, value }, errors) {
      const found = priceOf({ ...value, mrp: value.MRP });
      const faults = 'errors' in found ? found.errors : {};
      for (const [field, message] of Object.entries(faults)) {
        errors.add(row, productColumns[field as keyof typeof productColumns].heading, message);
      }
      // A row with an invalid price has no transfer price.
      return 'price' in found ? { ...found.price } : { percentage: null, margin: null, transferPrice: null };
    },
    faults: () => sql`
      select row, ${EAN.heading} as column, ${said('{code} is already in row {first}.', { code: sql`ean`, first: sql`first` })} as message, 1 as place
      from (${rowsByEan}) keyed where first < row
      union all
      select row, ${EAN.heading}, case when item.count = 0 then ${messages.noMatch} else ${messages.noExactMatch} end, 2
      from (${soundRows}) sound, lateral (select count(*) from items where gtin_key(items.ean) = gtin_key(sound.ean)) item where item.count <> 1
      union all
      select sound.row, ${SCHEME.heading}, case when found > 1 then ${TWO_SCHEMES} else ${messages.notOffered} end, 3
      from (${soundRows}) sound left join products on products.vendor_id = ${owner} and gtin_key(products.ean) = gtin_key(sound.ean),
        lateral (${chosenScheme(ctx, owner)}) chosen
      where wanted_scheme is not null and chosen.id is null
      order by row, place`,
    store: (tx, { fields, rows }) => storeSheet(tx, actor, { owner, rows, fields, scheme: chosenScheme(ctx, owner) }),
  };
}

const rowsByEan = keyedRows(sql`gtin_key(ean)`);
/** The errors of the other rows are already listed. */
const soundRows = sql`select * from (${rowsByEan}) keyed where first = row and transfer_price is not null`;

const TWO_SCHEMES = 'Several of your schemes for this EAN have this name. Enter the scheme number.';

/**
 * Selects the `id` of the scheme that the text of a `sound` row means, null if it means none or several, and the number of candidates. In
 * order of precedence, the text means: the product's current scheme by number or name, even if it has expired; the number of an offered
 * scheme; its name, if only one scheme has it.
 */
function chosenScheme(ctx: Pick<Context, 'clock'>, owner: string): Sql {
  return sql`
    select count(*)::int as found, coalesce(
      min(id) filter (where id = products.scheme_id), min(id) filter (where is_offered and number::text = wanted_scheme),
      case when count(*) filter (where is_offered) = 1 then min(id) filter (where is_offered) end) as id
    from (
      select id, number, (${stillOn(ctx)}) as is_offered from schemes
      where vendor_id = ${owner} and gtin_key(schemes.ean) = gtin_key(sound.ean)
        and (number::text = wanted_scheme or lower(btrim(name, E' \\t\\r\\n')) = lower(wanted_scheme))
    ) meant
    where is_offered or id = products.scheme_id`;
}
