import type { Operation, workbook } from '@aapurti/contract/ground/operation';
import type { SheetDone, SheetRefusal } from '@aapurti/contract/sheets/sheets';
import type * as z from 'zod';

/** Answers with a workbook: a template or an export. */
export type WorkbookOperation = Operation<z.ZodType, z.ZodType, z.ZodType, { readonly 200: typeof workbook }>;

/** Checks a sheet with `dryRun`, stores it without. */
export type UploadOperation = Operation<
  z.ZodType,
  z.ZodType,
  z.ZodType,
  { readonly 200: z.ZodType<SheetDone>; readonly 201: z.ZodType<SheetRefusal> }
>;

/** Answers with the uploaded workbook and its faults marked. */
export type MarkOperation = Operation<
  z.ZodType,
  z.ZodType,
  z.ZodType,
  { readonly 200: typeof workbook; readonly 201: z.ZodType<SheetRefusal> }
>;
