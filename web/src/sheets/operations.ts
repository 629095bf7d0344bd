import type { Operation, workbook } from '@aapurti/contract/ground/operation';
import type { SheetDone, SheetRefusal } from '@aapurti/contract/sheets/sheets';
import type * as z from 'zod';

/** Returns a workbook: a template or an export. */
export type WorkbookOperation = Operation<z.ZodType, z.ZodType, z.ZodType, { readonly 200: typeof workbook }>;

/** Checks a sheet with `dryRun`, and stores it otherwise. */
export type UploadOperation = Operation<
  z.ZodType,
  z.ZodType,
  z.ZodType,
  { readonly 200: z.ZodType<SheetDone>; readonly 201: z.ZodType<SheetRefusal> }
>;

/** Returns the uploaded workbook with its errors marked. */
export type MarkOperation = Operation<
  z.ZodType,
  z.ZodType,
  z.ZodType,
  { readonly 200: typeof workbook; readonly 201: z.ZodType<SheetRefusal> }
>;
