import type { Language } from '@aapurti/contract/ground/languages';
import { mail } from '@aapurti/contract/mail/mail';

import { call } from '../ground/api.ts';
import { CHOSEN, chooseLanguage, language } from '../words/words.ts';

/** The user's documents and e-mails follow the language of the screens. If this fails, the screens follow the stored language. */
export async function tellLanguage(next: Language): Promise<void> {
  await call(mail.language, { body: { language: next } }).catch(() => undefined);
}

/** True after the first response since the page was loaded, so that input in a form is not interrupted. */
let hasAgreed = false;

/**
 * The language belongs to the user: this browser uses the one that the user has chosen before, here or elsewhere. A language chosen before
 * the sign-in is a new choice.
 * @param stored null if the user has chosen none yet, and keeps the current one.
 */
export async function agreeOnLanguage(stored: Language | null): Promise<void> {
  if (hasAgreed) return;
  hasAgreed = true;
  const isChosen = sessionStorage.getItem(CHOSEN) === language;
  sessionStorage.removeItem(CHOSEN);
  if (stored !== null && !isChosen) return chooseLanguage(stored);
  // Documents are in English for a user who has chosen no language.
  if ((stored ?? 'en') !== language) await tellLanguage(language);
}
