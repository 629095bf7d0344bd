import { messages } from '@aapurti/contract/vendors/accounts';
import { PASSWORD_LEAST, passwordProblem } from '@aapurti/contract/sign-in/passwords';
import { sayOnce } from '@aapurti/contract/ground/template';

import type { Values } from '../form/useContractForm.ts';

export const PASSWORD_HELP = sayOnce('At least {PASSWORD_LEAST} characters. A few unrelated words are easy to remember.', {
  PASSWORD_LEAST,
});

/** The problems of a password chosen in the fields `password` and `passwordAgain`, by field. */
export function newPasswordProblems({ password, passwordAgain }: Values): Record<string, string> {
  const problem = passwordProblem(String(password));
  return {
    ...(problem === null ? {} : { password: problem }),
    ...(password === passwordAgain ? {} : { passwordAgain: messages.passwordMismatch }),
  };
}
