import { showDate } from '../ground/fields.ts';
import { bankRule, dateRule, duplicateRule, irnRule, strayRule, sumRule } from './matchHeadRules.ts';
import {
  figure,
  type Amount,
  type Finding,
  type MatchedInvoice,
  type MatchedLine,
  type MatchedOrderLine,
  orderName,
  rupees,
  type Tolerances,
} from './matchFacts.ts';
import { Decimal } from '../ground/numbers.ts';

const price = (value: Amount) => {
  const exact = new Decimal(value);
  return exact.decimalPlaces() > 2 ? `₹${exact.toFixed()}` : rupees(exact);
};
const receiptName = (number: string) => (/^\d/.test(number) ? `GRN ${number}` : number);

/** What the rule of quantities looks at. */
type Counted = Pick<MatchedLine, 'no' | 'quantity' | 'credited' | 'priced'> & {
  order: Pick<MatchedOrderLine, 'poNumber' | 'exists' | 'received' | 'accepted' | 'rejections' | 'before' | 'beforeNumbers'> | null;
  tolerances: Pick<Tolerances, 'quantity'>;
};

type LineRule = (line: MatchedLine, invoice: MatchedInvoice) => Finding | null;

function orderRule({ no, order, itemName }: MatchedLine): Finding | null {
  const common = { rule: 'order', line: no, outcome: 'fault', tolerance: null } as const;
  if (order === null) {
    return {
      ...common,
      outcome: 'remark',
      expected: 'a line of an order',
      found: 'none',
      document: null,
      message: `Line ${no}: ${itemName} is in no order.`,
      wayOut: null,
    };
  }
  if (order.isCancelled) {
    return {
      ...common,
      expected: 'an order that holds',
      found: 'cancelled',
      document: order.poNumber,
      message: `Line ${no}: order ${order.poNumber} is cancelled.`,
      wayOut: 'Take the line out, or ask the buyer.',
    };
  }
  if (order.exists) return null;
  return {
    ...common,
    expected: 'a line of the order',
    found: 'none',
    document: order.poNumber,
    message: `Line ${no}: order ${order.poNumber} was amended and has this line no more.`,
    wayOut: 'Take the line out, or ask the buyer.',
  };
}

/** Cumulative: what earlier invoices and lines bill of the order's line counts, and goods that credit memos of this invoice take back do not. */
export function quantityRule({ no, quantity, credited: named, priced = 0, order, tolerances }: Counted): Finding | null {
  if (order === null || !order.exists) return null;
  const credited = new Decimal(named).minus(priced);
  const own = new Decimal(quantity).minus(credited);
  const billed = own.plus(order.before);
  const accepted = new Decimal(order.accepted);
  const most = accepted.times(new Decimal(tolerances.quantity).plus(100)).div(100);
  const invoiced = invoicedText(quantity, order, credited);
  const rejected = rejectedText(order.rejections);
  const common = {
    rule: 'quantity',
    line: no,
    expected: figure(accepted),
    found: figure(billed),
    tolerance: new Decimal(tolerances.quantity).isZero() ? null : `${figure(tolerances.quantity)} %`,
    document: order.rejections[0] === undefined ? order.poNumber : receiptName(order.rejections[0].receipt),
  } as const;
  if (billed.gt(most)) {
    const excess = billed.minus(accepted);
    const left = new Decimal(quantity).minus(excess);
    const lower = left.gt(0) ? `Lower it to ${figure(left)}` : 'Take the line out';
    const isUnseen = new Decimal(order.received).isZero();
    return {
      ...common,
      outcome: 'fault',
      message:
        rejected === ''
          ? `Line ${no}: invoiced ${invoiced}, accepted ${figure(accepted)}.`
          : `Line ${no}: invoiced ${invoiced}, accepted ${figure(accepted)} (${rejected}).`,
      wayOut: isUnseen
        ? 'Nothing of it has arrived: wait for the receipt, or take the line out.'
        : `${lower} or send a credit note for ${figure(excess)}.`,
    };
  }
  if (billed.eq(accepted) || billed.gt(accepted)) return null;
  const left = figure(accepted.minus(billed));
  return {
    ...common,
    outcome: 'remark',
    message:
      rejected === ''
        ? `Line ${no}: invoiced ${invoiced}, accepted ${figure(accepted)}: ${left} left to invoice.`
        : `Line ${no}: invoiced ${invoiced}, accepted ${figure(accepted)} (${rejected}): ${left} left to invoice.`,
    wayOut: null,
  };
}

// The translator recognizes a finished text by its words (translate.ts), so each of these is a whole template.

/** As in '5 and 3 before (invoice 12), credited 2'. */
function invoicedText(
  quantity: Amount,
  { before, beforeNumbers }: Pick<MatchedOrderLine, 'before' | 'beforeNumbers'>,
  credited: Decimal,
): string {
  const numbers = beforeNumbers.join(', ');
  let told = figure(quantity);
  if (new Decimal(before).gt(0))
    told = numbers === '' ? `${told} and ${figure(before)} before` : `${told} and ${figure(before)} before (invoice ${numbers})`;
  return credited.gt(0) ? `${told}, credited ${figure(credited)}` : told;
}

/** As in 'GRN-0881: 8 rejected, damaged; GRN 12: 1 rejected'. */
function rejectedText(rejections: MatchedOrderLine['rejections']): string {
  return rejections.reduceRight((others, { receipt: number, quantity, reason }) => {
    const receipt = receiptName(number);
    const amount = figure(quantity);
    if (others === '') return reason ? `${receipt}: ${amount} rejected, ${reason}` : `${receipt}: ${amount} rejected`;
    return reason ? `${receipt}: ${amount} rejected, ${reason}; ${others}` : `${receipt}: ${amount} rejected; ${others}`;
  }, '');
}

function priceRule({ no, quantity, unitPrice, taxable, order, tolerances }: MatchedLine): Finding | null {
  if (order === null || !order.exists) return null;
  const share = new Decimal(order.discount).times(quantity).div(order.quantity);
  const expected = new Decimal(quantity).times(order.unitPrice).minus(share).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
  const difference = new Decimal(taxable).minus(expected);
  const allowed = Decimal.max(expected.times(tolerances.price).div(100), tolerances.priceAmount);
  const byUnit = !new Decimal(unitPrice).eq(order.unitPrice);
  const [was, is] = byUnit ? [price(order.unitPrice), price(unitPrice)] : [rupees(expected), rupees(taxable)];
  const isFree = new Decimal(order.unitPrice).isZero();
  const common = {
    rule: 'price',
    line: no,
    expected: was,
    found: is,
    tolerance: `${figure(tolerances.price)} % or ${rupees(tolerances.priceAmount)}`,
    document: order.poNumber,
  } as const;
  if (difference.gt(allowed)) {
    return {
      ...common,
      outcome: 'fault',
      message: !byUnit
        ? `Line ${no}: ${is} without tax, ${orderName(order)} comes to ${was} after its discount.`
        : isFree
          ? `Line ${no}: price ${is}, ${orderName(order)} gives it free.`
          : `Line ${no}: price ${is}, ${orderName(order)} has ${was}.`,
      wayOut: byUnit ? `Correct the price, or ask the buyer to amend the order.` : 'Give the discount of the order.',
    };
  }
  if (difference.gte(allowed.negated())) return null;
  const message = byUnit
    ? `Line ${no}: price ${is}, less than ${was} of ${orderName(order)}.`
    : `Line ${no}: without tax ${is}, less than ${was} of ${orderName(order)}.`;
  return { ...common, outcome: 'remark', message, wayOut: null };
}

const HEAD_WORDS = { igst: 'IGST', halves: 'CGST and SGST', none: 'no GST' } as const;

function taxHeadRule({ no, cgst, sgst, igst, due }: MatchedLine): Finding | null {
  if (due === null) return null;
  const [hasIgst, hasHalves] = [new Decimal(igst).gt(0), new Decimal(cgst).plus(sgst).gt(0)];
  const isWrong = (hasIgst && due !== 'igst') || (hasHalves && due !== 'halves');
  if (!isWrong) return null;
  const found = hasIgst && hasHalves ? 'IGST with CGST and SGST' : hasIgst ? HEAD_WORDS.igst : HEAD_WORDS.halves;
  const why = {
    igst: 'place of supply in another state, or in a special economic zone',
    halves: 'place of supply in the vendor’s state',
    none: 'the vendor charges none',
  }[due];
  return {
    rule: 'taxHead',
    line: no,
    outcome: 'fault',
    expected: HEAD_WORDS[due],
    found,
    tolerance: null,
    document: null,
    message: `Line ${no}: ${found}, but ${HEAD_WORDS[due]} is due (${why}).`,
    wayOut: 'Correct the tax, or the GST numbers of the invoice.',
  };
}

function taxRateRule({ no, hsnCode, taxRate, taxable, due, order, rates }: MatchedLine, { date }: MatchedInvoice): Finding | null {
  if (due === 'none' || new Decimal(taxable).isZero()) return null;
  const ofOrder = order?.taxRate ?? null;
  const allowed = rates.length > 0 ? rates : ofOrder === null ? [] : [ofOrder];
  const common = { rule: 'taxRate', line: no, tolerance: null, found: taxRate === null ? 'no rate' : `${figure(taxRate)} %` } as const;
  if (allowed.length === 0) {
    const message = `Line ${no}: no rate is known for ${hsnCode === null ? 'it, as it has no HSN code' : `HSN ${hsnCode} on ${showDate(date)}`}.`;
    return { ...common, outcome: 'remark', expected: 'a known rate', document: null, message, wayOut: null };
  }
  if (taxRate !== null && allowed.some((rate) => new Decimal(rate).eq(taxRate))) return null;
  const expected = allowed.map((rate) => `${figure(rate)} %`).join(' or ');
  const day = showDate(date);
  const [one, other] = rates.map((rate) => `${figure(rate)} %`);
  const { found } = common;
  return {
    ...common,
    outcome: 'fault',
    expected,
    document: rates.length > 0 ? `HSN ${hsnCode}` : (order?.poNumber ?? null),
    message:
      one === undefined
        ? `Line ${no}: ${found}, the order states ${expected}.`
        : other === undefined
          ? `Line ${no}: ${found}, HSN ${hsnCode} has ${one} on ${day}.`
          : `Line ${no}: ${found}, HSN ${hsnCode} has ${one} or ${other} on ${day}.`,
    wayOut: 'Correct the rate, or the HSN code.',
  };
}

function creditRule({ no, quantity, credited, priced = 0 }: MatchedLine): Finding | null {
  const common = { rule: 'credit', line: no, tolerance: null, document: null } as const;
  if (new Decimal(credited).lte(quantity)) {
    if (new Decimal(priced).isZero()) return null;
    return {
      ...common,
      outcome: 'remark',
      expected: 'the amount of the goods',
      found: figure(priced),
      message: `Line ${no}: credit memos name ${figure(priced)} and credit less than they cost: a difference of price, no goods that went back.`,
      wayOut: 'If they went back, enter their whole amount in the memo.',
    };
  }
  return {
    ...common,
    outcome: 'fault',
    expected: figure(quantity),
    found: figure(credited),
    message: `Line ${no}: credit memos take back ${figure(credited)} of ${figure(quantity)} invoiced.`,
    wayOut: `Lower the credit memo by ${figure(new Decimal(credited).minus(quantity))}.`,
  };
}

const LINE_RULES: readonly LineRule[] = [orderRule, quantityRule, priceRule, taxHeadRule, taxRateRule, creditRule];

/** What an invoice with lines differs in, its lines first. */
export function findingsOf(invoice: MatchedInvoice): Finding[] {
  return [
    ...invoice.lines.flatMap((line) => LINE_RULES.flatMap((rule) => rule(line, invoice) ?? [])),
    ...sumRule(invoice),
    ...duplicateRule(invoice),
    ...dateRule(invoice),
    ...irnRule(invoice),
    ...bankRule(invoice),
    ...strayRule(invoice),
  ];
}
