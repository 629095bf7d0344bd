import * as z from 'zod';

import type { ErpTakes } from './erps.ts';
import { flag, named } from '../ground/fields.ts';
import { listQuery, oneOf, operationsOf } from '../ground/operation.ts';

/** The kinds of records that are pulled from the buyer's system, and last the updates sent to it. */
export const PULLED = ['suppliers', 'items', 'orders', 'returns', 'payments', 'acknowledgements'] as const;

export const messages = {
  started: 'Sync started.',
  running: 'A sync is already running.',
  nothing: 'No ERP is connected. The portal uses only the data uploaded on this screen.',
} as const;

const lastRun = z.object({
  kind: z.enum(PULLED),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  rowsRead: z.number(),
  rowsStored: z.number(),
  /** The reason why its last run did not finish. */
  error: z.string().nullable(),
  /** The number of records that could not be imported. */
  faults: z.number(),
});
export type LastRun = z.infer<typeof lastRun>;

const fault = named('PullFault', {
  _id: z.string(),
  kind: z.enum(PULLED),
  externalId: z.string(),
  problem: z.string(),
  /** The name of the rule for programs; null for a record from before the portal stored it. */
  code: z.string().nullable(),
  firstSeen: z.string(),
  lastSeen: z.string(),
});
export type BuyerFault = z.infer<typeof fault>;

/** Names of the reasons why a record of the buyer's system is not imported, for programs, in addition to those of the forms. */
export const faultCodes = {
  unreadable: 'record_not_readable',
  notStorable: 'record_not_storable',
  notSent: 'order_not_sent',
  returnOfOther: 'return_of_other_vendor',
} as const;

const place = z.string().nullable();
/** The place where the ERP stores or states each item, in its own words; null if it has none. */
const takes = named('ErpTakes', {
  acknowledgement: place,
  promisedDay: place,
  terms: place,
  dispatch: place,
  receipts: place,
  closing: place,
  invoices: place,
  rejected: place,
  placeOfSupply: place,
} satisfies Record<keyof ErpTakes, typeof place>);

const connection = z.object({
  system: z.string(),
  pulls: z.boolean(),
  running: z.boolean(),
  minutes: z.number(),
  untold: z.number(),
  takes: takes.nullable(),
  kinds: z.array(lastRun),
});
export type Connection = z.infer<typeof connection>;

export const buyerConnection = operationsOf('buyerSystem', 'buyers', {
  status: {
    id: 'buyerSystem.connection',
    summary: "Get the buyer's ERP connection and the last sync of each record type",
    route: 'GET /api/buyerData/connection',
    replies: { 200: connection },
  },
  faults: {
    summary: 'List ERP records that could not be saved, with the reason, newest first',
    route: 'GET /api/buyerData/faults',
    query: listQuery({ kind: oneOf(PULLED).optional() }, ['firstSeen', 'lastSeen']),
    replies: { 200: z.array(fault), 201: z.array(fault) },
  },
  pull: {
    summary: 'Start a sync in the background; with fromStart, a full sync',
    route: 'POST /api/buyerData/pull',
    access: 'administrators',
    body: z.object({ fromStart: flag.optional() }),
    replies: { 200: z.object({ message: z.string(), started: z.boolean() }) },
  },
});
