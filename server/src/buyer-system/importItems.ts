import type { SheetDone, SheetRefusal } from '@aapurti/contract/sheets';

import type { Actor } from '../accounts/sessions.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Upload } from '../http/multipart.ts';
import { type Counts, type Intake, markSheet, takeSheet } from '../spreadsheets/upload.ts';
import { storeItems } from './items.ts';
import type { BuyerItem } from './port.ts';
import { itemColumns } from './sheet.ts';

/** Rows stored by one statement. */
const BATCH = 5_000;

/** Loads the buyer's items from a sheet, all or nothing; with `dryRun` everything happens but the change. */
export function importItems(ctx: Context, actor: Actor, file: Upload | undefined, dryRun: boolean): Promise<SheetDone | SheetRefusal> {
  return takeSheet(file, itemIntake(ctx, actor, file?.name ?? ''), { dryRun, csvAllowed: true });
}

/** The sheet as a workbook with its faults marked, or why it cannot be read. Stores nothing. */
export function markItems(ctx: Context, actor: Actor, file: Upload | undefined): Promise<Buffer | SheetRefusal> {
  return markSheet(file, itemIntake(ctx, actor, file?.name ?? ''), { csvAllowed: true });
}

/** A code or, where the sheet has none, an EAN that stands twice is a fault of the second row. */
function itemIntake(ctx: Context, actor: Actor, fileName: string): Intake<typeof itemColumns> {
  const items: BuyerItem[] = [];
  const seen = new Map<string, number>();
  return {
    columns: itemColumns,
    take(rows, errors) {
      for (const { row, value } of rows) {
        const itemCode = value.itemCode ?? value.ean;
        const before = seen.get(itemCode);
        if (before !== undefined)
          errors.add(row, value.itemCode === null ? 'EAN Code' : 'Item Code', `${itemCode} stands in row ${before} already.`);
        seen.set(itemCode, before ?? row);
        items.push({ ...value, itemCode, uomConversion: value.uomConversion?.toFixed() ?? '1', mrp: value.mrp?.toFixed(2) ?? null });
      }
    },
    store: async ({ errors }, dryRun) => (errors.total > 0 ? { created: 0, updated: 0 } : store(ctx, actor, fileName, items, dryRun)),
  };
}

class DryRun extends Error {}

async function store(ctx: Context, actor: Actor, name: string, items: BuyerItem[], dryRun: boolean): Promise<Counts> {
  const counts = { created: 0, updated: 0 };
  try {
    await ctx.db.transaction(async (tx) => {
      Object.assign(counts, { created: 0, updated: 0 });
      for (let start = 0; start < items.length; start += BATCH) {
        const stored = await storeItems(tx, ctx.buyerSystem.source, items.slice(start, start + BATCH));
        counts.created += stored.created;
        counts.updated += stored.updated;
      }
      if (dryRun) throw new DryRun('undo');
      await recordAudit(tx, {
        actor,
        ownerId: null,
        action: 'item.import',
        entity: 'item',
        entityId: name.slice(0, 120),
        after: { ...counts },
      });
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  return counts;
}
