/** The languages of screens, papers and mails. The API answers in English. */
export const LANGUAGES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];
