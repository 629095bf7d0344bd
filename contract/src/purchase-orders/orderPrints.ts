import * as z from 'zod';

import { messages, readCartons } from './cartons.ts';
import { operationsOf, pdf } from '../ground/operation.ts';

/** The number of cartons by line: '1:12,3:4'. */
const cartons = z
  .string()
  .trim()
  .max(10_000, messages.malformed)
  .transform((value, context) => {
    if (value === '') return undefined;
    const read = readCartons(value);
    if (read === null) context.addIssue({ code: 'custom', message: messages.malformed });
    return read ?? undefined;
  })
  .optional()
  .meta({ type: 'string', description: 'Cartons by line, for example 1:12,3:4.' });

/** The printable documents of an order. Pages print the same content themselves; these are for download. */
export const orderPrints = operationsOf('order', 'members', {
  /** Labels of only the lines in `cartons`; without it, of all lines with the proposed number of cartons. */
  labels: {
    id: 'order.packingLabel',
    summary: 'Download the packing labels of an order, 100 × 150 mm, one per carton; 409 for a cancelled order, 422 for more than 500',
    route: 'GET /api/purChaseOrder/packingLabel/{id}',
    query: z.object({ cartons }),
    replies: { 200: pdf },
  },
  /** All lines; `cartons` sets the number of cartons for the lines that it names. */
  sheet: {
    id: 'order.packageSheet',
    summary: "Download an order's package sheet, A4, with all its lines",
    route: 'GET /api/purChaseOrder/packageSheet/{id}',
    query: z.object({ cartons }),
    replies: { 200: pdf },
  },
});

/** The file name of a document about an order, without folders in it. */
export function printName(what: 'labels' | 'package', number: string): string {
  return `${what}-${number.replaceAll(/[\s/\\]+/g, '-')}.pdf`;
}
