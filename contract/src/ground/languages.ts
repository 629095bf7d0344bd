/** The languages of screens, documents and e-mails. The API answers in English. */
export const LANGUAGES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];
