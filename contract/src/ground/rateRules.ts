import { showDate } from './fields.ts';
import { Decimal } from './numbers.ts';
import { registrationMessages } from './registrationRules.ts';
import { say } from './template.ts';

/** `any`, or only pre-packaged and labelled goods, or only others. */
export const CONDITIONS = ['any', 'prepacked', 'loose'] as const;
export type Condition = (typeof CONDITIONS)[number];

export const CONDITION_WORDS: Readonly<Record<Condition, string>> = {
  any: 'Any',
  prepacked: 'Pre-packed and labelled',
  loose: 'Loose',
};

interface RateSet {
  /** The first day. A set applies until the next begins. */
  from: string;
  /** The rates in percent of the value without tax, IGST or CGST and SGST together. */
  rates: readonly string[];
  /** Further rates for goods of one chapter. */
  only?: { prefix: string; rates: readonly string[] };
}

/** Notifications 9/2025-CT(R) of 17-09-2025 and 19/2025-CT(R) of 31-12-2025 changed the original rates. */
const RATE_SETS: readonly RateSet[] = [
  { from: '2017-07-01', rates: ['0', '0.25', '3', '5', '12', '18', '28'] },
  // The rate of 28% was kept for tobacco only.
  { from: '2025-09-22', rates: ['0', '0.25', '1.5', '3', '5', '18', '40'], only: { prefix: '24', rates: ['28'] } },
  { from: '2026-02-01', rates: ['0', '0.25', '1.5', '3', '5', '18', '40'] },
];

function setOn(day: string): RateSet | undefined {
  return RATE_SETS.findLast(({ from }) => from <= day);
}

/** The rates that goods in general may have on a date (`YYYY-MM-DD`), the lowest first; none before GST. */
export function ratesOn(day: string): readonly string[] {
  return setOn(day)?.rates ?? [];
}

/** The highest rate of any goods on a day; null before GST. */
export function highestRateOn(day: string): number | null {
  const set = setOn(day);
  return set === undefined ? null : Math.max(...[...set.rates, ...(set.only?.rates ?? [])].map(Number));
}

/** Merchant exporters buy goods of any kind at this rate. */
const EXPORT_RATE = '0.1';

/** True if goods may have a rate on a date according to the law. */
export function isLawful(rate: Decimal.Value, day: string, hsnCode: string | null): boolean {
  const set = setOn(day);
  if (set === undefined) return false;
  const ofChapter = set.only !== undefined && hsnCode?.startsWith(set.only.prefix) ? set.only.rates : [];
  return [...set.rates, EXPORT_RATE, ...ofChapter].some((each) => Number(each) === Number(rate));
}

/** The GST rates below 1%: for exporters' purchases, and for precious stones. */
const SMALL_RATES = ['0.1', '0.25'];

/** The problem with a GST rate: 0.05 instead of 5%. Null if it is valid. */
export function taxRateProblem(rate: Decimal | null): string | null {
  if (rate === null || rate.isZero() || rate.gte(1) || SMALL_RATES.some((small) => rate.eq(small))) return null;
  return rateMessages.fraction(rate.toString(), rate.times(100).toString());
}

/** The rule for a rate's number, for schemas. */
export const taxRateRule = { code: 'tax_rate_not_valid', problem: taxRateProblem } as const;

export const rateMessages = {
  fraction: (rate: string, percent: string) =>
    say('{rate}% is not a GST rate. Enter {percent} for {percent3}%.', { rate, percent, percent3: percent }),
  beforeGst: 'GST started on 01-07-2017.',
  notAmong: (rate: string, day: string, rates: readonly string[]) =>
    say('{rate}% is not a GST rate in effect on {day}: {rates}. Enter the GST notification for this rate.', {
      rate,
      day: showDate(day),
      rates,
    }),
  endsOn: (rate: string, day: string) =>
    say('The rate of {rate}% no longer applies from {day}. End this rate before that date.', { rate, day: showDate(day) }),
} as const;

interface Judged {
  hsnPrefix: string;
  rate: Decimal;
  validFrom: string;
  validTo: string | null;
  notification: string | null;
}

type JudgedField = 'rate' | 'validFrom' | 'validTo';

/**
 * The problem with a rate and its dates, and its field. A rate outside those of its date is valid if a notification is named, because the
 * law changes more often than this program.
 */
export function rateProblem({ hsnPrefix, rate, validFrom, validTo, notification }: Judged): { field: JudgedField; message: string } | null {
  if (validTo !== null && validTo < validFrom)
    return { field: 'validTo', message: registrationMessages.backwards(showDate(validFrom), showDate(validTo)) };
  const first = setOn(validFrom);
  if (first === undefined) return { field: 'validFrom', message: rateMessages.beforeGst };
  if (notification !== null) return null;
  const permitted = ({ rates, only }: RateSet) =>
    only !== undefined && hsnPrefix.startsWith(only.prefix) ? [...rates, ...only.rates] : rates;
  const isIn = (set: RateSet) => permitted(set).some((each) => rate.eq(each));
  if (!isIn(first)) return { field: 'rate', message: rateMessages.notAmong(rate.toString(), validFrom, permitted(first)) };
  const later = RATE_SETS.find((set) => set.from > validFrom && (validTo === null || set.from <= validTo) && !isIn(set));
  return later === undefined ? null : { field: 'validTo', message: rateMessages.endsOn(rate.toString(), later.from) };
}

/** A row of the table of rates. Rates are in percent; dates are `YYYY-MM-DD`, both included, null without an end. */
export interface DatedRate {
  hsnPrefix: string;
  condition: Condition;
  rate: number;
  cessRate: number;
  validFrom: string;
  validTo: string | null;
}

/** `depends` means that goods of this HSN have different rates pre-packed and loose, either of them null if the table has none. */
export type FoundRate<R extends DatedRate> =
  | { kind: 'rate'; rate: R }
  | { kind: 'unknown' }
  | { kind: 'depends'; prepacked: R | null; loose: R | null };

/**
 * The rate of an HSN code on a date: of the rows that apply on that date and whose prefix matches, the longest. `condition` is null if the
 * packing is unknown. Without a row there is no rate, because none is guessed.
 */
export function rateOf<R extends DatedRate>(
  rates: readonly R[],
  hsn: string | null,
  day: string,
  condition: 'prepacked' | 'loose' | null,
): FoundRate<R> {
  const holding = rates
    .filter(
      ({ hsnPrefix, validFrom, validTo }) =>
        hsn !== null && hsn.startsWith(hsnPrefix) && validFrom <= day && (validTo === null || day <= validTo),
    )
    .toSorted((one, other) => other.hsnPrefix.length - one.hsnPrefix.length);
  // The row of one prefix for these goods in particular takes precedence over the one for any.
  const found = (packed: 'prepacked' | 'loose'): R | null => {
    const [longest] = holding.filter((row) => row.condition !== (packed === 'loose' ? 'prepacked' : 'loose'));
    if (longest === undefined) return null;
    return holding.find((row) => row.hsnPrefix === longest.hsnPrefix && row.condition === packed) ?? longest;
  };
  const [prepacked, loose] = [found('prepacked'), found('loose')];
  const known = condition === 'loose' ? loose : prepacked;
  const isSame = prepacked?.rate === loose?.rate && prepacked?.cessRate === loose?.cessRate;
  if (condition === null && !isSame) return { kind: 'depends', prepacked, loose };
  return known === null ? { kind: 'unknown' } : { kind: 'rate', rate: known };
}

/** Percent, as an order line states them; null if it states none. */
export interface StatedRates {
  taxRate: Decimal.Value | null;
  cessRate: Decimal.Value | null;
}

type TableRate = Pick<DatedRate, 'rate' | 'cessRate'>;

/**
 * The row of the table that applies to goods of an HSN code, which may have different rates pre-packed and loose.
 * @param found the rows of both, at most one each.
 * @returns the only rate, or else the one of the two that the order states; null if it states neither.
 */
export function appliedRate<R extends TableRate>(found: readonly R[], stated: StatedRates['taxRate']): R | null {
  const [first] = found;
  if (first !== undefined && found.every(({ rate }) => rate === first.rate)) return first;
  return found.find(({ rate }) => stated !== null && new Decimal(stated).eq(rate)) ?? null;
}

/**
 * The rates that every document uses for goods of orders: the challan, its e-way bill and the invoice. The table of rates determines the
 * tax; if it has no row or is ambiguous, the order does. The order determines the cess; if it states none, the table does.
 */
export function dueRates(found: readonly TableRate[], stated: StatedRates): { taxRate: Decimal | null; cessRate: Decimal | null } {
  const applied = appliedRate(found, stated.taxRate);
  const [taxRate, cessRate] = [applied?.rate ?? stated.taxRate, stated.cessRate ?? applied?.cessRate ?? null];
  const decimal = (rate: Decimal.Value | null) => (rate === null ? null : new Decimal(rate));
  return { taxRate: decimal(taxRate), cessRate: decimal(cessRate) };
}
