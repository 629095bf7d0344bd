import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import type { BuyerSystem } from './port.ts';

/** Under which is kept what administrators load and type here, also where an ERP is connected. */
export const EMBEDDED = 'embedded';

/**
 * The default where no ERP is connected: the portal keeps the suppliers itself and numbers them. A supplier is known again by its
 * e-mail, not by the vendor code, which is only proposed when the supplier is made and may turn out to be taken.
 */
export function embeddedBuyerSystem(db: Database): BuyerSystem {
  return {
    source: EMBEDDED,
    async createSupplier({ name, email }) {
      const row = await db.first<{ id: string }>(sql`
        insert into suppliers (email, name) values (lower(${email}), ${name})
        on conflict (email) do update set name = excluded.name returning id::text`);
      if (row === undefined) throw new Error('an upsert gives its row');
      return { externalId: `S-${row.id.padStart(5, '0')}` };
    },
  };
}
