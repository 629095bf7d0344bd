import * as z from 'zod';

import { anything, isBlank, named } from '../ground/fields.ts';
import { operationsOf, ownerChoice, workbook } from '../ground/operation.ts';

/** One error of a file: the row as the spreadsheet program numbers it (headings are row 1), the column's heading, and a sentence. */
const sheetError = named('SheetFault', {
  row: z.number(),
  column: z.string(),
  message: z.string(),
  /** The code of the rule for programs, as in the form's refusal; absent if a cell cannot be read. */
  code: z.string().optional(),
});
export type SheetError = z.infer<typeof sheetError>;

/**
 * The parts of a file that were read: its sheet, the row of its headings, and the columns; and the parts that were not read, each with a
 * sentence.
 */
const sheetReport = named('SheetReport', {
  /** Empty for a text file. */
  sheet: z.string(),
  headingRow: z.number(),
  columns: z.array(z.object({ heading: z.string(), column: z.string() })),
  notRead: z.array(z.object({ kind: z.enum(['column', 'sheet', 'row']), name: z.string(), message: z.string() })),
});
export type SheetReport = z.infer<typeof sheetReport>;

const DATE_ORDERS = ['dayFirst', 'monthFirst'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];
/** One order for all columns, or the order of each column by its heading in the file. */
export type DateOrders = DateOrder | Readonly<Record<string, DateOrder>>;

/**
 * An open question about a file: which column a heading means, or which part of a date comes first. The next upload contains the answer.
 */
const sheetQuestion = named('SheetQuestion', {
  kind: z.enum(['heading', 'dateOrder']),
  /** The heading in the file. */
  heading: z.string(),
  /** The column of the portal that is probably meant, or the one with unclear dates. */
  column: z.string(),
  message: z.string(),
});
export type SheetQuestion = z.infer<typeof sheetQuestion>;

/** A rejected file: the first errors, and their number. Nothing was stored. */
export const sheetRefusal = named('SheetRefusal', {
  message: z.string(),
  errors: z.array(sheetError),
  totalErrors: z.number(),
  questions: z.array(sheetQuestion).optional(),
  report: sheetReport.optional(),
});
export type SheetRefusal = z.infer<typeof sheetRefusal>;

/** A stored file, or the preview of one with `dryRun`: the number of new and changed rows, and the first warnings. */
export const sheetDone = named('SheetStored', {
  message: z.string(),
  created: z.number(),
  updated: z.number(),
  remarks: z.array(sheetError),
  totalRemarks: z.number(),
  report: sheetReport,
});
export type SheetDone = z.infer<typeof sheetDone>;

export const messages = {
  uploaded: 'File Uploaded Successfully',
  failed: 'Something went wrong',
  templateFailed: 'Something went wrong. Please try later.',
} as const;

export const SHEET_BYTES_MAX = 50 * 1024 * 1024;

const HEADINGS_MAX = 200;
const HEADINGS = 'Send the headings as JSON, for example {"Inv Date": "Invoice Date", "Rate": null}.';
const ORDERS = 'Choose dayFirst or monthFirst, or send JSON by heading, for example {"Invoice Date": "dayFirst"}.';
const headingsSchema = z.record(z.string().max(500), z.string().max(500).nullable());
const ordersSchema = z.union([z.enum(DATE_ORDERS), z.record(z.string().max(500), z.enum(DATE_ORDERS))]);

/** The answers to the questions about a file, as fields of its form. */
export const sheetAnswers = {
  /** The column that each heading of the file means; null for none of them. */
  headings: anything
    .transform((value, context): Readonly<Record<string, string | null>> => {
      if (isBlank(value)) return {};
      const found = headingsSchema.safeParse(typeof value === 'string' ? jsonOf(value) : value);
      if (found.success && Object.keys(found.data).length <= HEADINGS_MAX) return found.data;
      context.addIssue({ code: 'custom', message: HEADINGS });
      return z.NEVER;
    })
    .meta({ type: 'string' }),
  /** The order of the parts of unclear dates such as 05/11/2026: for all columns, or for each. */
  dateOrder: anything
    .transform((value, context): DateOrders | null => {
      if (isBlank(value)) return null;
      const found = ordersSchema.safeParse(typeof value === 'string' ? (jsonOf(value) ?? value) : value);
      if (found.success && (typeof found.data === 'string' || Object.keys(found.data).length <= HEADINGS_MAX)) return found.data;
      context.addIssue({ code: 'custom', message: ORDERS });
      return z.NEVER;
    })
    .meta({ type: 'string' }),
};

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The summaries of a file type's calls in the API description, each a whole sentence. */
export type SheetSummaries = Readonly<Record<'template' | 'export' | 'upload', string>>;

/** 'true' only checks the file, without storing it. */
export const dryRun = z.enum(['true', 'false'], 'Must be true or false.').optional();

/**
 * The four calls of a table that users maintain in spreadsheets: its template, the current data as a workbook, an upload, and the uploaded
 * workbook with its errors marked.
 */
export function sheetCalls<Query extends z.ZodType>(given: {
  /** The beginning of the calls' IDs, for example `product` for `product.template`. */
  id: string;
  summaries: SheetSummaries;
  /** The path, for example `/api/product`. */
  path: string;
  /** The filters of the list; an export contains all pages of the filtered list. */
  filters: Query;
  /** The roles that may upload. */
  access: 'catalogue' | 'invoices' | 'dispatch';
}) {
  const { id, summaries, path, filters, access } = given;
  const upload = {
    access,
    body: z.object({ userID: ownerChoice, ...sheetAnswers }),
    files: ['file'],
    fileBytesMax: SHEET_BYTES_MAX,
  } as const;
  return operationsOf(id, 'members', {
    template: {
      summary: summaries.template,
      route: `GET ${path}/download`,
      replies: { 200: workbook },
    },
    export: {
      summary: summaries.export,
      route: `GET ${path}/export`,
      query: filters,
      replies: { 200: workbook },
    },
    upload: {
      summary: summaries.upload,
      route: `POST ${path}/excelUpload`,
      query: z.object({ dryRun }),
      idempotent: 'byVerb',
      replies: { 200: sheetDone, 201: sheetRefusal },
      ...upload,
    },
    mark: {
      summary: 'Return the file with its errors marked, without saving anything',
      route: `POST ${path}/excelUpload/marked`,
      replies: { 200: workbook, 201: sheetRefusal },
      ...upload,
    },
  });
}
