import * as z from 'zod';

import { Decimal } from '../ground/numbers.ts';
import {
  agreedValue,
  type Finding,
  inOrdered,
  type MatchedInvoice,
  type MatchedLine,
  type MatchedOrderLine,
  netPieces,
  tierAt,
} from './matchFacts.ts';

/** The quantities of a line of an order, in the order's unit, by all invoices that count. */
export const orderFiguresRecord = z.object({
  ordered: z.number(),
  /** The quantity that may be invoiced: what was accepted and did not go back, at most what the order allows. */
  accepted: z.number(),
  /** The quantity of all invoices with lines that were not returned. */
  invoiced: z.number(),
  /** The goods that credit memos of these invoices take back. */
  credited: z.number(),
  /** Invoiced less credited and accepted: above 0 it is too much, below 0 it is left to invoice. */
  difference: z.number(),
  /** The same in rupees with tax, at the prices that are asked and agreed. */
  differenceValue: z.number(),
  /** The part of it that is of the price: what is asked above the agreed value of what is billed. */
  priceDifferenceValue: z.number(),
});
export type OrderFigures = z.infer<typeof orderFiguresRecord>;

/**
 * The figures of an order's line, from what the match knows of a line that counts after all others.
 * @returns null for a line of no order.
 */
export function orderFigures({ order, rates, cessOfTable }: Pick<MatchedLine, 'order' | 'rates' | 'cessOfTable'>): OrderFigures | null {
  if (order === null || !order.exists) return null;
  const credited = new Decimal(order.credited ?? 0);
  const tax = Decimal.sum(100, order.taxRate ?? rates[0] ?? 0, order.cessRate ?? cessOfTable ?? 0).div(100);
  const above = (quantity: Decimal.Value) =>
    new Decimal(order.spent).minus(agreedValue(order.prices, quantity)).times(tax).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toNumber();
  return {
    ordered: Number(order.quantity),
    accepted: Number(order.billable),
    invoiced: credited.plus(order.before).toNumber(),
    credited: credited.toNumber(),
    difference: new Decimal(order.before).minus(order.billable).toNumber(),
    differenceValue: above(order.billable),
    priceDifferenceValue: above(order.before),
  };
}

/** The terms that the vendor may fill into a line with faults, so that the line agrees with order and receipt. */
export const agreedTermsRecord = z.object({
  line: z.number(),
  /** The quantity in the unit of the invoice's line; 0 where nothing of it is left to invoice. */
  quantity: z.number(),
  unitPrice: z.number(),
  /** The discount of the whole line. */
  discount: z.number(),
  /** The HSN code of the order, GST rate and cess rate that are right; null where the line's stays. */
  hsnCode: z.string().nullable(),
  taxRate: z.number().nullable(),
  cessRate: z.number().nullable(),
});
export type AgreedTerms = z.infer<typeof agreedTermsRecord>;

/** The finest quantity of a line. */
const QUANTITY_PLACES = 3;
const PRICE_PLACES = 4;

/** The faults of a line that only its removal puts right. */
const NOT_ORDERED = ['line_without_order', 'order_cancelled', 'order_line_gone'] as const;

/**
 * The corrections of each line with faults: the accepted quantity, the agreed price, the order's HSN code, the GST and cess rates that are due. A line
 * of no open order has nothing left to invoice. The rest stays as it is, and a line without such faults is left out.
 */
export function agreedTerms(
  { lines }: Pick<MatchedInvoice, 'lines'>,
  discounts: readonly Decimal.Value[],
  findings: readonly Pick<Finding, 'code' | 'line'>[],
): AgreedTerms[] {
  return lines.flatMap((line, place) => {
    const { no, order, factor } = line;
    const has = (code: string) => findings.some((finding) => finding.line === no && finding.code === code);
    const whole = new Decimal(discounts[place] ?? 0);
    if (NOT_ORDERED.some(has)) {
      const none = { hsnCode: null, taxRate: null, cessRate: null };
      return [{ line: no, quantity: 0, unitPrice: Number(line.unitPrice), discount: whole.toNumber(), ...none }];
    }
    const [isTooMany, isTooDear] = [has('quantity_above_accepted'), has('price_above_order')];
    const terms = {
      hsnCode: has('hsn_differs') ? (order?.hsnCode ?? null) : null,
      taxRate: has('tax_rate_differs') ? rightRate(line) : null,
      cessRate: has('cess_differs') ? Number(order?.cessRate ?? line.cessOfTable ?? 0) : null,
    };
    const isOther = Object.values(terms).some((term) => term !== null);
    if (order === null || factor === null || !(isTooMany || isTooDear || isOther)) return [];
    const excess = Decimal.max(netPieces(line).plus(order.before).minus(order.billable), 0).div(factor);
    const left = Decimal.max(new Decimal(line.quantity).minus(excess), 0).toDecimalPlaces(QUANTITY_PLACES, Decimal.ROUND_DOWN);
    const quantity = isTooMany ? left : new Decimal(line.quantity);
    const agreed = agreedPrice(line, order, quantity);
    const discount = isTooDear ? agreed.discount : quantity.times(whole).div(line.quantity);
    return [
      {
        line: no,
        quantity: quantity.toNumber(),
        unitPrice: (isTooDear ? agreed.unitPrice : new Decimal(line.unitPrice)).toNumber(),
        discount: discount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toNumber(),
        ...terms,
      },
    ];
  });
}

/** The one GST rate that a line should have; null where there are several, or the line has no tax from which its kind follows. */
function rightRate({ rates, cgst, sgst, igst }: MatchedLine): number | null {
  const [rate, ...others] = rates;
  if (rate === undefined || others.length > 0) return null;
  return Decimal.sum(cgst, sgst, igst).isZero() ? null : Number(rate);
}

/** The price of so many units of a line, after what counts before: the mean without a discount where they are agreed at more than one. */
function agreedPrice(line: Pick<MatchedLine, 'factor'>, { prices, before }: MatchedOrderLine, quantity: Decimal) {
  const pieces = inOrdered(line, quantity);
  const [tier, end] = [tierAt(prices, before), pieces.plus(before)];
  if (tier.until === null || end.lte(tier.until) || quantity.isZero()) {
    const unitPrice = inOrdered(line, tier.unitPrice).toDecimalPlaces(PRICE_PLACES, Decimal.ROUND_HALF_UP);
    return { unitPrice, discount: pieces.times(tier.discount) };
  }
  const value = agreedValue(prices, end).minus(agreedValue(prices, before));
  return { unitPrice: value.div(quantity).toDecimalPlaces(PRICE_PLACES, Decimal.ROUND_DOWN), discount: new Decimal(0) };
}
