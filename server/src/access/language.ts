import catalogue from '@aapurti/contract/words/hindi.json' with { type: 'json' };
import type { Language } from '@aapurti/contract/ground/languages';
import { inEnglish, type Translate } from '@aapurti/contract/ground/template';
import { translator } from '@aapurti/contract/words/translate';
import sql from 'sql-template-tag';

import type { Actor } from '../ground/actor.ts';
import type { Database } from '../database/database.ts';

const hindi = translator(catalogue, 'hi');

/** The texts of e-mails and documents. */
export function textsIn(language: Language): Translate {
  return language === 'hi' ? hindi : inEnglish;
}

/** The language of a document's readers. */
export function languageOf(t: Translate): Language {
  return t === hindi ? 'hi' : 'en';
}

/** The texts in the caller's language; API keys get English. */
export async function textsFor(db: Database, { id, key }: Actor): Promise<Translate> {
  if (key !== undefined) return inEnglish;
  const user = await db.first<{ language: Language | null }>(sql`select language from users where id = ${id}`);
  return textsIn(user?.language ?? 'en');
}
