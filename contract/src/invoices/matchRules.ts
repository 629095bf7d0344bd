import { showPercent, showPrice } from '../ground/fields.ts';
import { codeKey } from '../ground/codeKeys.ts';
import { bankRule, dateRule, duplicateRule, irnRule, orderValueRule, partiesRule, roundingRule, sumRule } from './matchHeadRules.ts';
import {
  agreedValue,
  figure,
  type Amount,
  type Finding,
  findingOf,
  inOrdered,
  type MatchedInvoice,
  type MatchedLine,
  type MatchedOrderLine,
  netPieces,
  orderName,
  rupees,
  tierAt,
  type Tolerances,
} from './matchFacts.ts';
import { cessRule, selfInvoicedRule, taxHeadRule, taxRateRule } from './matchTaxRules.ts';
import { Decimal } from '../ground/numbers.ts';
import { say } from '../ground/template.ts';

const price = (value: Amount) => showPrice(new Decimal(value).toDecimalPlaces(4, Decimal.ROUND_HALF_UP).toFixed());
const receiptName = (number: string) => (/^\d/.test(number) ? `GRN ${number}` : number);

/** The facts that the quantity rule uses. */
type Counted = Pick<MatchedLine, 'no' | 'quantity' | 'factor' | 'credited'> & {
  order: Pick<
    MatchedOrderLine,
    'poNumber' | 'exists' | 'received' | 'accepted' | 'returned' | 'billable' | 'rejections' | 'before' | 'beforeNumbers'
  > | null;
  tolerances: Pick<Tolerances, 'quantity'>;
};

type LineRule = (line: MatchedLine, invoice: MatchedInvoice) => Finding | null;

const RELEASE = 'Amend the order, send the invoice back, or release it.';

function orderRule({ no, order, itemName, charge }: MatchedLine): Finding | null {
  const common = { rule: 'order', line: no } as const;
  if (order === null) {
    if (charge) return null;
    return findingOf({
      ...common,
      code: 'line_without_order',
      expected: 'a line of an order',
      found: 'none',
      message: say('Line {no}: {itemName} is not in any order.', { no, itemName }),
      wayOut: 'Remove the line, or ask the buyer to add it to the order.',
      buyerWayOut: RELEASE,
    });
  }
  const asked = { wayOut: 'Remove the line, or ask the buyer.', buyerWayOut: 'Send the invoice back, or release it.' };
  if (order.isCancelled) {
    return findingOf({
      ...common,
      ...asked,
      code: 'order_cancelled',
      expected: 'an open order',
      found: 'cancelled',
      document: order.poNumber,
      message: say('Line {no}: order {poNumber} is cancelled.', { no, poNumber: order.poNumber }),
    });
  }
  if (order.exists) return null;
  return findingOf({
    ...common,
    ...asked,
    code: 'order_line_gone',
    expected: 'a line of the order',
    found: 'none',
    document: order.poNumber,
    message: say('Line {no}: this line was removed when order {poNumber} was amended.', { no, poNumber: order.poNumber }),
  });
}

function itemRule({ no, itemCode, order }: MatchedLine): Finding | null {
  const ordered = order?.itemCode ?? null;
  if (!order?.exists || itemCode === null || ordered === null || codeKey(itemCode) === codeKey(ordered)) return null;
  return findingOf({
    rule: 'item',
    code: 'item_differs',
    line: no,
    expected: ordered,
    found: itemCode,
    document: order.poNumber,
    message: say('Line {no}: item is {itemCode}; {orderName} has {ordered}.', { no, itemCode, orderName: orderName(order), ordered }),
    wayOut: 'Choose the line of the order that has this item.',
    buyerWayOut: RELEASE,
  });
}

function unitRule({ no, uom, factor, order }: MatchedLine): Finding | null {
  if (!order?.exists || factor !== null) return null;
  const [unit, ordered] = [uom ?? '–', order.uom ?? '–'];
  return findingOf({
    rule: 'unit',
    code: 'unit_differs',
    line: no,
    expected: ordered,
    found: unit,
    document: order.poNumber,
    message: say('Line {no}: unit is {unit}; {orderName} has {ordered}.', { no, unit, orderName: orderName(order), ordered }),
    wayOut: 'Enter the quantity and price in the unit of the order.',
    buyerWayOut: RELEASE,
  });
}

/** One code may be longer than the other: 1006 and 10063020 cover the same goods. */
function hsnRule({ no, hsnCode, order }: MatchedLine): Finding | null {
  const ordered = order?.hsnCode ?? null;
  if (!order?.exists || hsnCode === null || ordered === null || hsnCode.startsWith(ordered) || ordered.startsWith(hsnCode)) return null;
  return findingOf({
    rule: 'hsn',
    code: 'hsn_differs',
    line: no,
    expected: ordered,
    found: hsnCode,
    document: order.poNumber,
    message: say('Line {no}: HSN is {hsnCode}; {orderName} has {ordered}.', { no, hsnCode, orderName: orderName(order), ordered }),
    wayOut: 'Enter the HSN code of the order, or ask the buyer to correct the order.',
    buyerWayOut: RELEASE,
  });
}

/** Cumulative: earlier invoices and lines for the order's line count, returned goods do not. */
export function quantityRule(line: Counted): Finding | null {
  const { no, order, tolerances } = line;
  if (order === null || !order.exists) return null;
  const credited = inOrdered(line, line.credited);
  const quantity = inOrdered(line, line.quantity);
  const billed = netPieces(line).plus(order.before);
  const billable = new Decimal(order.billable);
  const most = billable.times(new Decimal(tolerances.quantity).plus(100)).div(100);
  const facts = { no, quantity: figure(quantity), ...billedBefore(order), credited: figure(credited), ...acceptedOf(order) };
  const common = {
    rule: 'quantity',
    line: no,
    expected: figure(billable),
    found: figure(billed),
    tolerance: new Decimal(tolerances.quantity).isZero() ? null : showPercent(figure(tolerances.quantity)),
    document: order.rejections[0] === undefined ? order.poNumber : receiptName(order.rejections[0].receipt),
  } as const;
  if (billed.gt(most)) {
    const excess = billed.minus(billable);
    const left = quantity.minus(excess);
    const lower = left.gt(0) ? say('Reduce the quantity to {left}', { left: figure(left) }) : 'Remove the line';
    const isUnseen = new Decimal(order.received).isZero() && billable.isZero();
    return findingOf({
      ...common,
      code: 'quantity_above_accepted',
      message: say(INVOICED, { ...facts, left: '0' }),
      wayOut: isUnseen
        ? 'No goods have been received for this line. Wait for the receipt, or remove the line.'
        : say('{lower} or add a credit memo for {excess}.', { lower, excess: figure(excess) }),
      buyerWayOut: isUnseen
        ? 'Enter the goods receipt, or send the invoice back.'
        : 'Correct the goods receipt, send the invoice back, or release it.',
    });
  }
  if (billed.gte(billable)) return null;
  return findingOf({
    ...common,
    code: 'quantity_below_accepted',
    outcome: 'remark',
    message: say(INVOICED, { ...facts, left: figure(billable.minus(billed)) }),
    wayOut: null,
  });
}

const INVOICED =
  'Line {no}: invoiced {quantity}{before, select, 0 {} other { and {before} before}}{count, plural, =0 {} one { (invoice {numbers})} other { (invoices {numbers})}}{credited, select, 0 {} other {, credited {credited}}}, accepted {known}{returned, select, 0 {} other {, returned {returned}}}{isLimited, select, yes {, {billable} allowed} other {}}{isRejected, select, yes {, {rejected}} other {}}{left, select, 0 {} other {: {left} left to invoice}}.';

/** The most earlier invoices that a message names, the latest ones. */
const NAMED_MOST = 5;

function billedBefore({ before, beforeNumbers }: Pick<MatchedOrderLine, 'before' | 'beforeNumbers'>) {
  const isBilled = new Decimal(before).gt(0);
  const latest = [...(beforeNumbers.length > NAMED_MOST ? ['…'] : []), ...beforeNumbers.slice(-NAMED_MOST)];
  return { before: isBilled ? figure(before) : '0', count: isBilled ? beforeNumbers.length : 0, numbers: latest };
}

function acceptedOf(order: Pick<MatchedOrderLine, 'accepted' | 'returned' | 'billable' | 'rejections'>) {
  const isReturned = new Decimal(order.returned).gt(0);
  const isLimited = !isReturned && new Decimal(order.accepted).gt(order.billable);
  return {
    known: figure(isReturned || isLimited ? order.accepted : order.billable),
    returned: isReturned ? figure(order.returned) : '0',
    isLimited: isLimited ? 'yes' : 'no',
    billable: figure(order.billable),
    isRejected: order.rejections.length > 0 ? 'yes' : 'no',
    rejected: rejectedText(order.rejections),
  };
}

/** The rejections of each receipt as text: '8 rejected on GRN-0881 (damaged)'. */
const rejectedText = (rejections: MatchedOrderLine['rejections']): string[] =>
  rejections.map(({ receipt: number, quantity, reason }) => {
    const [grn, amount] = [receiptName(number), figure(quantity)];
    return reason
      ? say('{amount} rejected on {grn} ({cause})', { grn, amount, cause: reason })
      : say('{amount} rejected on {grn}', { grn, amount });
  });

/**
 * Cumulative: compares the total invoiced without tax for an order line with the agreed cost of its pieces. The tolerance applies to the
 * order line, however many lines and invoices it is split into.
 */
function priceRule(line: MatchedLine): Finding | null {
  const { no, unitPrice, order, tolerances } = line;
  if (order === null || !order.exists) return null;
  const taxable = new Decimal(line.taxable);
  const pieces = netPieces(line);
  // The cost of returned goods is deducted with them.
  const kept = new Decimal(line.quantity).isZero() ? taxable : taxable.times(pieces).div(inOrdered(line, line.quantity));
  const billed = pieces.plus(order.before);
  const spent = kept.plus(order.spent);
  const worth = agreedValue(order.prices, billed);
  const ownWorth = worth.minus(agreedValue(order.prices, order.before));
  const allowed = Decimal.max(worth.times(tolerances.price).div(100), tolerances.priceAmount);
  const tier = tierAt(order.prices, order.before);
  const agreed = inOrdered(line, tier.unitPrice);
  const byUnit = !new Decimal(unitPrice).eq(agreed.toDecimalPlaces(4, Decimal.ROUND_HALF_UP));
  const [was, is] = byUnit ? [price(agreed), price(unitPrice)] : [rupees(ownWorth), rupees(kept)];
  const common = {
    rule: 'price',
    line: no,
    tolerance: say('{price}% or {priceAmount}', { price: figure(tolerances.price), priceAmount: rupees(tolerances.priceAmount) }),
    document: order.poNumber,
  } as const;
  const difference = kept.minus(ownWorth);
  const isOver = spent.minus(worth).gt(allowed);
  if (isOver && difference.gt(0)) {
    const isFree = new Decimal(tier.unitPrice).isZero();
    return findingOf({
      ...common,
      code: 'price_above_order',
      expected: was,
      found: is,
      message: !byUnit
        ? say('Line {no}: {is} before tax; {orderName} amounts to {was} after its discount.', { no, is, orderName: orderName(order), was })
        : isFree
          ? say('Line {no}: price {is}; {orderName} has it free of charge.', { no, is, orderName: orderName(order) })
          : say('Line {no}: price is {is}; {orderName} has {was}.', { no, is, orderName: orderName(order), was }),
      wayOut: byUnit ? 'Correct the price, or ask the buyer to amend the order.' : 'Enter the discount of the order.',
      buyerWayOut: RELEASE,
    });
  }
  if (isOver) {
    return findingOf({
      ...common,
      code: 'price_above_order_together',
      expected: rupees(worth),
      found: rupees(spent),
      message: say('Line {no}: with earlier invoices, {spent} before tax for {billed}; {orderName} amounts to {worth}.', {
        no,
        spent: rupees(spent),
        billed: figure(billed),
        orderName: orderName(order),
        worth: rupees(worth),
      }),
      wayOut: 'Correct the earlier invoices, or add a credit memo for the excess.',
      buyerWayOut: 'Send back the earlier invoice that is too high, or release this one.',
    });
  }
  const own = Decimal.max(ownWorth.times(tolerances.price).div(100), tolerances.priceAmount);
  if (difference.gte(own.negated())) return null;
  const message = byUnit
    ? say('Line {no}: price {is} is below {was} of {orderName}.', { no, is, was, orderName: orderName(order) })
    : say('Line {no}: {is} before tax is below {was} of {orderName}.', { no, is, was, orderName: orderName(order) });
  return findingOf({ ...common, code: 'price_below_order', outcome: 'remark', expected: was, found: is, message, wayOut: null });
}

/** Also cumulative, per kind and order. */
function chargeRule({ no, taxable, charge }: MatchedLine): Finding | null {
  if (!charge) return null;
  const { kind, poNumber, cap } = charge;
  const together = new Decimal(taxable).plus(charge.before);
  if (together.lte(cap)) return null;
  return findingOf({
    rule: 'charge',
    code: 'charge_above_cap',
    line: no,
    expected: rupees(cap),
    found: rupees(together),
    document: poNumber,
    message: say('Line {no}: {kind} for order {poNumber} totals {together}; at most {cap} is allowed.', {
      no,
      kind,
      poNumber,
      together: rupees(together),
      cap: rupees(cap),
    }),
    wayOut: 'Reduce it, or ask the buyer to add it to the order.',
    buyerWayOut: RELEASE,
  });
}

function creditRule({ no, quantity, credited }: MatchedLine): Finding | null {
  if (new Decimal(credited).lte(quantity)) return null;
  return findingOf({
    rule: 'credit',
    line: no,
    code: 'credit_above_invoice',
    expected: figure(quantity),
    found: figure(credited),
    message: say('Line {no}: credit memos cover {credited} of {quantity} invoiced.', {
      no,
      credited: figure(credited),
      quantity: figure(quantity),
    }),
    wayOut: say('Reduce the credit memo by {quantity}.', { quantity: figure(new Decimal(credited).minus(quantity)) }),
  });
}

const LINE_RULES: readonly LineRule[] = [
  orderRule,
  itemRule,
  unitRule,
  hsnRule,
  quantityRule,
  priceRule,
  chargeRule,
  taxHeadRule,
  selfInvoicedRule,
  taxRateRule,
  cessRule,
  creditRule,
];

const HEAD_RULES = [partiesRule, orderValueRule, sumRule, roundingRule, duplicateRule, dateRule, irnRule, bankRule];

/** The deviations of an invoice with lines, those of its lines first. */
export function findingsOf(invoice: MatchedInvoice): Finding[] {
  return [
    ...invoice.lines.flatMap((line) => LINE_RULES.flatMap((rule) => rule(line, invoice) ?? [])),
    ...HEAD_RULES.flatMap((rule) => rule(invoice) ?? []),
  ];
}
