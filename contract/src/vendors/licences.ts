import { isBlank, showDate } from '../ground/fields.ts';
import type { Translate } from '../ground/template.ts';

/** A licence number of the Food Safety and Standards Authority of India: 14 digits. */
export const FSSAI = /^\d{14}$/;

/** The days before the end of a licence on which its vendor is reminded; a negative number is after the end. */
export const REMINDER_DAYS = [30, 7, -1] as const;

export const licenceMessages = {
  number: 'An FSSAI licence number has 14 digits.',
  noNumber: 'Enter the number of the FSSAI licence.',
  noEnd: 'Enter the last day on which the FSSAI licence is valid.',
} as const;

/** The licence of a food vendor; both values are null if it has none. */
export interface FoodLicence {
  fssaiNumber: string | null;
  fssaiValidUntil: string | null;
}

/** A number without its end date would never be renewed, and an end date without a number is no licence. @returns errors by field. */
export function licenceProblems(input: Record<string, unknown>): Record<string, string> {
  const [number, end] = [input['fssaiNumber'], input['fssaiValidUntil']].map(isBlank);
  return {
    ...(number === true && end === false ? { fssaiNumber: licenceMessages.noNumber } : {}),
    ...(number === false && end === true ? { fssaiValidUntil: licenceMessages.noEnd } : {}),
  };
}

/** The licence as printed on labels on a date, `YYYY-MM-DD`; null if the vendor has none. An expired number is not printed. */
export function licenceWords({ fssaiNumber: number, fssaiValidUntil: until }: FoodLicence, day: string, t: Translate): string | null {
  if (number === null || until === null) return null;
  return until < day ? t('FSSAI licence expired on {day}', { day: showDate(until) }) : t('FSSAI licence {number}', { number });
}
