import { type Language, mail } from '@aapurti/contract/mail/mail';

import { call } from '../ground/api.ts';

/** The user's mails follow the language of the screens. Where this fails, the next sign-in tells it again. */
export async function tellLanguage(language: Language): Promise<void> {
  await call(mail.language, { body: { language } }).catch(() => undefined);
}
