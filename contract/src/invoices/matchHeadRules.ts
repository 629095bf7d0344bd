import { showDate } from '../ground/fields.ts';
import { type Amount, figure, type Finding, type MatchedInvoice, orderName, rupees } from './matchFacts.ts';
import { Decimal } from '../ground/numbers.ts';

/** Rupees: some vendors round the total. */
export const SUM_TOLERANCE = 1;

const SUM_HEADS = ['Invoice value', 'CGST', 'SGST', 'IGST'] as const;
/** With the figure that differs. */
type SumFinding = Finding & { head: (typeof SUM_HEADS)[number] };

/** The sums of the lines against the head, each head and the whole within a rupee: some vendors round the total. */
export function sumRule({
  value,
  cgst,
  sgst,
  igst,
  lines,
}: Pick<MatchedInvoice, 'value' | 'cgst' | 'sgst' | 'igst'> & { lines: readonly Figures[] }): SumFinding[] {
  const sum = (pick: (line: Figures) => Amount) => lines.reduce((total, line) => total.plus(pick(line)), new Decimal(0));
  const whole = sum(({ taxable }) => taxable)
    .plus(sum((line) => line.cgst))
    .plus(sum((line) => line.sgst))
    .plus(sum((line) => line.igst))
    .plus(sum(({ cess }) => cess));
  const heads = [
    ['Invoice value', value, whole],
    ['CGST', cgst, sum((line) => line.cgst)],
    ['SGST', sgst, sum((line) => line.sgst)],
    ['IGST', igst, sum((line) => line.igst)],
  ] as const;
  return heads.flatMap(([name, head, ofLines]) =>
    new Decimal(head).minus(ofLines).abs().lte(SUM_TOLERANCE)
      ? []
      : [
          {
            head: name,
            rule: 'sum',
            line: null,
            outcome: 'fault',
            expected: rupees(ofLines),
            found: rupees(head),
            tolerance: rupees(SUM_TOLERANCE),
            document: null,
            message: `${name}: ${rupees(head)} on the invoice, the lines come to ${rupees(ofLines)}.`,
            wayOut: 'Correct the figure or the lines.',
          } as const,
        ],
  );
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
    return {
      rule: 'duplicate',
      line: null,
      outcome: isSame ? 'fault' : 'remark',
      expected: 'no other invoice like it',
      found: other.number,
      tolerance: null,
      document: other.number,
      message: isSame
        ? `Invoice ${other.number} of ${showDate(other.date)} has nearly the same number, the same date and the same value.`
        : `Invoice ${other.number} of ${showDate(other.date)} over ${rupees(other.value)} has nearly the same number.`,
      wayOut: isSame ? 'Delete one of them, or tell the buyer that both are meant.' : null,
    };
  });
}

export function dateRule({ date, today, lines }: MatchedInvoice): Finding[] {
  const common = { rule: 'date', line: null, outcome: 'fault', found: showDate(date), tolerance: null } as const;
  if (date > today) {
    return [
      {
        ...common,
        expected: `${showDate(today)} at the latest`,
        document: null,
        message: `The invoice is dated ${showDate(date)}, which is still to come.`,
        wayOut: 'Correct the date.',
      },
    ];
  }
  const orders = new Map(
    lines.flatMap(({ order }) => (order !== null && order.orderedOn > date ? [[order.poNumber, order] as const] : [])),
  );
  return [...orders.values()].map((order) => ({
    ...common,
    expected: `${showDate(order.orderedOn)} or later`,
    document: order.poNumber,
    message: `The invoice is dated ${showDate(date)}, before ${orderName(order)}.`,
    wayOut: 'Correct the date.',
  }));
}

/** An IRN where the vendor makes e-invoices, and one that fits the invoice: it is made of GST number, financial year and number. */
export function irnRule({ date, number, irn: { given, since, fitting } }: MatchedInvoice): Finding[] {
  const common = { rule: 'irn', line: null, tolerance: null, document: null } as const;
  if (given === null) {
    if (since === null || date < since) return [];
    return [
      {
        ...common,
        outcome: 'fault',
        expected: 'an IRN',
        found: 'none',
        message: `The vendor makes e-invoices since ${showDate(since)}, and this invoice has no IRN.`,
        wayOut: 'Enter the IRN of the e-invoice.',
      },
    ];
  }
  // Its number is still to be typed.
  if (number === '' || fitting?.includes(given.toLowerCase())) return [];
  if (fitting === null) {
    const message = 'The IRN cannot be checked, as the invoice names no GST number of the vendor.';
    return [{ ...common, outcome: 'remark', expected: 'a GST number of the vendor', found: 'none', message, wayOut: null }];
  }
  return [
    {
      ...common,
      outcome: 'fault',
      expected: fitting[0] ?? '',
      found: given,
      message: 'The IRN does not fit the GST number of the vendor, the financial year and the number of the invoice.',
      wayOut: 'Correct the IRN, the number or the date.',
    },
  ];
}

export function bankRule({ isBankConfirmed }: MatchedInvoice): Finding[] {
  if (isBankConfirmed) return [];
  return [
    {
      rule: 'bank',
      line: null,
      outcome: 'fault',
      expected: 'a confirmed bank account',
      found: 'not confirmed',
      tolerance: null,
      document: null,
      message: 'The buyer has not confirmed the vendor’s bank account yet.',
      wayOut: 'Nothing to correct here: the buyer confirms it.',
    },
  ];
}

export function strayRule({ strayCredits }: MatchedInvoice): Finding[] {
  return strayCredits.map(({ item, quantity }) => ({
    rule: 'credit',
    line: null,
    outcome: 'fault',
    expected: 'an item of the invoice',
    found: item ?? 'none',
    tolerance: null,
    document: null,
    message: `A credit memo${quantity === null ? '' : ` over ${figure(quantity)}`} names this invoice and ${item === null ? 'no item' : `${item}, which is none of its items`}.`,
    wayOut: 'Write the product name in the memo as the invoice has it.',
  }));
}
