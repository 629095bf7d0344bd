import type { Language } from '@aapurti/contract/ground/languages';
import { asTyped, format, isTyped, madeOf, type Typed, type Values, type Words } from '@aapurti/contract/ground/template';

export const LANGUAGES: readonly { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'hi', label: 'हिन्दी' },
];

const STORED = 'language';

function stored(): Language {
  try {
    return localStorage.getItem(STORED) === 'hi' ? 'hi' : 'en';
  } catch {
    // Storage may be blocked, and tests have none.
    return 'en';
  }
}

/** The language of this page; a change loads the page again. */
export const language = stored();
/** The locale of names of months; numbers keep Latin digits in both languages. */
export const locale = language === 'hi' ? 'hi-IN-u-nu-latn' : 'en-IN';

let translate: ((english: string, values?: Values) => string) | null = null;

/** Loads the catalogue of the language; English has none. Before the first render: no module may call `t` while it is loaded. */
export async function loadLanguage(): Promise<void> {
  if (language === 'en') return;
  ({ translate } = await import('./hindi.ts'));
  document.documentElement.lang = language;
  // Written in index.html.
  for (const each of document.querySelectorAll('body > [aria-label]'))
    each.setAttribute('aria-label', t(each.getAttribute('aria-label') ?? ''));
}

/** True after somebody has chosen the language on a page before the sign-in: the next one who signs in has chosen it. */
export const CHOSEN = 'languageChosen';

/** Remembers a language in this browser, and loads the page again in it. */
export function chooseLanguage(next: Language): void {
  if (next === language) return;
  localStorage.setItem(STORED, next);
  window.location.reload();
}

export { asTyped, type Words };

/**
 * A text in the user's language. `english` is its key in the catalogue (docs/words.md): with `values` a template such as 'Row {row}',
 * without also a finished text, such as the API's. What is no text comes back as it is.
 */
export function t(english: string, values?: Values): string;
export function t<T>(english: T): T extends Typed ? string : T;
export function t(english: unknown, values?: Values): unknown {
  if (isTyped(english)) return english.typed;
  if (typeof english !== 'string') return english;
  if (translate !== null) return translate(english, values);
  return values === undefined ? english : format(english, values);
}

/** The options with their labels in the reader's words. */
export const shownOptions = <O extends { label: Words }>(options: readonly O[]) =>
  options.map((option) => ({ ...option, label: t(option.label) }));

/** Facts about one thing, each as it is or in the user's language: 'Accepted · 20 on 01-12-2026'. */
export const facts = (words: readonly Words[]): string => words.map((each) => t(each)).join(' · ');

/** Names or texts in the user's language as one: 'A, B and C'. */
export const listed = (names: readonly string[]): string => t('{names}', { names });

/** A text that may be a name as people typed it: translated only if the portal made it of a message. */
export function inWords(text: string): string {
  const made = madeOf(text);
  return made === undefined ? text : t(made.message, made.values);
}
