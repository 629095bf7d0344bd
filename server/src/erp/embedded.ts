import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import type { BuyerSystem } from './port.ts';

/** The source of records that administrators upload or enter, also besides an ERP. */
export const EMBEDDED = 'embedded';

/** The source of receipts that users enter, and of the returns that follow from any receipt. */
export const RECEIVED = 'receipt';

/**
 * The portal numbers suppliers itself if there is no ERP. The e-mail identifies a supplier, because the vendor code may turn out to be taken.
 */
export function embeddedBuyerSystem(db: Database): BuyerSystem {
  return {
    source: EMBEDDED,
    async createSupplier({ name, email }) {
      const row = await db.one<{ id: string }>(sql`
        insert into suppliers (email, name) values (lower(${email}), ${name})
        on conflict (email) do update set name = excluded.name returning id::text`);
      return { externalId: `S-${row.id.padStart(5, '0')}` };
    },
  };
}
