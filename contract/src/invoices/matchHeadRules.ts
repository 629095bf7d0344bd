import { showDate } from '../ground/fields.ts';
import {
  type Amount,
  type Finding,
  findingOf,
  firstThat,
  type MatchedInvoice,
  type MatchedLine,
  netPieces,
  orderName,
  rupees,
} from './matchFacts.ts';
import { Decimal } from '../ground/numbers.ts';
import { say } from '../ground/template.ts';

const SUM_HEADS = ['Invoice value', 'CGST', 'SGST', 'IGST'] as const;
/** A finding with the deviating figure. */
type SumFinding = Finding & { head: (typeof SUM_HEADS)[number] };

/** The most that a header may differ from its lines, because the lines of an invoice may be rounded separately. */
const HEAD_PAISE = 0.05;

const toRupee = (amount: Decimal) => amount.toDecimalPlaces(0, Decimal.ROUND_HALF_UP);

const sumOf = (lines: readonly Figures[], pick: (line: Figures) => Amount) =>
  lines.reduce((total, line) => total.plus(pick(line)), new Decimal(0));

/** The sum of the lines including their taxes. */
const wholeOf = (lines: readonly Figures[]): Decimal =>
  sumOf(lines, ({ taxable, cgst, sgst, igst, cess }) => Decimal.sum(taxable, cgst, sgst, igst, cess));

/**
 * Compares the sums of the lines with the header: each tax up to some paise or rounded to the rupee, and the value as the value without tax
 * plus these taxes, or that rounded to the rupee.
 */
export function sumRule({
  value,
  cgst,
  sgst,
  igst,
  lines,
}: Pick<MatchedInvoice, 'value' | 'cgst' | 'sgst' | 'igst'> & { lines: readonly Figures[] }): SumFinding[] {
  const whole = wholeOf(lines);
  const withHeads = sumOf(lines, ({ taxable, cess }) => new Decimal(taxable).plus(cess)).plus(Decimal.sum(cgst, sgst, igst));
  const isValue = (given: Decimal) => [whole, withHeads].some((sum) => given.eq(sum) || given.eq(toRupee(sum)));
  const isTax = (given: Decimal, sum: Decimal) => given.minus(sum).abs().lte(HEAD_PAISE) || given.eq(toRupee(sum));
  const heads = [
    ['CGST', cgst, sumOf(lines, (line) => line.cgst)],
    ['SGST', sgst, sumOf(lines, (line) => line.sgst)],
    ['IGST', igst, sumOf(lines, (line) => line.igst)],
  ] as const;
  const wrong = heads.filter(([, head, ofLines]) => !isTax(new Decimal(head), ofLines));
  // A wrong tax makes a value that includes it wrong too, so the lines alone are the reference then.
  const isRight = wrong.length === 0 ? isValue(new Decimal(value)) : new Decimal(value).minus(whole).abs().lt(1);
  return [...(isRight ? [] : [['Invoice value', value, whole] as const]), ...wrong].map(([name, head, ofLines]) => ({
    head: name,
    ...findingOf({
      rule: 'sum',
      code: name === 'Invoice value' ? 'value_differs' : 'tax_differs',
      expected: rupees(ofLines),
      found: rupees(head),
      tolerance: name === 'Invoice value' ? null : rupees(HEAD_PAISE),
      message: say('{label}: {head} on the invoice; the lines add up to {ofLines}.', {
        label: name,
        head: rupees(head),
        ofLines: rupees(ofLines),
      }),
      wayOut: 'Correct the amount or the lines.',
      buyerWayOut: 'Send the invoice back, or release it.',
    }),
  }));
}

/** Rounding differences of one order together. */
export function roundingRule({ value, lines, roundings }: MatchedInvoice): Finding[] {
  const own = new Decimal(value).minus(wholeOf(lines));
  if (own.lte(0)) return [];
  return roundings.flatMap(({ poNumber, before, most }) => {
    const together = own.plus(before);
    if (together.lte(most)) return [];
    return findingOf({
      rule: 'sum',
      code: 'roundings_above_most',
      expected: rupees(most),
      found: rupees(together),
      document: poNumber,
      message: say('The invoice values of order {poNumber} are rounded up by {together} in total, more than {most}.', {
        poNumber,
        together: rupees(together),
        most: rupees(most),
      }),
      wayOut: 'Enter the total of the lines as the invoice value.',
      buyerWayOut: 'Send the invoice back, or release it.',
    });
  });
}

const SIDES = { vendor: 'vendorGST', buyer: 'buyerGST' } as const;
const SIDE_WORDS = { vendor: 'GST number of the vendor', buyer: 'GST number of the buyer' } as const;

/** Both registrations must be the order's, and one that has ended can bill only goods accepted before its end. */
export function partiesRule(invoice: MatchedInvoice): Finding[] {
  const orders = new Map(invoice.lines.flatMap(({ order }) => (order?.exists ? [[order.poNumber, order] as const] : [])));
  return (['vendor', 'buyer'] as const).flatMap((side): Finding[] => {
    const is = invoice[SIDES[side]];
    const words = SIDE_WORDS[side];
    const differing = [...orders.values()].flatMap((order): Finding[] => {
      const was = order[SIDES[side]];
      if (was === null ? is === null || invoice.isOnly[side] : was === is) return [];
      const [found, expected] = [is ?? '–', was ?? '–'];
      return [
        findingOf({
          rule: 'parties',
          code: `${side}_registration_differs`,
          expected,
          found,
          document: order.poNumber,
          message: say('{words}: {found} on the invoice; {orderName} has {expected}.', {
            words,
            found,
            orderName: orderName(order),
            expected,
          }),
          wayOut: 'Choose the GST number of the order, or ask the buyer to amend it.',
          buyerWayOut: 'Amend the order, send the invoice back, or release it.',
        }),
      ];
    });
    const last = invoice.ended[side];
    const late = last === null ? undefined : invoice.lines.find((line) => !wasAcceptedBy(line, last));
    if (last === null || late === undefined) return differing;
    const [number, no] = [is ?? '–', late.no];
    return [
      ...differing,
      findingOf({
        rule: 'parties',
        code: `${side}_registration_ended`,
        line: late.no,
        expected: say('accepted until {last}', { last: showDate(last) }),
        found: 'later',
        document: late.order?.poNumber ?? null,
        message: say('Line {no}: GST number {number} ended on {last}, and the goods were not accepted before that date.', {
          no,
          number,
          last: showDate(last),
        }),
        wayOut: 'Ask the buyer to amend the order with a valid GST number.',
        buyerWayOut: 'Amend the order, send the invoice back, or release it.',
      }),
    ];
  });
}

function wasAcceptedBy(line: MatchedLine, last: string): boolean {
  const { order } = line;
  if (order === null) return line.charge !== null && line.charge !== undefined;
  const arrived = order.arrivals[firstThat(order.arrivals, ({ day }) => day > last) - 1];
  return netPieces(line)
    .plus(order.before)
    .lte(arrived?.until ?? 0);
}

/** Once an invoice without lines names an order, the total value of its invoices is compared with the order's own value. */
export function orderValueRule({ namedOrders }: Pick<MatchedInvoice, 'namedOrders'>): Finding[] {
  return namedOrders.flatMap(({ poNumber, agreed, tolerance, invoiced, numbers }) => {
    if (new Decimal(invoiced).lte(new Decimal(agreed).plus(tolerance))) return [];
    const named = numbers.slice(-5);
    return findingOf({
      rule: 'orderValue',
      code: 'order_value_exceeded',
      expected: rupees(agreed),
      found: rupees(invoiced),
      tolerance: rupees(tolerance),
      document: poNumber,
      message: say(
        'The invoices of order {poNumber} total {invoiced}, but only {agreed} was accepted: invoice {numbers} without lines refers to it too.',
        { poNumber, invoiced: rupees(invoiced), agreed: rupees(agreed), numbers: named },
      ),
      wayOut: 'Enter the lines of that invoice, correct its PO number, or delete it.',
      buyerWayOut: 'Ask the vendor for the lines of that invoice, or release this one.',
    });
  });
}

interface Figures {
  taxable: Amount;
  cgst: Amount;
  sgst: Amount;
  igst: Amount;
  cess: Amount;
}

export function duplicateRule({ date, value, alike }: MatchedInvoice): Finding[] {
  return alike.map((other) => {
    const isSame = other.date === date && new Decimal(other.value).eq(value);
    return findingOf({
      rule: 'duplicate',
      code: isSame ? 'duplicate' : 'number_alike',
      outcome: isSame ? 'fault' : 'remark',
      expected: 'no similar invoice',
      found: other.number,
      document: other.number,
      message: isSame
        ? say('Invoice {number} of {date} has nearly the same number, the same date and the same value.', {
            number: other.number,
            date: showDate(other.date),
          })
        : say('Invoice {number} of {date} for {value} has nearly the same number.', {
            number: other.number,
            date: showDate(other.date),
            value: rupees(other.value),
          }),
      wayOut: isSame ? 'Delete one of them, or inform the buyer that both are correct.' : null,
      buyerWayOut: isSame ? 'Send one of them back, or release this one if both are correct.' : null,
    });
  });
}

export function dateRule({ date, today, lines }: MatchedInvoice): Finding | Finding[] {
  const common = { rule: 'date', found: showDate(date) } as const;
  if (date > today) {
    return findingOf({
      ...common,
      code: 'date_in_future',
      expected: say('{today} at the latest', { today: showDate(today) }),
      message: say('The invoice is dated {date}, which is in the future.', { date: showDate(date) }),
      wayOut: 'Correct the date.',
    });
  }
  const orders = new Map(
    lines.flatMap(({ order }) => (order !== null && order.orderedOn > date ? [[order.poNumber, order] as const] : [])),
  );
  return [...orders.values()].map((order) =>
    findingOf({
      ...common,
      code: 'date_before_order',
      expected: say('{orderedOn} or later', { orderedOn: showDate(order.orderedOn) }),
      document: order.poNumber,
      message: say('The invoice is dated {date}, before {orderName}.', { date: showDate(date), orderName: orderName(order) }),
      wayOut: 'Correct the date.',
    }),
  );
}

/**
 * An IRN is required if the vendor issues e-invoices, and must match the invoice: it is derived from GST number, financial year and number.
 */
export function irnRule({ date, number, irn: { given, since, fitting } }: MatchedInvoice): Finding | null {
  if (given === null) {
    if (since === null || date < since) return null;
    return findingOf({
      rule: 'irn',
      code: 'irn_missing',
      expected: 'an IRN',
      found: 'none',
      message: say('The vendor has issued e-invoices since {since}, but this invoice has no IRN.', { since: showDate(since) }),
      wayOut: 'Enter the IRN of the e-invoice.',
    });
  }
  // Its number is not entered yet.
  if (number === '' || fitting?.includes(given.toLowerCase())) return null;
  if (fitting === null) {
    const message = 'The IRN cannot be checked because the invoice has no GST number of the vendor.';
    return findingOf({
      rule: 'irn',
      code: 'irn_unchecked',
      outcome: 'remark',
      expected: 'a GST number of the vendor',
      found: 'none',
      message,
      wayOut: null,
    });
  }
  return findingOf({
    rule: 'irn',
    code: 'irn_differs',
    expected: fitting[0] ?? '',
    found: given,
    message: "The IRN does not match the vendor's GST number, the financial year and the invoice number.",
    wayOut: 'Correct the IRN, the number or the date.',
  });
}

export function bankRule({ isBankConfirmed }: MatchedInvoice): Finding | null {
  if (isBankConfirmed) return null;
  return findingOf({
    rule: 'bank',
    code: 'bank_unconfirmed',
    expected: 'a confirmed bank account',
    found: 'not confirmed',
    message: 'The buyer has not confirmed the vendor’s bank account yet.',
    wayOut: 'No correction needed: the buyer confirms it.',
    buyerWayOut: "Confirm it on the vendor's page.",
  });
}
