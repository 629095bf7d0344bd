import * as z from 'zod';

import { named } from '../ground/fields.ts';
import { listQuery, operationsOf, textFilter, workbook } from '../ground/operation.ts';
import { dryRun, SHEET_BYTES_MAX, sheetAnswers, sheetDone, sheetRefusal } from '../sheets/sheets.ts';

const buyerItem = named('BuyerItem', {
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

const itemFilters = listQuery({ itemName: textFilter, EANCode: textFilter }, ['EANCode', 'item_name', 'item_mrp', 'updatedAt']);

/** The data that administrators upload when no ERP is connected. */
export const buyerSystem = operationsOf('buyerSystem', 'buyers', {
  items: {
    summary: "List the buyer's item master, newest first",
    route: 'GET /api/buyerData/items',
    query: itemFilters,
    replies: { 200: z.array(buyerItem), 201: z.array(buyerItem) },
  },
  itemTemplate: {
    summary: 'Download a template for items, with an example and notes',
    route: 'GET /api/buyerData/items/template',
    replies: { 200: workbook },
  },
  exportItems: {
    summary: 'Export all items that match the filters as an .xlsx file that can be uploaded again',
    route: 'GET /api/buyerData/items/export',
    query: itemFilters,
    replies: { 200: workbook },
  },
  importItems: {
    summary: 'Upload items from a .csv or .xlsx file, all rows or none; dryRun=true only checks the file',
    route: 'POST /api/buyerData/items',
    access: 'purchasing',
    query: z.object({ dryRun }),
    idempotent: 'byVerb',
    body: z.object(sheetAnswers),
    files: ['file'],
    fileBytesMax: SHEET_BYTES_MAX,
    replies: { 200: sheetDone, 201: sheetRefusal },
  },
  markItems: {
    summary: 'Return the file as .xlsx with its errors marked, without saving anything',
    route: 'POST /api/buyerData/items/marked',
    access: 'purchasing',
    body: z.object(sheetAnswers),
    files: ['file'],
    fileBytesMax: SHEET_BYTES_MAX,
    replies: { 200: workbook, 201: sheetRefusal },
  },
});
