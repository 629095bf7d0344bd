import { isBlank } from '@aapurti/contract/ground/fields';

/** The problem with a code of an authenticator app as it was typed, with gaps or without; none where it may be right. */
export function codeProblem(code: unknown): Record<string, string> {
  if (isBlank(code)) return { code: 'Code is required.' };
  const digits = String(code).replaceAll(/[\s\p{Pd}]/gu, '');
  return /^\d{6}$/.test(digits) ? {} : { code: 'The code must have six digits.' };
}
