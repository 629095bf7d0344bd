import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { within } from '../within.ts';
import { dropFaults, keepFaults } from './faults.ts';
import type { BuyerSystem } from '../erp/port.ts';

const AT_ONCE = 100;
/** After so many failures in a row the system is down rather than unhappy with one order. */
const FAILURES_MAX = 5;

interface Untold extends Record<string, unknown> {
  id: string;
  externalId: string;
  number: string;
  reference: string | null;
  on: string;
}

/**
 * Tells the buyer which orders were acknowledged here, the oldest first. What fails stays untold, is named to administrators, and is
 * sent by the next run; no transaction is open while the system answers.
 * @returns how many were waiting and how many were sent. @throws the last failure if the system seems to be down.
 */
export async function tellAcknowledgements(
  db: Database,
  system: Pick<BuyerSystem, 'source' | 'acknowledgeOrder'>,
  { patience, isStopped, stopped }: { patience: number; isStopped: () => boolean; stopped: Promise<never> },
): Promise<{ read: number; told: number }> {
  const found = { read: 0, told: 0 };
  const { source } = system;
  let after = '0';
  let failures = 0;
  // An amendment may have withdrawn an acknowledgement that failed before.
  await db.execute(sql`
    delete from buyer_faults fault where source = ${source} and kind = 'acknowledgements' and not exists (
      select from purchase_orders known where known.source = fault.source and known.external_id = fault.external_id
        and acknowledged_on is not null and acknowledgement_told_at is null)`);
  while (system.acknowledgeOrder !== undefined && !isStopped()) {
    const untold = await db.rows<Untold>(sql`
      select id::text, external_id as "externalId", number, acknowledgement_reference as reference, acknowledged_on as on
      from purchase_orders
      where acknowledged_on is not null and acknowledgement_told_at is null and source = ${source} and id > ${after}::bigint
      order by id limit ${AT_ONCE}`);
    for (const { id, ...order } of untold) {
      if (isStopped()) return found;
      found.read += 1;
      after = id;
      try {
        await within(patience, Promise.race([system.acknowledgeOrder(order), stopped]), "The buyer's system did not answer in time.");
      } catch (error) {
        if (isStopped()) return found;
        const why = error instanceof Error ? error.message : String(error);
        const problem = `Order ${order.number}: the buyer's system could not be told that it is acknowledged. ${why}`;
        await keepFaults(db, source, 'acknowledgements', [{ externalId: order.externalId, problem, kept: { raw: order } }]);
        failures += 1;
        if (failures === FAILURES_MAX) throw error;
        continue;
      }
      failures = 0;
      found.told += 1;
      // With another reference it must be sent again.
      await db.execute(sql`
        update purchase_orders set acknowledgement_told_at = clock_timestamp()
        where id = ${id} and acknowledged_on = ${order.on} and acknowledgement_told_at is null and acknowledgement_reference is not distinct from ${order.reference}`);
      await dropFaults(db, source, 'acknowledgements', [order.externalId]);
    }
    if (untold.length < AT_ONCE) break;
  }
  return found;
}
