/** Numbers of invoices: digits, or as Rule 46(b) of the CGST Rules allows. */

import { plainCode } from '../ground/codes.ts';
import { requiredText } from '../ground/fields.ts';

export const NUMBERINGS = ['digits', 'rule46'] as const;
/** The choices for new numbers that administrators have under Settings. */
export type Numbering = (typeof NUMBERINGS)[number];

export const NUMBERING_WORDS: Readonly<Record<Numbering, string>> = { digits: 'Digits only', rule46: 'Letters, digits, - and / (Rule 46)' };

/** The pattern of a number under each setting. */
export const NUMBER_PATTERNS: Readonly<Record<Numbering, RegExp>> = {
  digits: /^\d{1,64}$/,
  // Digits stay allowed at any length, as existing numbers do.
  rule46: /^(?:\d{1,64}|[A-Za-z0-9][A-Za-z0-9/-]{0,15})$/,
};

/** The pattern of a document's number under any setting. */
export const DOCUMENT_NUMBER = NUMBER_PATTERNS.rule46;

export const numberMessages = {
  digits: 'Invoice number is required. It should be number.',
  rule46: 'Invoice number is required. It should have at most 16 letters, digits, - and /, and start with a letter or digit.',
  /** The invoice registration portal takes no such numbers. */
  start: 'The e-invoice portal does not accept numbers that start with 0.',
} as const;

/** Digits alone are a number under any setting. */
export function isDigits(number: string): boolean {
  return NUMBER_PATTERNS.digits.test(number);
}

/** The problem with an invoice's number under a setting; null where it is right. */
export function numberProblem(number: string, numbering: Numbering): string | null {
  return NUMBER_PATTERNS[numbering].test(number) ? null : numberMessages[numbering];
}

/** The field of a form; the number that is stored is right under any setting. */
export function numberField(numbering: Numbering, stored?: string) {
  return requiredText(numberMessages[numbering], undefined, (text) => (text === stored ? null : numberProblem(text, numbering)), plainCode);
}

/** The oddity of a number that is allowed; null where there is none. */
export function numberRemark(number: string, numbering: Numbering): string | null {
  return numbering === 'rule46' && number.startsWith('0') ? numberMessages.start : null;
}
