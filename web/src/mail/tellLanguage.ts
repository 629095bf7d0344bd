import type { Language } from '@aapurti/contract/ground/languages';
import { mail } from '@aapurti/contract/mail/mail';

import { call } from '../ground/api.ts';
import { CHOSEN, chooseLanguage, language } from '../words/words.ts';

/** The user's papers and mails follow the language of the screens. Where this fails, the screens follow the stored one. */
export async function tellLanguage(next: Language): Promise<void> {
  await call(mail.language, { body: { language: next } }).catch(() => undefined);
}

/** True after the first answer of a load of the page: what is typed into a form is not interrupted. */
let hasAgreed = false;

/**
 * A language belongs to the person: this browser takes the one that it has chosen before, here or elsewhere. A language that was chosen on
 * the way to the sign-in is a new choice.
 * @param stored null: the person has chosen none yet, and keeps the one that it sees.
 */
export async function agreeOnLanguage(stored: Language | null): Promise<void> {
  if (hasAgreed) return;
  hasAgreed = true;
  const isChosen = sessionStorage.getItem(CHOSEN) === language;
  sessionStorage.removeItem(CHOSEN);
  if (stored !== null && !isChosen) return chooseLanguage(stored);
  // Papers are English for a person who has chosen none.
  if ((stored ?? 'en') !== language) await tellLanguage(language);
}
