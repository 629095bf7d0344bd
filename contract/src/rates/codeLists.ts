import * as z from 'zod';

import { buyerSheet } from '../buyer-system/buyerSystemSheets.ts';
import { nothing, operation, textFilter } from '../ground/operation.ts';

/** The code of units that have none. */
export const UQC_NONE = 'OTH';

/** The unit codes of GST documents. */
export const UQC =
  `BAG BAL BDL BKL BOU BOX BTL BUN CAN CBM CCM CMS CTN DOZ DRM GGK GMS GRS GYD KGS KLR KME LTR MLT MTR MTS NOS OTH PAC PCS PRS QTL ROL SET SQF SQM
  SQY TBS TGM THD TON TUB UGS UNT YDS`.split(/\s+/);

/** The name that GST documents give an order line's unit; null where they write it as the order does. */
export function uqcWords({ uom, UQC: code }: { uom: string | null; UQC: string | null }): string | null {
  if (code === null || code === uom?.toUpperCase()) return null;
  return code === UQC_NONE ? `UQC ${code}: no code for ${uom ?? 'it'}` : `UQC ${code}`;
}

export const LISTS = ['units', 'hsn', 'ifsc'] as const;
export type ListName = (typeof LISTS)[number];

const loadedList = z.object({
  list: z.enum(LISTS),
  rows: z.number(),
  loadedAt: z.string().nullable(),
});
export type LoadedList = z.infer<typeof loadedList>;

/** Lists that administrators load as a whole: what is not in them gets a remark. A list without rows is asked nothing. */
export const codeLists = {
  status: operation({
    id: 'codeList.status',
    summary: 'Get the lists of units, HSN codes and IFSC codes with their number of rows and time of upload',
    method: 'GET',
    path: '/api/buyerData/codeLists',
    access: 'administrators',
    replies: { 200: z.array(loadedList) },
  }),
  remark: operation({
    id: 'codeList.remark',
    summary: 'Check an IFSC code: a warning if it is not in the uploaded list; null if it is, or if no list is uploaded',
    method: 'GET',
    path: '/api/codeLists/remark',
    access: 'members',
    query: z.object({ ifsc: textFilter }),
    replies: { 200: z.object({ remark: z.string().nullable() }) },
  }),
};

const listCalls = (id: string, rows: string, path: string) => buyerSheet({ id, rows, path, filters: nothing, access: 'administrators' });
export const unitList = listCalls('unitList', 'units', 'units');
export const hsnList = listCalls('hsnList', 'HSN codes', 'hsnCodes');
export const ifscList = listCalls('ifscList', 'IFSC codes', 'ifscCodes');
