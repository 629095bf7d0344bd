import sql from 'sql-template-tag';

import { unlisted } from '../rates/listed.ts';
import { type Intake, keyedRows } from '../sheets/intake.ts';
import { itemTable, storeItemRows } from './items.ts';
import { itemColumns } from './sheet.ts';

/** Imports a sheet of items under this source. A code that occurs twice is a fault of the second row; without a code, an EAN is the code. */
export function itemIntake(source: string): Intake<typeof itemColumns> {
  return {
    columns: itemColumns,
    // `own_code` is null where the EAN is the code.
    staged: { own_code: 'text', ...itemTable.types },
    stage: ({ value }) => ({
      own_code: value.itemCode,
      ...itemTable.row({ ...value, itemCode: value.itemCode ?? value.ean, uomConversion: value.uomConversion ?? '1' }),
    }),
    faults: () => sql`
      select row, case when own_code is null then 'EAN Code' else 'Item Code' end as column,
        item_code || ' is already in row ' || first || '.' as message
      from (${keyedRows(sql`item_code`)}) keyed where first < row order by row`,
    remarks: unlisted(sql`uom_code`),
    store: (tx) => storeItemRows(tx, source, sql`select * from staged order by row`),
  };
}
