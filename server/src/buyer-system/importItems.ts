import type { Actor } from '../actor.ts';
import { recordSheet } from '../audit/audit.ts';
import { firstRows, type Intake } from '../sheets/upload.ts';
import { storeItems } from './items.ts';
import type { BuyerItem } from '../erp/port.ts';
import { itemColumns } from './sheet.ts';

/** Takes in a sheet of the buyer's items, as those of this source. A code or, where the sheet has none, an EAN that stands twice is a fault of the second row. */
export function itemIntake(source: string, actor: Actor, fileName: string): Intake<typeof itemColumns, BuyerItem> {
  return {
    columns: itemColumns,
    open(tx) {
      const firstRow = firstRows();
      return {
        keep({ row, value }, errors) {
          const itemCode = value.itemCode ?? value.ean;
          const first = firstRow(itemCode, row);
          if (first !== null)
            errors.add(row, value.itemCode === null ? 'EAN Code' : 'Item Code', `${itemCode} stands in row ${first} already.`);
          return { ...value, itemCode, uomConversion: value.uomConversion?.toFixed() ?? '1', mrp: value.mrp?.toFixed(2) ?? null };
        },
        store: async (items, { errors }) => (errors.total > 0 ? { created: 0, updated: 0 } : storeItems(tx, source, items)),
        end: (counts) => recordSheet(tx, { actor, ownerId: null, action: 'item.import', entity: 'item' }, fileName, counts),
      };
    },
  };
}
