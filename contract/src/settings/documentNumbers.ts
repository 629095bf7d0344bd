/** Invoice numbers: digits only, or as Rule 46(b) of the CGST Rules allows. */

import { plainCode } from '../ground/codes.ts';
import { requiredText } from '../ground/fields.ts';

export const NUMBERINGS = ['digits', 'rule46'] as const;
/** The choices for new numbers in Settings. */
export type Numbering = (typeof NUMBERINGS)[number];

export const NUMBERING_WORDS: Readonly<Record<Numbering, string>> = { digits: 'Digits only', rule46: 'Letters, digits, - and / (Rule 46)' };

/** The pattern of a number for each setting. */
export const NUMBER_PATTERNS: Readonly<Record<Numbering, RegExp>> = {
  digits: /^\d{1,64}$/,
  // Digits are allowed at any length, because existing numbers have them.
  rule46: /^(?:\d{1,64}|[A-Za-z0-9][A-Za-z0-9/-]{0,15})$/,
};

/** The pattern of a document number that fits any setting. */
export const DOCUMENT_NUMBER = NUMBER_PATTERNS.rule46;

export const numberMessages = {
  digits: 'Invoice number is required. It should be number.',
  rule46: 'Invoice number is required. It should have at most 16 letters, digits, - and /, and start with a letter or digit.',
  /** The invoice registration portal rejects such numbers. */
  start: 'The e-invoice portal does not accept numbers that start with 0.',
} as const;

/** True for digits only, which are valid under every setting. */
export function isDigits(number: string): boolean {
  return NUMBER_PATTERNS.digits.test(number);
}

/** The problem with an invoice number under a setting; null if it is valid. */
export function numberProblem(number: string, numbering: Numbering): string | null {
  return NUMBER_PATTERNS[numbering].test(number) ? null : numberMessages[numbering];
}

/** The field of a form; a stored number stays valid under every setting. */
export function numberField(numbering: Numbering, stored?: string) {
  return requiredText(numberMessages[numbering], undefined, (text) => (text === stored ? null : numberProblem(text, numbering)), plainCode);
}

/** The warning about an allowed but unusual number; null if there is none. */
export function numberRemark(number: string, numbering: Numbering): string | null {
  return numbering === 'rule46' && number.startsWith('0') ? numberMessages.start : null;
}
