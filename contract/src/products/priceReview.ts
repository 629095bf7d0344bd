import * as z from 'zod';

import { requiredText } from '../ground/fields.ts';
import { listQuery, message, operation, ownerChoice, textFilter } from '../ground/operation.ts';
import { productChoice } from './products.ts';

export const messages = {
  refused: 'Prices disapproved.',
  reason: 'Enter the reason, so that the vendor can enter another price.',
} as const;

/** The comparison of a price that waits with the last one approved. */
const PRICE_CHANGES = ['new', 'rise', 'fall', 'same'] as const;

const waitingPrice = z
  .object({
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
    /** Margin in percent of the MRP, and of the last approved price. */
    percentage: z.number(),
    approvedPercentage: z.number().nullable(),
    schemeName: z.string().nullable(),
    remarks: z.string().nullable(),
    /** The time since which it waits: the last change of the product. */
    updatedAt: z.string(),
  })
  .meta({ id: 'WaitingPrice' });
export type WaitingPrice = z.infer<typeof waitingPrice>;

export const priceReview = {
  list: operation({
    id: 'product.review',
    summary: 'List prices waiting for approval with the last approved prices; a disapproved price is left out until its vendor changes it',
    method: 'GET',
    path: '/api/product/review',
    access: 'buyers',
    query: listQuery(
      {
        userID: ownerChoice,
        productName: textFilter,
        EANCode: textFilter,
        change: z.enum(PRICE_CHANGES, `Must be one of ${PRICE_CHANGES.join(', ')}.`).optional(),
      },
      ['updatedAt', 'vendorName', 'productName', 'MRP', 'transferPrice', 'change', 'percentage'],
    ),
    replies: { 200: z.array(waitingPrice), 201: z.array(waitingPrice) },
  }),
  refuse: operation({
    id: 'product.refusePrices',
    summary: 'Disapprove waiting prices with a reason, which is e-mailed to their vendors. With `versions`, 409 as for approvals',
    method: 'PUT',
    path: '/api/product/refusePrices',
    access: 'priceApproval',
    body: productChoice.extend({ reason: requiredText(messages.reason, 500) }),
    replies: { 200: message },
  }),
};
