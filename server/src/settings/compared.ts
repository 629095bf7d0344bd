import { chargesOf, type PortalSettings } from '@aapurti/contract/settings/settings';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { compareAgain } from '../purchase-orders/lock.ts';

/** The settings that the invoice match uses. */
type Yardsticks = Pick<PortalSettings, 'overDelivery' | 'allowedCharges'>;

const chargesIn = ({ allowedCharges }: Yardsticks) => JSON.stringify(chargesOf(allowedCharges ?? '').charges);

/**
 * Matches the invoices again that a change of settings affects: invoices, including paid ones, for orders with a higher accepted than
 * ordered quantity, and open invoices with charges.
 */
export async function compareBySettings(tx: Database, before: Yardsticks, after: Yardsticks): Promise<void> {
  if (before.overDelivery !== after.overDelivery) {
    const beyond = await tx.rows<{ id: string }>(sql`
      select distinct order_id::text as id from purchase_order_lines
      where acceptance <> 'order' and received_quantity - rejected_quantity > quantity`);
    await compareAgain(tx, { orders: beyond.map(({ id }) => id) });
  }
  if (chargesIn(before) !== chargesIn(after))
    await compareAgain(tx, { open: sql`invoices.id in (select invoice_id from invoice_lines where order_id is null)` });
}
