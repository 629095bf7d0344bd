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

/** The quantities of an order line, in the order's unit, over all invoices that count. */
export const orderFiguresRecord = z.object({
  ordered: z.number(),
  /** The quantity that may be invoiced: accepted and not returned, up to the order's limit. */
  accepted: z.number(),
  /** The quantity on all invoices with lines that were not sent back. */
  invoiced: z.number(),
  /** The goods that credit memos of these invoices take back. */
  credited: z.number(),
  /** Invoiced less credited and accepted: above 0 it is too much, below 0 it is still to be invoiced. */
  difference: z.number(),
  /** The same in rupees including tax, at the invoiced and agreed prices. */
  differenceValue: z.number(),
  /** The part that comes from the price: the invoiced amount above the agreed value of the billed goods. */
  priceDifferenceValue: z.number(),
});
export type OrderFigures = z.infer<typeof orderFiguresRecord>;

/**
 * The figures of an order's line, as the match knows them for a line that comes after all others.
 * @returns null for a line without an order.
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

/** The values that the vendor may enter into a line with exceptions, so that the line agrees with order and receipt. */
export const agreedTermsRecord = z.object({
  line: z.number(),
  /** The quantity in the unit of the invoice's line; 0 if none of it remains to be invoiced. */
  quantity: z.number(),
  unitPrice: z.number(),
  /** The discount of the whole line. */
  discount: z.number(),
  /** The correct HSN code of the order, GST rate and cess rate; null if the line's value is kept. */
  hsnCode: z.string().nullable(),
  taxRate: z.number().nullable(),
  cessRate: z.number().nullable(),
});
export type AgreedTerms = z.infer<typeof agreedTermsRecord>;

/** The smallest step of a line's quantity. */
const QUANTITY_PLACES = 3;
const PRICE_PLACES = 4;

/** The faults of a line that only its removal corrects. */
const NOT_ORDERED = ['line_without_order', 'order_cancelled', 'order_line_gone'] as const;

/**
 * The corrections of each line with faults: the accepted quantity, the agreed price, the order's HSN code, the due GST and cess rates. A
 * line without an open order has nothing left to invoice. Other values stay, and a line without such faults is left out.
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

/** The one GST rate that a line should have; null if there are several, or the line has no tax that shows its kind. */
function rightRate({ rates, cgst, sgst, igst }: MatchedLine): number | null {
  const [rate, ...others] = rates;
  if (rate === undefined || others.length > 0) return null;
  return Decimal.sum(cgst, sgst, igst).isZero() ? null : Number(rate);
}

/** The price of this many units of a line, after those counted before: the average without discount if several prices were agreed. */
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
