import { Decimal } from 'decimal.js';
import * as z from 'zod';

import { isBlank } from './fields.ts';

// Separate from fields.ts, so that pages without figures, above all the sign-in page, load no arithmetic.

/** Enough digits for every product of two amounts in the portal; half up is the rule of the buyer's ledger. */
Decimal.set({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

export { Decimal };

/** The largest amount of a ledger line, in rupees. */
export const MONEY_MAX = new Decimal('999999999999.99');

/**
 * Digits with an optional fraction. Exponents, grouping, hexadecimal and foreign digits are rejected, so that the typed text is never
 * reinterpreted.
 */
const PLAIN_NUMBER = /^-?\d{1,15}(\.\d{1,17})?$/;

/** A number or numeric string as an exact Decimal, or null for other values. */
export function parseDecimal(value: unknown): Decimal | null {
  if (value instanceof Decimal) return value.isFinite() ? value : null;
  const text = typeof value === 'number' ? numberText(value) : typeof value === 'string' ? value.trim() : '';
  return PLAIN_NUMBER.test(text) ? new Decimal(text) : null;
}

function numberText(value: number): string {
  const text = String(value);
  return !text.includes('e') ? text : new Decimal(value).toFixed();
}

export interface Range {
  /** Decimal places in the API and in the table; more are an error instead of being rounded. */
  places: number;
  least?: number;
  most?: Decimal.Value;
}

export const MONEY: Range = { places: 2, least: 0, most: MONEY_MAX };
/** Quantities have three places, because the smallest unit of weight sold is the gram. */
export const QUANTITY: Range = { places: 3, least: 0, most: '999999999.999' };
/** An ordered or invoiced quantity, which is above zero. */
export const ORDERED: Range = { ...QUANTITY, least: 0.001 };
/** Prices of goods sold by weight or by the thousand have more than two places. */
export const PRICE: Range = { places: 4, least: 0, most: '9999999999.9999' };
export const PERCENT: Range = { places: 3, least: 0, most: 100 };
export const WHOLE: Range = { places: 0, least: 0, most: 999_999_999 };

/** The messages for a number in a document's line, in forms and uploads. */
export const lineNumberWords = { invalid: 'Line should be a whole number.' } as const;

interface NumberMessages {
  required?: string;
  invalid: string;
  /** The message for a number outside the range, which states the limits; `invalid` by default. */
  outside?: string;
  /** The code of the rule that limits the numbers, if it demands more than readability. */
  code?: string;
}

function decimalIn(range: Range, messages: NumberMessages, optional: boolean) {
  const given = optional ? z.unknown().optional() : z.unknown();
  const named = messages.code === undefined ? {} : { params: { code: messages.code } };
  return given.transform((value, context): Decimal | null => {
    if (isBlank(value)) {
      if (!optional) context.addIssue({ code: 'custom', message: messages.required ?? messages.invalid, ...named });
      return null;
    }
    const number = parseDecimal(value);
    const outside =
      number !== null && ((range.least !== undefined && number.lt(range.least)) || (range.most !== undefined && number.gt(range.most)));
    if (number === null || outside || number.decimalPlaces() > range.places) {
      context.addIssue({ code: 'custom', message: (outside ? messages.outside : undefined) ?? messages.invalid, ...named });
      return null;
    }
    return number;
  });
}

/** The code of the first rule that refuses a line or record, as `params` of the reported issue; undefined if a value cannot be read. */
export function ruleOf(
  issues: readonly { path: readonly PropertyKey[]; params?: Readonly<Record<string, unknown>> | undefined }[],
): { code: string } | undefined {
  const codes = issues.map(({ params }) => params?.['code']);
  const [code] = codes;
  return typeof code === 'string' && codes.every((each) => each !== undefined) ? { code } : undefined;
}

/** A required exact number. The result is a Decimal; NaN, exponents, grouping and too many places give `messages.invalid`. */
export function requiredNumber(range: Range, messages: NumberMessages) {
  return decimalIn(range, messages, false)
    .pipe(z.custom<Decimal>((value) => value instanceof Decimal))
    .meta({ type: ['number', 'string'] });
}

/** A field like `optionalNumber` whose number follows a rule of its own, which has a code. */
export function optionalRuled(
  range: Range,
  messages: NumberMessages,
  { code, problem }: { code: string; problem: (number: Decimal | null) => string | null },
) {
  return optionalNumber(range, messages)
    .superRefine((number, context) => {
      const wrong = problem(number);
      if (wrong !== null) context.addIssue({ code: 'custom', message: wrong, params: { code } });
    })
    .meta({ type: ['number', 'string', 'null'] });
}

/** An exact number that may be left blank and is then null. */
export function optionalNumber(range: Range, messages: NumberMessages) {
  return decimalIn(range, messages, true).meta({ type: ['number', 'string', 'null'] });
}
