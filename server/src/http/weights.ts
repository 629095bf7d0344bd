import { type Operation, pdf, workbook } from '@aapurti/contract/operation';

/** The share of a company's limits that a call takes which costs about as much as several pages of a list. */
const HEAVY = 4;

/** Operations that read or compare much, though neither sends a file. */
const HEAVY_IDS: ReadonlySet<string> = new Set([
  'invoice.check',
  'order.search',
  'change.list',
  'search.everywhere',
  'dashboard.overview',
  'payment.report',
]);

/** How much a call counts in the limits of its caller and company: more where it reads or writes a file, or is one of the list. */
export function weightOf({ id, files, replies }: Operation): number {
  const answers: readonly unknown[] = Object.values(replies);
  return files.length > 0 || answers.includes(pdf) || answers.includes(workbook) || HEAVY_IDS.has(id) ? HEAVY : 1;
}
