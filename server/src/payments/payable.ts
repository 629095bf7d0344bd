import { messages as matchMessages } from '@aapurti/contract/invoices/matching';
import { messages } from '@aapurti/contract/payments/paymentMessages';
import { Decimal } from '@aapurti/contract/ground/numbers';
import sql, { type Sql } from 'sql-template-tag';

import type { Database } from '../database/database.ts';

/** The reason why the settings block a payment of an invoice; null if the invoice is agreed. `invoices` and `portal_settings` are joined. */
const heldBy = sql`
  case when is_agreed(match_state) then null
    when match_state = 'returned' and not (pay_only_matched or pay_only_approved) then 'returned'
    when match_state in ('exception', 'returned') then 'differs'
    else 'unapproved' end`;

/** The reasons as messages. */
export const HELD = { differs: matchMessages.notPayable, unapproved: matchMessages.notApproved, returned: messages.returned };

/** The payable amount of an invoice, and the figures that decide it, in rupees as exact text. */
export interface Payable {
  id: string;
  ownerId: string;
  number: string;
  value: string;
  /** The value and its increases, less the settled amount. */
  balance: string;
  /** The credits less the increases. */
  notes: string;
  paid: string;
  deductions: string;
  /** The amount held by open claims on the invoice. */
  held: string;
  /** The balance of its vendor: the balances of agreed invoices less credits on account. */
  owed: string;
  /** The amount held by all open claims of the vendor. */
  heldOfAll: string;
  payable: string;
  /** The reason that blocks a payment; null if the invoice is agreed. */
  why: keyof typeof HELD | null;
  /** True if the vendor's total balance limits the payable amount. */
  isControlled: boolean;
}

/**
 * Calculates the payable amounts of invoices with their reasons; no other code does. A caller that decides by the result has locked the
 * invoices and their vendors' accounts. Under the default settings, the account as a whole is shown and blocks nothing.
 * @param which a condition on `invoices`
 */
export async function payableOf(db: Database, which: Sql): Promise<Payable[]> {
  return db.rows<Payable & Record<string, unknown>>(sql`
    select id::text, invoices.vendor_id::text as "ownerId", number, value, invoices.balance, credited - invoices.raised as notes, paid, deducted as deductions,
      invoices.held, books.owed, books.held as "heldOfAll", ${heldBy} as why, controlled as "isControlled",
      case when not is_agreed(match_state) then 0
        else greatest(0, least(invoices.balance - invoices.held, case when controlled then books.owed - books.held else invoices.balance end)) end as payable
    from invoices join vendor_books books on books.vendor_id = invoices.vendor_id cross join portal_settings
      cross join lateral (select pay_only_matched or pay_only_approved as controlled) settings
    where ${which} order by invoices.id`);
}

/** The calculation, as a refusal and the balance show it. */
export const toldPayable = ({ number, value, balance, notes, paid, deductions, held: claimed, payable, why, ...account }: Payable) => ({
  invoiceValue: Number(balance),
  invoiceTotal: Number(value),
  notes: Number(notes),
  paid: Number(paid),
  deductions: Number(deductions),
  held: Number(claimed),
  payable: Number(payable),
  reason: why === null ? null : HELD[why](number),
  vendorPayable: account.isControlled ? Decimal.max(0, new Decimal(account.owed).minus(account.heldOfAll)).toNumber() : null,
});
