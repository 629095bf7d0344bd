import { isBlank, showDate } from '../ground/fields.ts';
import type { Translate } from '../ground/template.ts';

/** The licence of the Food Safety and Standards Authority of India: 14 digits. */
export const FSSAI = /^\d{14}$/;

/** Days before the end of a licence on which its vendor is reminded; below 0 it has ended. */
export const REMINDER_DAYS = [30, 7, -1] as const;

export const licenceMessages = {
  number: 'An FSSAI licence number has 14 digits.',
  noNumber: 'Enter the number of the FSSAI licence.',
  noEnd: 'Enter the last day on which the FSSAI licence is valid.',
} as const;

/** The licence of a vendor of food; both null where it has none. */
export interface FoodLicence {
  fssaiNumber: string | null;
  fssaiValidUntil: string | null;
}

/** A number without its end would never be renewed, and an end without a number is none. Errors by field. */
export function licenceProblems(input: Record<string, unknown>): Record<string, string> {
  const [number, end] = [input['fssaiNumber'], input['fssaiValidUntil']].map(isBlank);
  return {
    ...(number === true && end === false ? { fssaiNumber: licenceMessages.noNumber } : {}),
    ...(number === false && end === true ? { fssaiValidUntil: licenceMessages.noEnd } : {}),
  };
}

/** The licence as labels state it on a day, `YYYY-MM-DD`; null where the vendor has none. A number that has ended is not printed. */
export function licenceWords({ fssaiNumber: number, fssaiValidUntil: until }: FoodLicence, day: string, t: Translate): string | null {
  if (number === null || until === null) return null;
  return until < day ? t('FSSAI licence expired on {day}', { day: showDate(until) }) : t('FSSAI licence {number}', { number });
}
