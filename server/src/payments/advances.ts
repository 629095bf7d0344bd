import { showMoney } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { messages, paymentCodes } from '@aapurti/contract/payments/paymentMessages';
import sql from 'sql-template-tag';

import { isOnAccountFree, readControls } from '../settings/controls.ts';
import type { Database } from '../database/database.ts';
import { notFound, Refusal } from '../ground/refusal.ts';
import { onAccountOf } from './setOff.ts';

/** A payment on account: for an order, or without one. */
export interface Advance {
  owner: string;
  orderId: string | null;
  amount: Decimal;
}

/** The reason why an advance is refused. */
export interface AdvanceProblem {
  status: 409 | 422;
  message: string;
  code: string;
  data?: { payable: number };
}

interface Room extends Record<string, unknown> {
  number: string;
  isOpen: boolean;
  /** Null if only the uninvoiced amount limits advances. */
  percent: string | null;
  value: string;
  invoiced: string;
  advanced: string;
  onAccount: string;
}

/**
 * The problem with an advance; null if it may be paid. An advance is at most the share of the order's value that the controls allow, less
 * earlier advances, and never more than the uninvoiced amount. Without an order, it is at most the rest of the opening balance, unless no
 * control applies (`isOnAccountFree`). The form, the API and the sheet share this rule. A caller that pays has locked the order and the
 * vendor's account.
 * @throws Refusal 404 if the vendor has no such order.
 */
export async function advanceProblem(tx: Database, { owner, orderId, amount }: Advance): Promise<AdvanceProblem | null> {
  if (orderId === null) {
    if (isOnAccountFree(await readControls(tx))) return null;
    const left = Decimal.max(0, (await onAccountOf(tx, owner)).negated());
    return amount.gt(left) ? above(messages.aboveOpening(showMoney(amount.toFixed(2)), showMoney(left.toFixed(2))), left) : null;
  }
  const found = await tx.first<Room>(sql`
    select number, status = 'Open' as "isOpen", (select advance_percent from portal_settings) as percent, value, (
        select coalesce(sum(value), 0) from invoices
        where vendor_id = ${owner} and match_state <> 'returned' and (code_key(po_number) = code_key(purchase_orders.number)
          or id in (select invoice_id from invoice_lines where order_id = purchase_orders.id))) as invoiced,
      coalesce(advances.amount, 0) as advanced, coalesce(advances.rest, 0) as "onAccount"
    from purchase_orders left join lateral (
      select sum(payments.amount) as amount, sum(rest.amount) as rest
      from payments left join lateral (
        select sum(amount) as amount from allocations where payment_id = payments.id and invoice_id is null) rest on true
      where order_id = purchase_orders.id) advances on true
    where purchase_orders.id = ${orderId} and vendor_id = ${owner}`);
  if (found === undefined) throw notFound();
  if (!found.isOpen) return { status: 409, message: messages.endedOrder(found.number), code: paymentCodes.endedOrder };
  const open = new Decimal(found.value).minus(found.invoiced).minus(found.onAccount);
  const share = found.percent === null ? open : new Decimal(found.value).times(found.percent).div(100).minus(found.advanced);
  const left = Decimal.max(0, Decimal.min(open, share)).toDecimalPlaces(2, Decimal.ROUND_DOWN);
  return amount.gt(left)
    ? above(messages.aboveAdvance(showMoney(amount.toFixed(2)), showMoney(left.toFixed(2)), found.number), left)
    : null;
}

const above = (message: string, left: Decimal): AdvanceProblem => ({
  status: 422,
  message,
  code: paymentCodes.aboveAdvance,
  data: { payable: left.toNumber() },
});

/** The refusal of an advance. */
export function advanceRefusal({ status, message, code, data }: AdvanceProblem): Refusal {
  return new Refusal(status, message, {
    errors: { [status === 409 ? 'orderId' : 'amount']: message },
    extra: { code, ...(data && { data }) },
  });
}
