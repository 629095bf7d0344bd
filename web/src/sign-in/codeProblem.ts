import { isBlank } from '@aapurti/contract/ground/fields';

/** The problem with an entered code of an authenticator app, with or without gaps; none if it may be right. */
export function codeProblem(code: unknown): Record<string, string> {
  if (isBlank(code)) return { code: 'Code is required.' };
  const digits = String(code).replaceAll(/[\s\p{Pd}]/gu, '');
  return /^\d{6}$/.test(digits) ? {} : { code: 'The code must have six digits.' };
}
