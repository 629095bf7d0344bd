import { type Operation, pdf, workbook } from '@aapurti/contract/ground/operation';

import { shapeOf } from './openapi/answers.ts';

/** The share of a company's limits for a call that costs as much as several pages of a list. */
const HEAVY = 4;

/** Operations that read, compare or decide many records at a time, though they send no file. */
const HEAVY_IDS: ReadonlySet<string> = new Set([
  'invoice.check',
  'invoice.match',
  'invoice.propose',
  'invoice.approve',
  'product.changeStatusPriceApproval',
  'product.refusePrices',
  'ewayBill.check',
  'ewayBill.file',
  'auth.syncCall',
  'order.list',
  'order.search',
  'order.links',
  'change.list',
  'search.everywhere',
  'dashboard.overview',
  'payment.report',
]);

/**
 * The weight of an operation's calls in the limits of their caller and company. It is higher if the call reads or writes a file, is listed
 * above, or is an API key's request for a list without a page, which has as many rows as ten pages. A user's screens may request several
 * such lists at a time, for example in several tabs; a user's calls wait for each other anyway.
 */
export function weightOf({ id, files, replies, query }: Operation): (asked: object, isKey: boolean) => number {
  const answers: readonly unknown[] = Object.values(replies);
  const isHeavy = files.length > 0 || answers.includes(pdf) || answers.includes(workbook) || HEAVY_IDS.has(id);
  const isList = 'page' in shapeOf(query);
  return (asked, isKey) => (isHeavy || (isKey && isList && !('page' in asked) && !('pageSize' in asked)) ? HEAVY : 1);
}
