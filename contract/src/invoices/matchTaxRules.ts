import { showDate, showPercent } from '../ground/fields.ts';
import { isLawful } from '../ground/rateRules.ts';
import {
  type Amount,
  figure,
  type Finding,
  findingOf,
  firstThat,
  inOrdered,
  type MatchedInvoice,
  type MatchedLine,
  netPieces,
  rupees,
  type SelfInvoiced,
} from './matchFacts.ts';
import { Decimal } from '../ground/numbers.ts';
import { say, sayEither } from '../ground/template.ts';

const HEAD_WORDS = { igst: 'IGST', halves: 'CGST and SGST', none: 'no GST' } as const;

/** The rupees by which rounding each line separately may change a line. */
const PAISE = 0.05;

/** The most self-invoices that a message names, the latest ones. */
const NAMED_MOST = 5;

const RELEASE = 'Send the invoice back, or release it.';

export function taxHeadRule({ no, cgst, sgst, igst, due }: MatchedLine): Finding | null {
  if (due === null) return null;
  const [hasIgst, hasHalves] = [new Decimal(igst).gt(0), new Decimal(cgst).plus(sgst).gt(0)];
  const isWrong = (hasIgst && due !== 'igst') || (hasHalves && due !== 'halves');
  if (!isWrong) return null;
  const found = hasIgst && hasHalves ? 'IGST with CGST and SGST' : hasIgst ? HEAD_WORDS.igst : HEAD_WORDS.halves;
  const why = {
    igst: 'place of supply in another state, or in a special economic zone',
    halves: 'place of supply in the vendor’s state',
    none: 'the vendor charges no tax',
  }[due];
  return findingOf({
    rule: 'taxHead',
    code: 'tax_kind_differs',
    line: no,
    expected: HEAD_WORDS[due],
    found,
    message: say('Line {no}: {found}, but {due} is due ({why}).', { no, found, due: HEAD_WORDS[due], why }),
    wayOut: 'Correct the tax, or the GST numbers of the invoice.',
    buyerWayOut: RELEASE,
  });
}

/** A line without an order is a fault of its own, and its taxes have nothing to be compared with. */
const isUnordered = ({ order, charge }: MatchedLine) => (order === null ? !charge : !order.exists);

/**
 * The expected rate is that of the order's HSN code on the invoice's date and on arrival of the goods; if the table has none, it is the
 * order's.
 */
export function taxRateRule(line: MatchedLine, { date }: MatchedInvoice): Finding | null {
  const { no, taxRate, taxable, due, order, rates, ratesFrom } = line;
  if (isUnordered(line)) return null;
  if (due === 'none' || new Decimal(taxable).isZero()) return null;
  const hsnCode = order?.hsnCode ?? line.hsnCode;
  const found = taxRate === null ? 'no rate' : showPercent(figure(taxRate));
  const common = { rule: 'taxRate', line: no, found } as const;
  const day = showDate(date);
  if (rates.length === 0) {
    const tax = Decimal.sum(line.cgst, line.sgst, line.igst);
    const message =
      hsnCode === null
        ? say('Line {no}: no rate is known, because the line has no HSN code.', { no })
        : say('Line {no}: HSN {hsnCode} has no rate on {day}.', { no, hsnCode, day });
    return findingOf({
      ...common,
      code: 'tax_rate_unknown',
      outcome: tax.gt(0) ? 'fault' : 'remark',
      expected: 'a known rate',
      document: order?.poNumber ?? null,
      message,
      wayOut: tax.gt(0) ? 'Ask the buyer to complete the order.' : null,
      buyerWayOut: tax.gt(0) ? 'Enter the HSN code and rate in the order.' : null,
    });
  }
  if (taxRate === null || !rates.some((rate) => new Decimal(rate).eq(taxRate))) {
    const expected = sayEither(rates.map((rate) => showPercent(figure(rate))));
    const [one, other] = rates.map((rate) => showPercent(figure(rate)));
    return findingOf({
      ...common,
      code: 'tax_rate_differs',
      expected,
      document: ratesFrom === 'table' ? say('HSN {hsnCode}', { hsnCode }) : (order?.poNumber ?? null),
      message:
        ratesFrom !== 'table' || one === undefined
          ? say('Line {no}: {found}; the order has {expected}.', { no, found, expected })
          : other === undefined
            ? say('Line {no}: {found}; HSN {hsnCode} has {one} on {day}.', { no, found, hsnCode, one, day })
            : say('Line {no}: {found}; HSN {hsnCode} has {one} or {other} on {day}.', { no, found, hsnCode, one, other, day }),
      wayOut: 'Correct the rate, or ask the buyer to correct the order.',
      buyerWayOut: 'Correct the rate or HSN code in the order, send the invoice back, or release it.',
    });
  }
  // A row of the table names its notification; a rate that only the order states is checked against the law.
  if (ratesFrom === 'order' && !isLawful(taxRate, date, hsnCode)) {
    return findingOf({
      ...common,
      code: 'tax_rate_unlawful',
      expected: 'a GST rate in effect on that day',
      document: order?.poNumber ?? null,
      message: say('Line {no}: {found} is not a GST rate on {day}.', { no, found, day }),
      wayOut: 'Correct the rate, and ask the buyer to correct the order.',
      buyerWayOut: 'Correct the rate in the order, or add it to the GST rates with its GST notification.',
    });
  }
  const before = new Decimal(order?.before ?? 0);
  const other = arrivalsOf(line, before).find(
    (arrival) => arrival.rates.length > 0 && !arrival.rates.some((rate) => new Decimal(rate).eq(taxRate)),
  );
  if (other === undefined) return null;
  const [arrived, later] = [showDate(other.day), sayEither(other.rates.map((rate) => showPercent(figure(rate))))];
  return findingOf({
    ...common,
    code: 'tax_rate_changed',
    expected: later,
    document: order?.poNumber ?? null,
    message: say('Line {no}: {found} on {day}, but {later} when the goods arrived on {arrived}.', { no, found, day, later, arrived }),
    wayOut: 'Ask the buyer which rate is right.',
    buyerWayOut: RELEASE,
  });
}

/** The arrivals that contain the pieces of a line, after those billed before. */
function arrivalsOf(line: MatchedLine, before: Decimal) {
  const to = before.plus(netPieces(line));
  const arrivals = line.order?.arrivals ?? [];
  const first = firstThat(arrivals, ({ until }) => new Decimal(until).gt(before));
  const last = firstThat(arrivals, ({ until }) => new Decimal(until).gte(to));
  return arrivals.slice(first, last + 1);
}

/** The cess of the order line or the table, or else none. */
export function cessRule(line: MatchedLine): Finding | null {
  if (isUnordered(line)) return null;
  const { no, taxable, cess, order, cessOfTable } = line;
  const allowed = [order?.cessRate ?? null, cessOfTable].flatMap((rate) => (rate === null ? [] : [new Decimal(rate)]));
  const rates = allowed.length === 0 ? [new Decimal(0)] : allowed;
  const due = rates.map((rate) => new Decimal(taxable).times(rate).div(100).toDecimalPlaces(2, Decimal.ROUND_HALF_UP));
  if (due.some((each) => each.minus(cess).abs().lte(PAISE))) return null;
  const expected = sayEither([...new Set(due.map((each) => rupees(each)))]);
  const found = rupees(cess);
  return findingOf({
    rule: 'cess',
    code: 'cess_differs',
    line: no,
    expected,
    found,
    document: order?.poNumber ?? null,
    message: say('Line {no}: cess is {found}; {expected} is due.', { no, found, expected }),
    wayOut: 'Correct the cess, or ask the buyer to add it to the order.',
    buyerWayOut: 'Enter the cess in the order, send the invoice back, or release it.',
  });
}

const isTaxed = ({ cgst, sgst, igst, cess }: Pick<MatchedLine, 'cgst' | 'sgst' | 'igst' | 'cess'>) =>
  Decimal.sum(cgst, sgst, igst, cess).gt(0);

/**
 * The quantity of an item that bears the vendor's tax. A quantity that credit memos took back without a return of the goods no longer bears
 * tax; returned goods were accepted anyway.
 */
function taxedQuantity({ taxed, taxedBack, returned, untaxedBack }: Omit<SelfInvoiced, 'quantity' | 'numbers' | 'accepted'>): Decimal {
  const gone = Decimal.max(0, new Decimal(returned).minus(untaxedBack));
  return new Decimal(taxed).minus(Decimal.max(0, new Decimal(taxedBack).minus(gone)));
}

/** The quantity of an item that bears the vendor's tax despite self-invoices, and the limit; null if the limit is not exceeded. */
export function taxedTwice(given: SelfInvoiced, more: { taxed: Amount; taxedBack: Amount } = { taxed: 0, taxedBack: 0 }) {
  const most = Decimal.max(0, new Decimal(given.accepted).minus(given.quantity));
  const taxed = taxedQuantity({
    ...given,
    taxed: new Decimal(more.taxed).plus(given.taxed),
    taxedBack: new Decimal(more.taxedBack).plus(given.taxedBack),
  });
  return taxed.lte(most) ? null : { taxed, most };
}

/**
 * The buyer owes the tax on self-invoiced goods, so a vendor that registers later charges none on them. Whichever goods of an item an
 * invoice means, at most the quantity without a self-invoice may bear its tax.
 */
export function selfInvoicedRule(line: MatchedLine): Finding | null {
  const { no, order } = line;
  const given = order?.selfInvoiced ?? null;
  if (given === null || !isTaxed(line)) return null;
  const twice = taxedTwice(given, { taxed: inOrdered(line, line.quantity), taxedBack: inOrdered(line, line.credited) });
  if (twice === null) return null;
  const [most, found, numbers] = [figure(twice.most), figure(twice.taxed), given.numbers.slice(-NAMED_MOST)];
  return findingOf({
    rule: 'taxHead',
    code: 'tax_on_self_invoice',
    line: no,
    expected: say('tax on at most {most}', { most }),
    found: say('tax on {found}', { found }),
    document: numbers.join(', '),
    message: say(
      'Line {no}: tax is charged on {found} in total, but allowed on at most {most}. The buyer pays the tax on the rest under self-invoice {numbers}.',
      { no, found, most, numbers },
    ),
    wayOut: 'Invoice these goods without tax, dated before your GST registration.',
    buyerWayOut: RELEASE,
  });
}
