import * as z from 'zod';

import { named } from '../ground/fields.ts';
import { AREAS, type Area } from './keys.ts';
import { operationsOf, ownerChoice, PAGE_SIZE_MAX } from '../ground/operation.ts';
import { inARow, say, sayOnce } from '../ground/template.ts';

/** The records that can be followed, each with the scope that an API key needs to read it. */
export const FOLLOWED = {
  order: 'orders',
  invoice: 'invoices',
  payment: 'payments',
  accountEntry: 'payments',
  product: 'products',
  debitMemo: 'memos',
  creditMemo: 'memos',
  dispatchNote: 'dispatch',
  receipt: 'receipts',
  selfInvoice: 'invoices',
} as const satisfies Record<string, Area>;
export type Followed = keyof typeof FOLLOWED;
const ENTITIES = Object.keys(FOLLOWED) as [Followed, ...Followed[]];

/** Documents that only the buyer may read or follow. */
const BUYERS_ALONE: readonly Followed[] = ['selfInvoice'];

/** The kinds that a company can follow. */
export function followedBy(company: 'vendor' | 'buyer'): Followed[] {
  return ENTITIES.filter((entity) => company === 'buyer' || !BUYERS_ALONE.includes(entity));
}

/** The days for which changes can be read. */
export const FEED_DAYS = 30;
const FEED_PAGE = 100;

export const messages = {
  cursor: 'This cursor was not issued by this call.',
  old: sayOnce('This cursor is older than {FEED_DAYS} days or from another database. Start again without a cursor.', { FEED_DAYS }),
  entities: sayOnce('Must be a comma-separated list of {value}.', { value: inARow(ENTITIES) }),
  buyersAlone: 'Only the buyer can read changes of self-invoices (selfInvoice).',
  limit: sayOnce('Must be a whole number from 1 to {PAGE_SIZE_MAX}.', { PAGE_SIZE_MAX }),
  noScope: (entity: Followed) =>
    say('This API key cannot read {records}. Select other record types in entities.', {
      records: AREAS[FOLLOWED[entity]].name.toLowerCase(),
    }),
} as const;

const change = named('Change', {
  entity: z.enum(ENTITIES),
  _id: z.string(),
  at: z.string(),
  removed: z.boolean(),
  record: z.record(z.string(), z.unknown()).nullable(),
});
export type RecordChange = z.infer<typeof change>;

const page = z.object({
  changes: z.array(change),
  /** The cursor for the next call. */
  cursor: z.string(),
  /** True if more changes already exist. */
  more: z.boolean(),
});

export const changeFeed = operationsOf('change', {
  list: {
    summary: 'List changes after a cursor, oldest first, with the current records; without a cursor, every record once',
    route: 'GET /api/changes',
    access: 'members',
    query: z.object({
      userID: ownerChoice,
      cursor: z.string().max(100, messages.cursor).optional(),
      entities: z
        .string()
        .max(200, messages.entities)
        .transform((text, context) => {
          const parsed = z
            .array(z.enum(ENTITIES))
            .min(1)
            .safeParse(text.split(',').map((each) => each.trim()));
          if (parsed.success) return parsed.data;
          context.addIssue({ code: 'custom', message: messages.entities });
          return z.NEVER;
        })
        .optional(),
      limit: z.coerce
        .number<string | number>(messages.limit)
        .int(messages.limit)
        .min(1, messages.limit)
        .max(PAGE_SIZE_MAX, messages.limit)
        .default(FEED_PAGE),
    }),
    replies: { 200: page },
  },
});
