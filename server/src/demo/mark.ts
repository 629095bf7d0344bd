import sql, { join } from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { DEMO_SIGN_INS } from './signIns.ts';

/** Marks the installation as filled with the demo. A backup carries the mark too. */
export async function markDemo(db: Database): Promise<void> {
  await db.execute(sql`insert into settings (name, value) values ('demo', 'loaded') on conflict do nothing`);
}

/**
 * The demo's passwords are public, so production never starts on its data.
 * @throws Error for the operator that explains how to start with an empty database.
 */
export async function refuseDemo(db: Database): Promise<void> {
  // The demo accounts also count, for demos that were loaded before this mark existed.
  const found = await db.first(sql`
    select from settings where name = 'demo'
    union all select from users where email in (${join(DEMO_SIGN_INS.map(({ email }) => email))}) limit 1`);
  if (found === undefined) return;
  throw new Error(
    'This database was filled with the demo, whose passwords are public, so it cannot serve real work. ' +
      'Begin clean: set DATA_DIR to a new folder, or DATABASE_URL to an empty database. The data of the demo is not carried over.',
  );
}
