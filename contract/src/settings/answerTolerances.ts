import * as z from 'zod';

import { PERCENT, requiredNumber, WHOLE } from '../ground/numbers.ts';
import { operationsOf, ownerChoice } from '../ground/operation.ts';

export const messages = {
  saved: 'Tolerances saved.',
  removed: 'The default tolerances apply again.',
  days: 'Should be a number of days from 0 to 365.',
  percent: 'Should be a percentage from 0 to 100.',
} as const;

const percent = requiredNumber(PERCENT, { invalid: messages.percent });

/** The changes of an order line that a vendor may make without approval. */
export const tolerancesForm = z.object({
  daysLate: requiredNumber({ ...WHOLE, most: 365 }, { invalid: messages.days }),
  quantityLess: percent,
  quantityMore: percent,
  priceMore: percent,
});

const tolerances = z.object({
  daysLate: z.number(),
  quantityLess: z.number(),
  quantityMore: z.number(),
  priceMore: z.number(),
  own: z.boolean(),
});
export type AnswerTolerances = z.infer<typeof tolerances>;

/** A missing `userID` means the default tolerances. */
const whose = z.object({ userID: ownerChoice });

const saved = { 200: z.object({ message: z.string(), data: tolerances }) };

export const answerTolerances = operationsOf('answerTolerance', 'administrators', {
  get: {
    summary: 'Get the changes that vendors can make to an order line without approval; with a userID, those of one vendor',
    route: 'GET /api/answerTolerance/get',
    access: 'buyers',
    query: whose,
    replies: { 200: tolerances },
  },
  save: {
    summary: 'Change the default tolerances, or those of a vendor with a userID',
    route: 'PUT /api/answerTolerance/save',
    body: tolerancesForm.extend(whose.shape),
    replies: saved,
  },
  remove: {
    summary: "Remove a vendor's own tolerances",
    route: 'DELETE /api/answerTolerance/remove/{id}',
    replies: saved,
  },
});
