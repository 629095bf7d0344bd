import { say } from '../ground/template.ts';

export const PASSWORD_LEAST = 8;
export const PASSWORD_MOST = 200;

/**
 * The problem with a new password, as a message for its field, or null. Any characters are allowed, including spaces and Hindi; they are
 * counted as users see them. The server also rejects passwords that are easy to guess.
 */
export function passwordProblem(password: string): string | null {
  const length = [...password.normalize('NFKC')].length;
  if (length < PASSWORD_LEAST) return say('Password should have at least {PASSWORD_LEAST} characters.', { PASSWORD_LEAST });
  if (length > PASSWORD_MOST) return say('Password should have at most {PASSWORD_MOST} characters.', { PASSWORD_MOST });
  return null;
}
