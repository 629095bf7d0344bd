import * as z from 'zod';

import { optionalText, named } from '../ground/fields.ts';
import { MONEY, optionalNumber } from '../ground/numbers.ts';
import { listQuery, oneOf, operationsOf, ownerChoice, textFilter } from '../ground/operation.ts';
import { PRICE_STATES, productChoice } from './products.ts';
import { REFUSAL_CAUSES, type RefusalCause } from './refusalCauses.ts';
import { inARow, sayOnce } from '../ground/template.ts';

/** The minutes in which a decision can be undone. */
export const UNDO_MINUTES = 5;

export const messages = {
  refused: 'Prices disapproved.',
  reason: 'Enter the reason, so that the vendor can enter another price.',
  cause: sayOnce('Must be one of {value}.', { value: inARow(Object.keys(REFUSAL_CAUSES)) }),
  acceptable: 'Enter an amount in rupees, for example 24.96.',
  acceptableForOne: 'Enter an acceptable price for one product at a time.',
  undone: 'Decision undone. The vendor sees the earlier status again.',
  notUndone: 'Some decisions were not undone.',
  notYours: 'Only the user who made the decision can undo it.',
  tooLate: sayOnce('A decision can be undone only within {UNDO_MINUTES} minutes.', { UNDO_MINUTES }),
  nothing: 'You have not decided on this price.',
  changedSince: 'The product has changed since the decision.',
  ordered: 'An order already uses this price.',
} as const;

/** The comparison of a pending price with the last approved one. */
const PRICE_CHANGES = ['new', 'rise', 'fall', 'same'] as const;

const waitingPrice = named('WaitingPrice', {
  _id: z.string(),
  userID: z.string(),
  vendorName: z.string(),
  productName: z.string(),
  EANCode: z.string(),
  MRP: z.number(),
  item_mrp: z.number().nullable(),
  transferPrice: z.number(),
  approvedPrice: z.number().nullable(),
  change: z.number().nullable(),
  /** The margin in percent of the MRP, and that of the last approved price. */
  percentage: z.number(),
  approvedPercentage: z.number().nullable(),
  /** The vendor's newest order of the EAN, with the price after discounts. */
  lastPurchase: z.object({ price: z.number(), orderedOn: z.string() }).nullable(),
  /** The lowest price of another vendor for the EAN, approved or pending. */
  lowestOther: z.object({ price: z.number(), vendorName: z.string() }).nullable(),
  schemeName: z.string().nullable(),
  remarks: z.string().nullable(),
  /** The time since which it is pending: the last change of the product. */
  updatedAt: z.string(),
});
export type WaitingPrice = z.infer<typeof waitingPrice>;

const priceFacts = named('PriceFacts', {
  /** The prices of other vendors for the same EAN, the lowest first. */
  others: z.array(z.object({ userID: z.string(), vendorName: z.string(), priceState: z.enum(PRICE_STATES), price: z.number() })),
  /** The vendor's orders of the last 12 months, newest first. */
  purchases: z.array(z.object({ PONumber: z.string(), orderedOn: z.string(), quantity: z.number(), price: z.number() })),
  /** The total quantity of these orders. */
  yearQuantity: z.number(),
  /** The additional cost in rupees of that quantity at the requested price, compared with the last purchase; null if there was none. */
  yearEffect: z.number().nullable(),
});
export type PriceFacts = z.infer<typeof priceFacts>;

const refusal = productChoice
  .extend({
    cause: z.enum(Object.keys(REFUSAL_CAUSES) as [RefusalCause, ...RefusalCause[]], messages.cause).optional(),
    reason: optionalText(500),
    acceptablePrice: optionalNumber(MONEY, { invalid: messages.acceptable }).optional(),
  })
  .superRefine(({ cause, reason, acceptablePrice, productIdList }, context) => {
    const wrong = (field: string, text: string) => context.addIssue({ code: 'custom', path: [field], message: text });
    if (reason === null && (cause === undefined || cause === 'other')) wrong('reason', messages.reason);
    if (acceptablePrice != null && new Set(productIdList).size !== 1) wrong('acceptablePrice', messages.acceptableForOne);
  });

/** The `data` of a 409 of `undo`: the number of undone decisions, and the others with the reason. */
export const notUndone = z.object({
  undone: z.number(),
  left: z.array(z.object({ _id: z.string(), productName: z.string(), reason: z.string() })),
});
export type NotUndone = z.infer<typeof notUndone>;

export const priceReview = operationsOf('product', {
  list: {
    id: 'product.review',
    summary:
      'List prices waiting for approval with the last approved and purchased prices and those of other vendors; a disapproved price is left out until its vendor changes it',
    route: 'GET /api/product/review',
    access: 'buyers',
    query: listQuery(
      {
        userID: ownerChoice,
        productName: textFilter,
        EANCode: textFilter,
        change: oneOf(PRICE_CHANGES).optional(),
      },
      ['updatedAt', 'vendorName', 'productName', 'MRP', 'transferPrice', 'change', 'percentage'],
    ),
    replies: { 200: z.array(waitingPrice), 201: z.array(waitingPrice) },
  },
  facts: {
    id: 'product.priceFacts',
    summary: "Get other vendors' prices for a product's EAN, and the vendor's orders of it in the last 12 months",
    route: 'GET /api/product/review/{id}',
    access: 'buyers',
    replies: { 200: priceFacts },
  },
  refuse: {
    id: 'product.refusePrices',
    summary:
      'Disapprove pending prices with a standard reason or one of your own, which is sent to their vendors. With `versions`, 409 as for approvals',
    route: 'PUT /api/product/refusePrices',
    access: 'priceApproval',
    body: refusal,
  },
  undo: {
    id: 'product.undoDecision',
    summary: `Undo your own price decisions within ${UNDO_MINUTES} minutes. 409 names those that have changed or are used by an order; the others are undone`,
    route: 'PUT /api/product/undoDecision',
    access: 'priceApproval',
    body: productChoice.omit({ versions: true }),
  },
});
