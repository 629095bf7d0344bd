import type { SheetDone, SheetRefusal } from '@aapurti/contract/sheets';

import type { Actor } from '../accounts/sessions.ts';
import { recordSheet } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Upload } from '../http/multipart.ts';
import { firstRows, type Intake, markSheet, takeSheet } from '../spreadsheets/upload.ts';
import { storeItems } from './items.ts';
import type { BuyerItem } from './port.ts';
import { itemColumns } from './sheet.ts';

/** Loads the buyer's items from a sheet, all or nothing; with `dryRun` everything happens but the change. */
export function importItems(
  ctx: Context,
  actor: Actor,
  file: Upload | undefined,
  { dryRun, signal }: { dryRun: boolean; signal: AbortSignal },
): Promise<SheetDone | SheetRefusal> {
  return takeSheet(ctx.db, file, itemIntake(ctx, actor, file?.name ?? ''), { dryRun, csvAllowed: true, who: actor.id, signal });
}

/** The sheet as a workbook with its faults marked, or why it cannot be read. Stores nothing. */
export function markItems(ctx: Context, actor: Actor, file: Upload | undefined, signal: AbortSignal): Promise<Buffer | SheetRefusal> {
  return markSheet(ctx.db, file, itemIntake(ctx, actor, file?.name ?? ''), { csvAllowed: true, who: actor.id, signal });
}

/** A code or, where the sheet has none, an EAN that stands twice is a fault of the second row. */
function itemIntake(ctx: Context, actor: Actor, fileName: string): Intake<typeof itemColumns, BuyerItem> {
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
        store: async (items, { errors }) => (errors.total > 0 ? { created: 0, updated: 0 } : storeItems(tx, ctx.buyerSystem.source, items)),
        end: (counts) => recordSheet(tx, { actor, ownerId: null, action: 'item.import', entity: 'item' }, fileName, counts),
      };
    },
  };
}
