import sql, { type Sql } from 'sql-template-tag';

import { said } from '../database/said.ts';
import { unlisted } from '../rates/listed.ts';
import type { Intake } from '../sheets/intake.ts';
import { itemTable, storeItemRows } from './items.ts';
import { itemColumns } from './sheet.ts';

/**
 * Imports a sheet of items under this source. A repeated code is an error of the second row. A row without a code means the one stored item
 * with its EAN; if there is none, the EAN becomes the code.
 */
export function itemIntake(source: string): Intake<typeof itemColumns> {
  const meant = meantIn(source);
  return {
    columns: itemColumns,
    // `own_code` is null where the row has none.
    fields: { ...itemTable.fields, ownCode: ['own_code', 'text'] },
    stage: ({ value }) => ({
      ownCode: value.itemCode,
      itemCode: value.itemCode ?? value.ean,
      uomConversion: value.uomConversion ?? '1',
    }),
    faults: () => sql`
      select row, case when own_code is null then 'EAN Code' else 'Item Code' end as column, ${said('{code} is already in row {first}.', { code: sql`item_code`, first: sql`first` })} as message
      from (select *, min(row) over (partition by key) as first from (${meant}) meant) keyed where first < row
      union all
      select row, 'EAN Code', ${said('Several items have the EAN {ean} ({codes}). Enter the Item Code too.', { ean: sql`ean`, codes: sql`codes` })}
      from (${meant}) meant where times > 1
      union all
      select row, 'EAN Code', ${said('Row {coded} also has the EAN {ean}, with an Item Code. Enter the Item Code here too.', { coded: sql`coded`, ean: sql`ean` })}
      from (select *, min(row) filter (where own_code is not null) over (partition by gtin_key(ean)) as coded from staged) coded
      where own_code is null and coded is not null
      order by row`,
    remarks: unlisted(sql`uom_code`),
    async store(tx) {
      // Two concurrent uploads may have the same code in two spellings.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`items of ${source}`}, 0))`);
      await tx.execute(sql`
        update staged set item_code = meant.code, ean = meant.kept from (${meant}) meant
        where meant.row = staged.row and (meant.code, meant.kept) is distinct from (staged.item_code, staged.ean)`);
      return storeItemRows(tx, source, sql`select * from staged order by row`);
    },
  };
}

/**
 * Selects the rows with the `code` that each row means, the EAN that its item keeps, the number of stored items it may mean, and their
 * `codes`.
 */
const meantIn = (source: string): Sql => sql`
  select staged.row, own_code, staged.item_code, staged.ean, coalesce(known.item_code, same.code, staged.item_code) as code,
    coalesce(same.ean, staged.ean) as kept, same.times, same.codes,
    case when own_code is null and same.times = 0 then gtin_key(staged.ean) else code_key(coalesce(known.item_code, same.code, staged.item_code)) end as key
  from staged
  left join lateral (
    select item_code from items where source = ${source} and code_key(items.item_code) = code_key(staged.own_code)
    order by items.item_code = staged.own_code desc, twin limit 1) known on true
  left join lateral (
    select count(*) as times, string_agg(item_code, ', ' order by id) as codes, case when count(*) = 1 then min(item_code) end as code,
      case when count(*) = 1 then min(items.ean) end as ean
    from items where staged.own_code is null and source = ${source} and gtin_key(items.ean) = gtin_key(staged.ean)) same on true`;
