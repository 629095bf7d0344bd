import * as z from 'zod';

import { dateFilter, named } from '../ground/fields.ts';
import { listQuery, oneOf, operationsOf, ownerChoice, textFilter, workbook } from '../ground/operation.ts';

/** A filter on a whole value; blank means "not filtered". */
const exactly = textFilter.transform((text) => text || undefined);

const change = named('AuditChange', {
  _id: z.string(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  entity: z.string(),
  entityId: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type Change = z.infer<typeof change>;

/** An entry with the owner of its record, and whether it is a change of bank, tax or documents. */
const entry = change.extend({
  /** The number or name by which users know the record. */
  recordName: z.string().nullable(),
  owner: z.string(),
  ownerId: z.string().nullable(),
  sensitive: z.boolean(),
});
export type Entry = z.infer<typeof entry>;

/** Records whose owner may read their history, by the log's names for them. */
const OWN_ENTITIES = [
  'user',
  'product',
  'scheme',
  'invoice',
  'payment',
  'debitMemo',
  'creditMemo',
  'receipt',
  'purchaseOrder',
  'dispatchNote',
] as const;
export type OwnEntity = (typeof OWN_ENTITIES)[number];

/** The name that vendors see instead of an administrator's. */
export const ADMINISTRATOR = 'Administrator';

const filters = {
  userID: ownerChoice,
  actorID: exactly,
  entity: exactly,
  entityId: exactly,
  action: exactly,
  sensitive: z.enum(['true', 'false'], 'Must be true or false.').optional(),
  startDate: dateFilter,
  endDate: dateFilter,
};

/** The log of changes: by whom, when, from what to what. Entries are never changed. */
export const audit = operationsOf('audit', 'buyers', {
  list: {
    summary: 'List the audit log, newest first',
    route: 'GET /api/audit/get',
    query: listQuery(filters, ['at']),
    replies: { 200: z.array(entry), 201: z.array(entry) },
  },
  export: {
    summary: 'Export all entries that match the filters as an .xlsx file, one row per field',
    route: 'GET /api/audit/export',
    query: listQuery(filters, ['at']),
    replies: { 200: workbook },
  },
  history: {
    summary: 'List the history of one record, newest first, for its owner and buyer users',
    route: 'GET /api/audit/history/{id}',
    access: 'members',
    query: listQuery({ entity: oneOf(OWN_ENTITIES) }, ['at']),
    replies: { 200: z.array(change), 201: z.array(change) },
  },
  unseen: {
    summary: 'Count the changes of bank details, tax details and documents that the caller has not seen',
    route: 'GET /api/audit/unseen',
    replies: { 200: z.object({ count: z.number() }) },
  },
  seen: {
    summary: 'Mark the changes of bank details, tax details and documents up to this entry as seen; the response counts later ones',
    route: 'POST /api/audit/seen',
    body: z.object({ _id: z.string() }),
    replies: { 200: z.object({ count: z.number() }) },
  },
});
