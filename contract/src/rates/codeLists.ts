import * as z from 'zod';

import { buyerSheet } from '../buyer-system/buyerSystemSheets.ts';
import { requiredText, named } from '../ground/fields.ts';
import { nothing, operationsOf, textFilter } from '../ground/operation.ts';
import { unitKey, UQC } from '../ground/units.ts';
import { say } from '../ground/template.ts';
import type { SheetSummaries } from '../sheets/sheets.ts';

export const messages = {
  unit: 'Enter the name of the unit, in at most 20 characters.',
  UQC: 'Choose a unit code of GST documents.',
  remembered: (uom: string, code: string) => say('{uom} is shown as {code} on GST documents from now on.', { uom, code }),
} as const;

export const LISTS = ['units', 'hsn', 'ifsc'] as const;
export type ListName = (typeof LISTS)[number];

const loadedList = z.object({
  list: z.enum(LISTS),
  rows: z.number(),
  loadedAt: z.string().nullable(),
});
export type LoadedList = z.infer<typeof loadedList>;

const unknownUnit = named('UnknownUnit', { uom: z.string(), count: z.number() });
export type UnknownUnit = z.infer<typeof unknownUnit>;

/** Lists that administrators upload as a whole. A value that is missing in its list gets a warning; an empty list is not checked. */
export const codeLists = operationsOf('codeList', 'administrators', {
  status: {
    summary: 'Get the lists of units, HSN codes and IFSC codes with their number of rows and time of upload',
    route: 'GET /api/buyerData/codeLists',
    replies: { 200: z.array(loadedList) },
  },
  unknownUnits: {
    summary: 'List the units of items and open orders without a code on GST documents, the most used first, at most 100',
    route: 'GET /api/buyerData/units/unknown',
    replies: { 200: z.array(unknownUnit) },
  },
  rememberUnit: {
    summary: 'Set the code of a unit on GST documents; OTH if it has none. Returns the units that are still without one',
    route: 'PUT /api/buyerData/units/remember',
    body: z.object({
      uom: requiredText(messages.unit, 20).refine((uom) => unitKey(uom) !== '', messages.unit),
      UQC: z
        .string(messages.UQC)
        .refine((code) => UQC.includes(code), messages.UQC)
        .meta({ enum: UQC }),
    }),
    replies: { 200: z.object({ message: z.string(), data: z.array(unknownUnit) }) },
  },
  remark: {
    summary: 'Check an IFSC code: a warning if it is not in the uploaded list; null if it is, or if no list is uploaded',
    route: 'GET /api/codeLists/remark',
    access: 'members',
    query: z.object({ ifsc: textFilter }),
    replies: { 200: z.object({ remark: z.string().nullable() }) },
  },
});

const listCalls = (id: string, path: string, summaries: SheetSummaries) =>
  buyerSheet({ id, summaries, path, filters: nothing, access: 'administrators' });
export const unitList = listCalls('unitList', 'units', {
  template: 'Download a template for units and their codes, with an example and notes',
  export: 'Export the list of units as an .xlsx file that can be uploaded again',
  upload: 'Replace the list of units by the rows of a .csv or .xlsx file, all rows or none; dryRun=true only checks the file',
});
export const hsnList = listCalls('hsnList', 'hsnCodes', {
  template: 'Download a template for HSN codes, with an example and notes',
  export: 'Export the list of HSN codes as an .xlsx file that can be uploaded again',
  upload: 'Replace the list of HSN codes by the rows of a .csv or .xlsx file, all rows or none; dryRun=true only checks the file',
});
export const ifscList = listCalls('ifscList', 'ifscCodes', {
  template: 'Download a template for IFSC codes, with an example and notes',
  export: 'Export the list of IFSC codes as an .xlsx file that can be uploaded again',
  upload: 'Replace the list of IFSC codes by the rows of a .csv or .xlsx file, all rows or none; dryRun=true only checks the file',
});
