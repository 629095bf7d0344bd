import { REFUSAL_CAUSES, type RefusalCause } from './refusalCauses.ts';
import * as z from 'zod';

import { dateFilter, isBlank, named, optionalDate, optionalText, patternText } from '../ground/fields.ts';
import { MONEY, parseDecimal, QUANTITY, requiredNumber, WHOLE } from '../ground/numbers.ts';
import { listQuery, oneOf, operationsOf, ownerChoice, textFilter } from '../ground/operation.ts';
import { PERCENTAGE_PLACES, percentageFor } from './pricing.ts';
import { sheetCalls } from '../sheets/sheets.ts';
import { say } from '../ground/template.ts';

export const messages = {
  noMatch: 'No Match Found.',
  noExactMatch: 'No Exact Match Found.',
  lookupFailed: 'Could not respond. Try again latter',
  saved: 'Product Updated Successfully',
  notOffered: 'This scheme does not apply to this product.',
  approved: 'Product approved successfully',
  disapproved: 'Product disapproved successfully',
  ownPrice: (name: string) => say('You entered the price of {name}. Someone else must approve it.', { name }),
  aboveLimit: (name: string, limit: string) =>
    say('The price of {name} is above your limit of {limit}. Ask an administrator.', { name, limit }),
  approvalFailed: 'Something went wrong, please try later.',
  changedSinceSeen: 'Some products have changed since you opened the list. Review them again.',
} as const;

/**
 * A program that divides binary floats sends percentages with up to 17 digits; more than twelve decimals change no price (see pricing.ts).
 */
export const PERCENTAGE = { places: 17, least: 0, most: 100 };
export const SHELF_LIFE = { ...WHOLE, most: 99_999 };

/** The messages for the figures of a product, in the form and the upload. */
export const figureWords = {
  shelfLifeDays: { required: 'Self Life is required.', invalid: 'Invalid Self Life. It should be number.' },
  quantity: { required: 'Quantity is required.', invalid: 'Invalid Quantity. It should be number.' },
  MRP: { required: 'MRP is required.', invalid: 'Invalid MRP. It should be number.' },
  transferPrice: { required: 'Transfer Price is required.', invalid: 'Invalid Transfer Price. It should be number.' },
  percentage: {
    required: 'Percentage is required.',
    invalid: 'Invalid percentage. It should be number.',
    outside: 'Invalid percentage. It should be from 0 to 100.',
  },
  margin: { required: 'margin is required.', invalid: 'Invalid margin. It should be number.' },
} as const;

const productFields = z.object({
  EANCode: patternText(/^\d{1,14}$/, { invalid: messages.noMatch }),
  shelfLifeDays: requiredNumber(SHELF_LIFE, figureWords.shelfLifeDays),
  quantity: requiredNumber(QUANTITY, figureWords.quantity),
  dateOfAvailability: optionalDate,
  MRP: requiredNumber(MONEY, figureWords.MRP),
  transferPrice: requiredNumber(MONEY, figureWords.transferPrice),
  percentage: requiredNumber(PERCENTAGE, figureWords.percentage).transform((percentage) => percentage.toDecimalPlaces(PERCENTAGE_PLACES)),
  margin: requiredNumber(MONEY, figureWords.margin),
  scheme: optionalText(30),
  remarks: optionalText(1000),
});

/** Section 5.2 for the form, in which every figure is present. */
export const productForm = productFields;

/** A product in the API: a missing percentage follows from MRP and margin; a blank one is an error. */
export const productBody = z.preprocess(
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || 'percentage' in value) return value;
    const given: Record<string, unknown> = { ...value };
    const [mrp, margin] = [parseDecimal(given['MRP']), parseDecimal(given['margin'])];
    // The percentage is 0 here, so that the error names the missing MRP or margin instead.
    given['percentage'] = mrp === null || margin === null || isBlank(given['margin']) ? 0 : percentageFor(mrp, margin);
    return given;
  },
  productFields.extend({ userID: ownerChoice }),
);

const product = named('Product', {
  _id: z.string(),
  userID: z.string(),
  EANCode: z.string(),
  HSNCode: z.string().nullable(),
  brandName: z.string().nullable(),
  productCategory: z.string().nullable(),
  productName: z.string(),
  SKUCode: z.string().nullable(),
  UOM: z.string().nullable(),
  uomConversion: z.number(),
  quantity: z.number(),
  shelfLifeDays: z.number(),
  dateOfAvailability: z.string().nullable(),
  MRP: z.number(),
  percentage: z.number(),
  margin: z.number(),
  netPTR: z.number(),
  transferPrice: z.number(),
  priceApproval: z.boolean(),
  scheme: z.object({ _id: z.string(), schemeName: z.string() }).nullable(),
  remarks: z.string().nullable(),
  refusal: z
    .object({
      /** The standard reason, if one was chosen. */
      cause: z.enum(Object.keys(REFUSAL_CAUSES) as [RefusalCause, ...RefusalCause[]]).nullable(),
      reason: z.string(),
      /** The price that the buyer would approve. */
      acceptablePrice: z.number().nullable(),
      refusedAt: z.string(),
    })
    .nullable(),
  /** The price that applies to orders: the last approved one; null if there is none. */
  approvedPrice: z.number().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Product = z.infer<typeof product>;

/** One of the buyer's items, with the names of the lookup call. */
const item = named('Item', {
  item_name: z.string(),
  item_code: z.string(),
  categoryName: z.string().nullable(),
  itemUomCode: z.string().nullable(),
  itemUomDescription: z.string().nullable(),
  item_mrp: z.number().nullable(),
  brandName: z.string().nullable(),
  HSNCode: z.string().nullable(),
  EANCode: z.string(),
  SKUCode: z.string().nullable(),
  uomConversion: z.number(),
});
export type Item = z.infer<typeof item>;

/** The intended item of those found: the only one, or the only one whose EAN equals the text. */
export function matchItem(found: readonly Item[], ean: string): { item: Item } | { problem: string } {
  if (found.length === 0) return { problem: messages.noMatch };
  const exact = found.filter((each) => each.EANCode === ean);
  const only = exact.length === 1 ? exact[0] : found.length === 1 ? found[0] : undefined;
  return only === undefined ? { problem: messages.noExactMatch } : { item: only };
}

/** The most products in one decision. */
export const DECIDED_MAX = 1000;

/** Products to decide on. */
export const productChoice = z.object({
  productIdList: z.array(z.string().max(30)).min(1, 'Select at least one product.').max(DECIDED_MAX, 'Select at most 1,000 products.'),
  versions: z.record(z.string().max(30), z.string('Must be the updatedAt of the product.').max(50)).optional(),
});

/** The `data` of a 409 of `approve`: the newer records, and the number of the others that were decided. */
export const undecided = z.object({ changed: z.array(product), done: z.number() });
export type Undecided = z.infer<typeof undecided>;

export const PRICE_STATES = ['waiting', 'disapproved', 'approved'] as const;

const listedBy = listQuery(
  {
    productName: textFilter,
    EANCode: textFilter,
    SKUCode: textFilter,
    startDate: dateFilter,
    endDate: dateFilter,
    userID: ownerChoice,
    priceApproval: z.enum(['true', 'false'], 'Must be true or false.').optional(),
    /** A disapproved price waits for its vendor, and any other price that is not approved waits for the buyer. */
    price: oneOf(PRICE_STATES).optional(),
  },
  ['EANCode', 'dateOfAvailability', 'margin', 'netPTR', 'createdAt', 'MRP', 'productName', 'updatedAt'],
);

export const products = {
  ...operationsOf('product', 'members', {
    list: {
      summary: 'List products, newest first',
      route: 'GET /api/product/get',
      query: listedBy,
      replies: { 200: z.array(product), 201: z.array(product) },
    },
    get: {
      summary: 'Get one product',
      route: 'GET /api/product/get/{id}',
      replies: { 200: product },
    },
    lookUp: {
      id: 'product.byEan',
      summary: "List the buyer's items whose EAN starts with the text, at most 20",
      route: 'GET /api/product/getProductByEANCode/{ean}',
      params: z.object({ ean: z.string() }),
      replies: { 200: z.array(item), 201: z.array(item) },
    },
    save: {
      summary: 'Add a product, or update the one with this EAN',
      route: 'POST /api/product/create',
      access: 'catalogue',
      body: productBody,
      idempotent: true,
      replies: { 200: z.object({ message: z.string(), data: product }) },
    },
    approve: {
      id: 'product.changeStatusPriceApproval',
      summary:
        'Approve or disapprove the prices of a selection. With `versions`, 409 names the products that have changed since; the others are processed',
      route: 'PUT /api/product/changeStatusPriceApproval',
      access: 'priceApproval',
      body: productChoice.extend({ priceApproval: z.boolean('Must be true or false.') }),
    },
  }),
  ...sheetCalls({
    id: 'product',
    summaries: {
      template: 'Download a template for products, with an example and notes',
      export: 'Export all products that match the filters as an .xlsx file',
      upload: 'Upload products from an .xlsx file, all rows or none; dryRun=true only checks the file',
    },
    path: '/api/product',
    filters: listedBy,
    access: 'catalogue',
  }),
};
