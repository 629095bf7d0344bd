import sql, { raw } from 'sql-template-tag';

import { indianDay } from '@aapurti/contract/ground/fields';

import type { Context } from '../context.ts';

export const DAY = 86_400_000;

/** A step of the demo's story, and how many days ago it happened. */
export interface Step {
  days: number;
  run: (at: Context) => Promise<unknown>;
}

/** Runs steps in the sequence of their days, so that the newest ids have the newest dates. Those of one day keep their sequence. */
export async function runSteps(ctx: Context, steps: readonly Step[]): Promise<void> {
  const today = ctx.clock();
  const ordered = steps.toSorted((one, other) => other.days - one.days);
  for (const { days, run } of ordered) await run({ ...ctx, clock: () => new Date(today.getTime() - days * DAY) });
}

/** The day of each document: it was entered on that day. */
const DAYS = {
  invoices: 'invoice_date',
  dispatch_notes: 'challan_date',
  receipts: 'received_on',
  payments: 'paid_on',
  memos: 'memo_date',
} as const;

/** Dates the time of entry of the documents back to their day. */
export async function dateBack(ctx: Context): Promise<void> {
  const today = indianDay(ctx.clock());
  for (const [table, day] of Object.entries(DAYS))
    await ctx.db.execute(
      sql`update ${raw(table)} set created_at = created_at - (${today}::date - ${raw(day)}) * interval '1 day' where ${raw(day)} is not null`,
    );
}

/** The lines that have arrived: none, the first half, or all. */
type Arrived = 'none' | 'some' | 'all';

export interface Story {
  number: string;
  /** Days ago. */
  days: number;
  lines: number;
  status: 'Open' | 'Closed' | 'Cancelled';
  /** The vendor's reference; absent where it has not acknowledged the order. */
  reference?: string | null;
  arrived: Arrived;
  /** The quantity of each of its lines, in place of what its value comes to. */
  quantities?: readonly number[];
  /** Share of its value that the buyer's system says is paid, where no invoice of the portal tells. */
  paid?: number;
}
