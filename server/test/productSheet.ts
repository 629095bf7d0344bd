/** Product files as vendors upload them. */
import { eanCheckDigit } from '@aapurti/contract/ground/india';

import type { Answer, Caller } from './api.ts';
import { workbookOf } from './workbook.ts';

export function withCheckDigit(body: string): string {
  return body + eanCheckDigit(body);
}

type Row = (string | number | null)[];
/** The headings of the template. */
export const HEADINGS = [
  'EAN Code',
  'Shelf Life in Days',
  'Quantity',
  'Date of Availability',
  'MRP',
  'Percentage',
  'Margin',
  'Transfer Price',
  'Product Scheme',
  'Remarks',
];
/** A valid row, except for the values given by heading. */
export const row = (ean: string, more: Partial<Record<string, string | number | null>> = {}): Row => {
  const usual: Record<string, string | number | null> = {
    'EAN Code': ean,
    'Shelf Life in Days': 180,
    Quantity: 5,
    MRP: 120,
    Percentage: 22.5,
  };
  return HEADINGS.map((heading) => ({ ...usual, ...more })[heading] ?? null);
};

export interface Sent {
  dryRun?: boolean;
  name?: string;
  userID?: string;
  marked?: boolean;
}

/** Uploads a file as the caller's products, or has its errors marked. */
export function send(
  caller: Caller,
  content: Uint8Array | string,
  { dryRun = false, name = 'products.xlsx', userID, marked = false }: Sent = {},
): Promise<Answer> {
  const url = `/api/product/excelUpload${marked ? '/marked' : ''}${dryRun ? '?dryRun=true' : ''}`;
  return caller.send('POST', url, userID === undefined ? {} : { userID }, { file: { name, content: Buffer.from(content) } });
}

/** Uploads these rows as a workbook. */
export async function upload(caller: Caller, rows: readonly Row[], sent: Sent = {}, headings: Row = HEADINGS): Promise<Answer> {
  return send(caller, await workbookOf([headings, ...rows]), sent);
}
