import sql from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import { recordSheet } from '../audit/audit.ts';
import { type Intake, keyedRows } from '../sheets/intake.ts';
import { storeItemRows } from './items.ts';
import { itemColumns } from './sheet.ts';

const STAGED = {
  /** The buyer's own; null where the EAN is the code. */
  own_code: 'text',
  item_code: 'text',
  ean: 'text',
  item_name: 'text',
  brand_name: 'text',
  category_name: 'text',
  hsn_code: 'text',
  sku_code: 'text',
  uom_code: 'text',
  uom_description: 'text',
  uom_conversion: 'numeric',
  mrp: 'numeric',
};

/** Takes in a sheet of the buyer's items, as those of this source. A code or, where the sheet has none, an EAN that stands twice is a fault of the second row. */
export function itemIntake(source: string, actor: Actor, fileName: string): Intake<typeof itemColumns, keyof typeof STAGED> {
  return {
    columns: itemColumns,
    staged: STAGED,
    stage: ({ value }) => ({
      own_code: value.itemCode,
      item_code: value.itemCode ?? value.ean,
      ean: value.ean,
      item_name: value.name,
      brand_name: value.brandName,
      category_name: value.category,
      hsn_code: value.hsnCode,
      sku_code: value.skuCode,
      uom_code: value.uom,
      uom_description: value.uomDescription,
      uom_conversion: value.uomConversion ?? '1',
      mrp: value.mrp,
    }),
    faults: () => sql`
      select row, case when own_code is null then 'EAN Code' else 'Item Code' end as column,
        item_code || ' stands in row ' || first || ' already.' as message
      from (${keyedRows(sql`item_code`)}) keyed where first < row order by row`,
    async store(tx) {
      const counts = await storeItemRows(tx, source, sql`select * from staged order by row`);
      await recordSheet(tx, { actor, ownerId: null, action: 'item.import', entity: 'item' }, fileName, counts);
      return counts;
    },
  };
}
