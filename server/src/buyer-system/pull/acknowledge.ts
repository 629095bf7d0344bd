import { faultCodes } from '@aapurti/contract/buyer-system/buyerSystemConnection';
import { say } from '@aapurti/contract/ground/template';
import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../../database/database.ts';
import type { BuyerSystem } from '../../erp/port.ts';
import { markTold, untoldAnswer } from './untold.ts';
import { within } from '../../ground/within.ts';
import { dropFaults, keepFaults } from './faults.ts';

const AT_ONCE = 100;
/** The number of consecutive failures after which the system counts as down rather than as rejecting single orders. */
const FAILURES_MAX = 5;

type Told = Pick<BuyerSystem, 'source' | 'acknowledgeOrder' | 'answerOrder'>;

interface Untold extends Record<string, unknown> {
  id: string;
  externalId: string;
  number: string;
  reference: string | null;
  on: string | null;
  /** Otherwise only confirmations are sent. */
  acknowledges: boolean;
}

/**
 * The condition that the system still has to be informed about an order. A cancelled order needs nothing, and a closed order needs no
 * confirmations.
 */
export function isUntold(system: Told): Sql {
  const { source } = system;
  return sql`(purchase_orders.source = ${source} and purchase_orders.status <> 'Cancelled' and purchase_orders.id in (
    select id from purchase_orders where ${system.acknowledgeOrder !== undefined} and acknowledged_on is not null and acknowledgement_told_at is null
    union all
    select order_id from order_answers join purchase_orders answered on answered.id = order_id
    where ${system.answerOrder !== undefined} and is_current and told_at is null and state in ('accepted', 'agreed', 'rejected')
      and answered.source = ${source} and answered.status = 'Open'))`;
}

/**
 * Sends the acknowledgements and confirmations of orders to the buyer's system, oldest first. A failed one is shown to administrators and
 * sent again by the next run. No transaction is open while the system responds.
 * @returns how many orders were waiting and how many were sent.
 * @throws the last failure if the system seems to be down.
 */
export async function tellOrders(
  db: Database,
  system: Told,
  { patience, isStopped, stopped }: { patience: number; isStopped: () => boolean; stopped: Promise<never> },
): Promise<{ read: number; told: number }> {
  const found = { read: 0, told: 0 };
  const { source } = system;
  const inTime = (call: Promise<void>) => within(patience, Promise.race([call, stopped]), "The buyer's system did not respond in time.");
  let after = '0';
  let failures = 0;
  // An amendment may have withdrawn the confirmation that failed before.
  await db.execute(sql`
    delete from buyer_faults fault where source = ${source} and kind = 'acknowledgements' and not exists (
      select from purchase_orders where external_id = fault.external_id and ${isUntold(system)})`);
  while (!isStopped()) {
    const untold = await db.rows<Untold>(sql`
      select id::text, external_id as "externalId", number, acknowledgement_reference as reference, acknowledged_on as on,
        acknowledged_on is not null and acknowledgement_told_at is null as acknowledges
      from purchase_orders where ${isUntold(system)} and id > ${after}::bigint
      order by purchase_orders.id limit ${AT_ONCE}`);
    for (const order of untold) {
      if (isStopped()) return found;
      found.read += 1;
      after = order.id;
      try {
        await tellOrder(db, system, order, inTime);
      } catch (error) {
        if (isStopped()) return found;
        await keepFaults(db, source, 'acknowledgements', [faultOf(order, error)]);
        failures += 1;
        if (failures === FAILURES_MAX) throw error;
        continue;
      }
      failures = 0;
      found.told += 1;
      await dropFaults(db, source, 'acknowledgements', [order.externalId]);
    }
    if (untold.length < AT_ONCE) break;
  }
  return found;
}

/** The acknowledgement comes first, so that it is recorded even if the confirmations fail. */
async function tellOrder(
  db: Database,
  system: Told,
  { id, externalId, number, reference, on, acknowledges }: Untold,
  inTime: (call: Promise<void>) => Promise<void>,
): Promise<void> {
  if (system.acknowledgeOrder !== undefined && acknowledges && on !== null) {
    await inTime(system.acknowledgeOrder({ externalId, number, reference, on }));
    // Another reference means that it must be sent again.
    await db.execute(sql`
      update purchase_orders set acknowledgement_told_at = clock_timestamp()
      where id = ${id} and acknowledged_on = ${on} and acknowledgement_told_at is null and acknowledgement_reference is not distinct from ${reference}`);
  }
  const answer = system.answerOrder === undefined ? null : await untoldAnswer(db, id);
  if (system.answerOrder === undefined || answer === null) return;
  const { ids, days, note } = answer;
  if (days.length > 0 || note !== null) await inTime(system.answerOrder({ externalId, number, days, note }));
  await markTold(db, ids);
}

function faultOf(order: Untold, error: unknown) {
  const why = error instanceof Error ? error.message : String(error);
  const problem = order.acknowledges
    ? say("Order {number}: the acknowledgement could not be sent to the buyer's system. {why}", { number: order.number, why })
    : say("Order {number}: the confirmation could not be sent to the buyer's system. {why}", { number: order.number, why });
  return { externalId: order.externalId, problem, code: faultCodes.notSent, kept: { raw: order } };
}
