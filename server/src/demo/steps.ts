import sql, { raw } from 'sql-template-tag';

import { indianDay } from '@aapurti/contract/ground/fields';

import type { Context } from '../context.ts';

export const DAY = 86_400_000;

/** A step of the demo's history, and how many days ago it happened. */
export interface Step {
  days: number;
  run: (at: Context) => Promise<unknown>;
}

/** Runs steps in date order, so that the newest ids have the newest dates. Steps of one day keep their order. */
export async function runSteps(ctx: Context, steps: readonly Step[]): Promise<void> {
  const today = ctx.clock();
  const ordered = steps.toSorted((one, other) => other.days - one.days);
  for (const { days, run } of ordered) await run({ ...ctx, clock: () => new Date(today.getTime() - days * DAY) });
}

/** The date of each document, which is also its date of entry. */
const DAYS = {
  invoices: 'invoice_date',
  dispatch_notes: 'challan_date',
  receipts: 'received_on',
  payments: 'paid_on',
  memos: 'memo_date',
} as const;

/** Sets the documents' time of entry back to their date. */
export async function dateBack(ctx: Context): Promise<void> {
  const today = indianDay(ctx.clock());
  for (const [table, day] of Object.entries(DAYS))
    await ctx.db.execute(
      sql`update ${raw(table)} set created_at = created_at - (${today}::date - ${raw(day)}) * interval '1 day' where ${raw(day)} is not null`,
    );
}

/** The received lines: none, the first half, or all. */
type Arrived = 'none' | 'some' | 'all';

export interface Story {
  number: string;
  /** Days ago. */
  days: number;
  lines: number;
  status: 'Open' | 'Closed' | 'Cancelled';
  /** The vendor's reference; absent if the vendor has not acknowledged the order. */
  reference?: string | null;
  arrived: Arrived;
  /** The quantity of each line, instead of one derived from the value. */
  quantities?: readonly number[];
  /** The paid share of its value according to the buyer's system, if no invoice in the portal states it. */
  paid?: number;
}
