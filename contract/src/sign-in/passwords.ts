import { say } from '../ground/template.ts';

export const PASSWORD_LEAST = 8;
export const PASSWORD_MOST = 200;

/**
 * The problem with a new password, in words for its field, or null. Any characters may be used, spaces and Hindi too; they are counted as
 * people count them. The server also refuses what is easy to guess.
 */
export function passwordProblem(password: string): string | null {
  const length = [...password.normalize('NFKC')].length;
  if (length < PASSWORD_LEAST) return say('Password should have at least {PASSWORD_LEAST} characters.', { PASSWORD_LEAST });
  if (length > PASSWORD_MOST) return say('Password should have at most {PASSWORD_MOST} characters.', { PASSWORD_MOST });
  return null;
}
