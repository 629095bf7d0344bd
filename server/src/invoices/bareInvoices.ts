import { Decimal } from '@aapurti/contract/ground/numbers';
import { rupees } from '@aapurti/contract/invoices/matchFacts';
import { type InvoiceMatch, matchCodes, messages } from '@aapurti/contract/invoices/matching';
import { orderValueRule } from '@aapurti/contract/invoices/matchHeadRules';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';
import type { Bare } from './billed/book.ts';
import { type Place, untaxed } from './billed/factRows.ts';
import { factsOfAll } from './facts.ts';
import { rank } from './sequence.ts';

interface Stored extends Bare, Record<string, unknown> {
  id: string;
  owner: string;
  date: string;
  place: Place;
}

/** An invoice without lines that exceeds the accepted amount of an order. */
export interface Beyond {
  reason: string;
  poNumber: string;
  number: string;
  /** The invoiced and the accepted amount of the order, formatted in rupees. */
  invoiced: string;
  agreed: string;
  /** Rupees above what was accepted of the order and its tolerance. */
  excess: Decimal;
}

/**
 * Finds the invoices without lines that exceed the accepted amount of their order, together with the invoices that count before them. A caller
 * that decides by the result has locked the orders.
 * @returns the excess by invoice id, without the invoices that name no order of their vendor.
 */
export async function beyondOrders(tx: Database, ids: readonly string[]): Promise<Map<string, Beyond>> {
  const stored = await tx.rows<Stored>(sql`
    select invoices.id::text, invoices.vendor_id::text as owner, number, invoice_date as date, value, ${untaxed} as "isUntaxed", named.ids as "orderIds",
      json_build_object('rank', ${rank(sql`invoices`)}, 'countsNo', counts_no, 'isReleased', false) as place
    from invoices join lateral (
      select array_agg(orders.id::text) as ids from purchase_orders orders
      where orders.vendor_id = invoices.vendor_id and code_key(orders.number) = code_key(invoices.po_number)) named on named.ids is not null
    where invoices.id = any(${[...ids]}::bigint[]) and line_count = 0 order by invoices.id`);
  const parties = { vendorGST: null, buyerGST: null, isOnly: { vendor: true, buyer: true }, ended: { vendor: null, buyer: null } };
  const facts = await factsOfAll(
    tx,
    stored.map(({ id, owner, place, number, date, value, orderIds, isUntaxed }) => ({
      head: {
        id,
        owner,
        place,
        number,
        date,
        value,
        cgst: 0,
        sgst: 0,
        igst: 0,
        irn: null,
        ...parties,
        bare: { orderIds, number, value, isUntaxed },
      },
      lines: [],
    })),
  );
  return new Map(
    facts.flatMap(({ number, namedOrders }, index) => {
      const [exceeded] = namedOrders.filter((named) => orderValueRule({ namedOrders: [named] }).length > 0);
      const id = stored[index]?.id;
      if (exceeded === undefined || id === undefined) return [];
      const { poNumber, invoiced, agreed, tolerance } = exceeded;
      const [sum, most] = [rupees(invoiced), rupees(agreed)];
      const reason = messages.beyondOrder(number, poNumber, sum, most);
      return [
        [
          id,
          { reason, poNumber, number, invoiced: sum, agreed: most, excess: new Decimal(invoiced).minus(agreed).minus(tolerance) },
        ] as const,
      ];
    }),
  );
}

/** The reason why the approval of an invoice without lines has ended, in its reader's words; none once the invoice fits its order again. */
export async function endedApproval(db: Database, { isAdmin }: Pick<Actor, 'isAdmin'>, id: string): Promise<InvoiceMatch['findings']> {
  return [...(await beyondOrders(db, [id])).values()].map(({ poNumber, number, invoiced, agreed }) => ({
    rule: 'orderValue',
    code: matchCodes.beyondOrder,
    line: null,
    outcome: 'fault',
    expected: agreed,
    found: invoiced,
    tolerance: null,
    document: poNumber,
    message: messages.approvalEnded(number, poNumber, invoiced, agreed),
    wayOut: isAdmin ? messages.endedForBuyer : messages.endedForVendor,
  }));
}
