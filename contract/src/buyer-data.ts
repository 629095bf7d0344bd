import * as z from 'zod';

import { listQuery, operation, textFilter } from './operation.ts';

/** One thing wrong with a sheet: the row as the spreadsheet program numbers it (headings are row 1), the column's heading, and a sentence. */
export const sheetError = z.object({ row: z.number(), column: z.string(), message: z.string() });
export type SheetError = z.infer<typeof sheetError>;

/** A sheet that was refused: the first faults, and how many there are. Nothing of it was stored. */
export const sheetRefusal = z.object({ message: z.string(), errors: z.array(sheetError), totalErrors: z.number() });
export type SheetRefusal = z.infer<typeof sheetRefusal>;

const buyerItem = z.object({
  _id: z.string(),
  EANCode: z.string(),
  item_code: z.string(),
  item_name: z.string(),
  brandName: z.string().nullable(),
  categoryName: z.string().nullable(),
  HSNCode: z.string().nullable(),
  SKUCode: z.string().nullable(),
  itemUomCode: z.string().nullable(),
  itemUomDescription: z.string().nullable(),
  uomConversion: z.number(),
  item_mrp: z.number().nullable(),
  updatedAt: z.string(),
});
export type BuyerItem = z.infer<typeof buyerItem>;

/** What an administrator loads for the buyer: so the portal works with no ERP behind it. */
export const buyerData = {
  items: operation({
    id: 'buyerData.items',
    summary: "The buyer's item master, newest first",
    method: 'GET',
    path: '/api/buyerData/items',
    access: 'admin',
    query: listQuery({ itemName: textFilter, EANCode: textFilter }, ['EANCode', 'item_name', 'item_mrp', 'updatedAt']),
    replies: { 200: z.array(buyerItem), 201: z.array(buyerItem) },
  }),
  importItems: operation({
    id: 'buyerData.importItems',
    summary: 'Load items from a .csv or .xlsx sheet, all or nothing; with dryRun=true only check it',
    method: 'POST',
    path: '/api/buyerData/items',
    access: 'admin',
    query: z.object({ dryRun: z.enum(['true', 'false'], 'Must be true or false.').optional() }),
    files: ['file'],
    fileBytesMax: 50 * 1024 * 1024,
    replies: {
      200: z.object({ message: z.string(), created: z.number(), updated: z.number(), remarks: z.array(sheetError) }),
      201: sheetRefusal,
    },
  }),
};
