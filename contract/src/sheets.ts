import * as z from 'zod';

import { operation, ownerChoice, workbook } from './operation.ts';

/** One thing wrong with a sheet: the row as the spreadsheet program numbers it (headings are row 1), the column's heading, and a sentence. */
const sheetError = z.object({ row: z.number(), column: z.string(), message: z.string() }).meta({ id: 'SheetFault' });
export type SheetError = z.infer<typeof sheetError>;

/** A sheet that was refused: the first faults, and how many there are. Nothing of it was stored. */
export const sheetRefusal = z
  .object({ message: z.string(), errors: z.array(sheetError), totalErrors: z.number() })
  .meta({ id: 'SheetRefusal' });
export type SheetRefusal = z.infer<typeof sheetRefusal>;

/** A sheet that was stored, or with `dryRun` would be: how many rows are new and how many change what is there, and the first of what is odd. */
export const sheetDone = z
  .object({
    message: z.string(),
    created: z.number(),
    updated: z.number(),
    remarks: z.array(sheetError),
    totalRemarks: z.number(),
  })
  .meta({ id: 'SheetStored' });
export type SheetDone = z.infer<typeof sheetDone>;

export const messages = {
  uploaded: 'File Uploaded Successfully',
  failed: 'Something went wrong',
  templateFailed: 'Something went wrong. Please try later.',
} as const;

export const SHEET_BYTES_MAX = 50 * 1024 * 1024;

/** 'true' checks only: everything happens but the change. */
export const dryRun = z.enum(['true', 'false'], 'Must be true or false.').optional();

/**
 * The four calls of a table that is kept in spreadsheets: its template, what there is as a workbook, an upload, and the uploaded
 * workbook back with its faults marked.
 */
export function sheetCalls<Query extends z.ZodType>(given: {
  /** As in `product`: the calls are `product.template`, … */
  id: string;
  /** What a row is, in the plural. */
  rows: string;
  /** As in `/api/product`. */
  path: string;
  /** The filters of the list: an export has what the list shows, on all its pages. */
  filters: Query;
  /** Who may upload. */
  access: 'catalogue' | 'invoices' | 'dispatch';
}) {
  const { id, rows, path, filters, access } = given;
  const upload = { access, body: z.object({ userID: ownerChoice }), files: ['file'], fileBytesMax: SHEET_BYTES_MAX } as const;
  return {
    template: operation({
      id: `${id}.template`,
      summary: `An empty workbook for ${rows}, with an example and notes`,
      method: 'GET',
      path: `${path}/download`,
      access: 'members',
      replies: { 200: workbook },
    }),
    export: operation({
      id: `${id}.export`,
      summary: `A workbook of all ${rows} that match the filters`,
      method: 'GET',
      path: `${path}/export`,
      access: 'members',
      query: filters,
      replies: { 200: workbook },
    }),
    upload: operation({
      id: `${id}.upload`,
      summary: `Store the ${rows} of a workbook, all or nothing; with dryRun=true only check them`,
      method: 'POST',
      path: `${path}/excelUpload`,
      query: z.object({ dryRun }),
      idempotent: 'byVerb',
      replies: { 200: sheetDone, 201: sheetRefusal },
      ...upload,
    }),
    mark: operation({
      id: `${id}.mark`,
      summary: 'The same workbook with its faults marked; nothing is stored',
      method: 'POST',
      path: `${path}/excelUpload/marked`,
      replies: { 200: workbook, 201: sheetRefusal },
      ...upload,
    }),
  };
}
