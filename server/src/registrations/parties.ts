import { indianDay } from '@aapurti/contract/fields';
import sql from 'sql-template-tag';

import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { fallbackState } from '../env.ts';

/** The GST state code of the buyer's first registration of today, or null. */
export async function buyerState(db: Database, { clock, settings }: Pick<Context, 'clock' | 'settings'>): Promise<string | null> {
  const today = indianDay(clock());
  const found = await db.first<{ state: string }>(sql`
    select state_code as state from registrations
    where coalesce(vendor_id, 0) = 0 and coalesce(valid_from, '-infinity') <= ${today} and coalesce(valid_to, 'infinity') >= ${today}
    order by kind = 'isd', id limit 1`);
  return found?.state ?? fallbackState(settings);
}
