import * as z from 'zod';

import { listQuery, operation, ownerChoice, textFilter } from './operation.ts';

/** A filter on a whole value; empty means "not filtered". */
const exactly = textFilter.transform((text) => text || undefined);

export const change = z.object({
  _id: z.string(),
  at: z.string(),
  /** Who it was; empty for a visitor or the system itself. */
  actor: z.string(),
  action: z.string(),
  entity: z.string(),
  entityId: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});

export type Change = z.infer<typeof change>;

/** Who changed what, when, from what to what. Nothing changes it. */
export const audit = {
  list: operation({
    id: 'audit.list',
    summary: 'The audit log, newest first',
    method: 'GET',
    path: '/api/audit/get',
    access: 'admin',
    query: listQuery(
      {
        userID: ownerChoice,
        entity: exactly,
        entityId: exactly,
        action: exactly,
      },
      ['at'],
    ),
    replies: { 200: z.array(change), 201: z.array(change) },
  }),
};
