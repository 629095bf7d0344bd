import * as z from 'zod';

import { optionalText, named } from '../ground/fields.ts';
import { requiredNumber, WHOLE } from '../ground/numbers.ts';
import { operationsOf } from '../ground/operation.ts';

export const shelfMessages = {
  saved: 'Shelf life saved.',
  removed: 'Shelf life removed.',
  days: 'Should be a number of days from 0 to 3650.',
} as const;

const shelfLife = named('ShelfLife', { _id: z.string(), category: z.string().nullable(), days: z.number(), updatedAt: z.string() });
export type ShelfLifeRow = z.infer<typeof shelfLife>;

/** The minimum shelf life in days on arrival, by category; an entry without a category is for all others. */
export const shelfLives = operationsOf('shelfLife', 'administrators', {
  list: {
    summary: 'List the minimum shelf life on arrival by category',
    route: 'GET /api/shelfLife/get',
    access: 'members',
    replies: { 200: z.array(shelfLife) },
  },
  save: {
    summary: 'Set the minimum shelf life of a category, or of all other categories if none is given',
    route: 'PUT /api/shelfLife/save',
    body: z.object({
      category: optionalText(100),
      days: requiredNumber({ ...WHOLE, most: 3650 }, { invalid: shelfMessages.days }).transform((days) => days.toNumber()),
    }),
    replies: { 200: z.object({ message: z.string(), data: z.array(shelfLife) }) },
  },
  remove: {
    summary: 'Remove the minimum shelf life of a category',
    route: 'DELETE /api/shelfLife/remove/{id}',
  },
});
