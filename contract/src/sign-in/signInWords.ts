/** The outcomes of an attempt to sign in. `code-asked`: the password was right, and no code was entered. */
export const SIGN_IN_RESULTS = ['signed-in', 'wrong-password', 'code-asked', 'wrong-code'] as const;

export const SIGN_IN_WORDS: Readonly<Record<(typeof SIGN_IN_RESULTS)[number], string>> = {
  'signed-in': 'Signed in',
  'wrong-password': 'Wrong password',
  'code-asked': 'No code entered',
  'wrong-code': 'Wrong code',
};
export const FACTOR_WORDS = { code: 'Code', 'recovery code': 'Recovery code' } as const;
