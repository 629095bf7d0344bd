/** The value of a placeholder. A list of names reads as 'A, B and C' in the reader's language. */
export type Value = string | number | readonly (string | number)[] | null | undefined;
/** The values that fill the placeholders of a message. */
export type Values = Readonly<Record<string, Value>>;
/** Gives a text, or a message with its values, in a reader's language. The texts passed to it are the catalogue's keys. */
export type Translate = (english: string, values?: Values) => string;

/** The placeholders of a message such as 'Row {row}'. */
export const PLACEHOLDER = /\{(\w+)\}/g;
/** A plural or a choice of an ICU message: ' one {# row} other {# rows}' are the arms of `count`. */
export const CHOICE = /\{(\w+), (?:plural|select),((?: [=\w]+ \{(?:[^{}]|\{\w+\})*\})+)\}/g;
const ARM = / ([=\w]+) \{((?:[^{}]|\{\w+\})*)\}/g;

/** The options of a choice, with the value of each. */
export const armsOf = (arms: string) => Array.from(arms.matchAll(ARM), ([, key = '', arm = '']) => [key, arm] as const);

/** The rules of a language, which take longer to build than a message takes to fill. */
const rulesOf: Record<string, Intl.PluralRules> = {};

/**
 * Formats an ICU message. It supports the part of ICU's syntax that the catalogue uses, because a full parser is too large for a browser.
 */
export function format(message: string, values: Values, locale = 'en-IN'): string {
  const chosen = message.replaceAll(CHOICE, (_choice, name: string, arms: string) => {
    const [value, of] = [values[name], new Map(armsOf(arms))];
    const key = String(value);
    const fits =
      of.get(`=${key}`) ??
      of.get(key) ??
      of.get((rulesOf[locale] ??= new Intl.PluralRules(locale)).select(Number(value))) ??
      of.get('other');
    return (fits ?? '').replaceAll('#', () => shown(typeof value === 'number' ? value.toLocaleString(locale) : value, locale));
  });
  return chosen.replaceAll(PLACEHOLDER, (place, name: string) =>
    name in values ? shown(values[name], locale, name === EITHER ? 'disjunction' : 'conjunction') : place,
  );
}

/** The placeholder whose list is a choice: 'A, B or C'. */
const EITHER = 'either';

const shown = (value: Value, locale: string, type: Intl.ListFormatType = 'conjunction'): string =>
  typeof value === 'object' && value !== null ? new Intl.ListFormat(locale, { type }).format(value.map(String)) : String(value ?? '');

/** A finished text becomes a message with its values. */
export interface Made {
  readonly message: string;
  readonly values: Values;
}

/** The finished texts of this process with their messages and values, the newest last. */
const made = new Map<string, Made>();
/** Far more than a page or a response shows. */
const MADE_MAX = 10_000;
/** A caller's values must not fill the memory, so a longer text is not remembered. */
const MADE_LONGEST = 2000;

/** The texts made while a module is loaded, which are never forgotten. */
const lasting = new Map<string, Made>();

/** Follows the texts of one task: receives each text that `say` makes. */
let follow: (text: string, made: Made) => void = () => undefined;
/** Passes every text that `say` makes from now on to `next`; a server uses it to separate the texts of its calls. */
export function followTexts(next: (text: string, made: Made) => void): void {
  follow = next;
}

/**
 * The finished English text of a message. Its message and values are remembered, so that `madeOf` finds them and readers may have it in
 * another language.
 */
export function say(message: string, values: Values): string {
  const text = format(message, values);
  if (text.length > MADE_LONGEST) return text;
  remember(text, { message, values });
  follow(text, { message, values });
  return text;
}

const JOINED = '{before} {next}';
/**
 * Sentences one after another as one text, which readers get in their language. Empty ones are skipped; the result is empty if there are
 * none.
 */
export const sayJoined = (sentences: readonly string[]): string =>
  sentences.reduce((before, next) => (before === '' || next === '' ? before + next : say(JOINED, { before, next })), '');

/** The sentences of a text that `sayJoined` made; any other text is one sentence. */
export function sentencesOf(text: string): string[] {
  const known = madeOf(text);
  return known?.message === JOINED ? [...sentencesOf(String(known.values['before'])), String(known.values['next'])] : [text];
}

/** Names that users typed, as one text: 'A, B and C'. Empty if there are none. */
export const sayNames = (names: readonly string[]): string => (names.length === 0 ? '' : say('{names}', { names }));
/** Names one after another, without 'and' before the last: 'A, B, C'. */
export const inARow = (names: readonly string[]): string => new Intl.ListFormat('en-IN', { type: 'unit' }).format(names);
/** Alternative texts: 'A, B or C', each in the reader's language. Empty if there are none. */
export const sayEither = (either: readonly string[]): string => aloneOf(either) ?? say('{either}', { either });
/** Texts of the portal as one: 'A, B and C', each in the reader's language. Empty if there are none. */
export const sayWords = (words: readonly string[]): string => aloneOf(words) ?? say('{words}', { words });
/** The text of a list with at most one element. It keeps its own message: as a list of one it would consist of itself, and stay English. */
const aloneOf = (texts: readonly string[]): string | undefined => (texts.length < 2 ? (texts[0] ?? '') : undefined);

/**
 * The finished English text of a message whose values are in the program itself, for example a limit; for texts made while a module is
 * loaded.
 */
export function sayOnce(message: string, values: Values): string {
  const text = format(message, values);
  lasting.set(text, { message, values });
  return text;
}

function remember(text: string, { message, values }: Made): void {
  // A text that is made again moves to the newest position.
  made.delete(text);
  made.set(text, { message, values });
  if (made.size > MADE_MAX) made.delete(made.keys().next().value ?? text);
}

/** The message and values of a finished text; undefined for a text that `say` did not make, or made long ago. */
export const madeOf = (text: string): Made | undefined => made.get(text) ?? lasting.get(text);
/** The message and values of a text that was made while a module was loaded. */
export const madeOnce = (text: string): Made | undefined => lasting.get(text);

/** The message and the values of each finished text. */
export type Texts = Readonly<Record<string, readonly [message: string, values: Values]>>;

/** Remembers the texts of a response. */
export function rememberAll(texts: Texts): void {
  for (const [text, [message, values]] of Object.entries(texts)) remember(text, { message, values });
}

/**
 * The header by which the portal's browser requests the messages and values of a response's texts, and which marks a response that contains
 * them.
 */
export const TEXTS_HEADER = 'x-texts';

/** A text that users typed, for example a vendor's name, in a place where a portal text is possible too: it is never translated. */
export interface Typed {
  readonly typed: string;
}
/** The text of a component: one of the portal, which is translated, or one that is shown unchanged. */
export type Words = string | Typed;
/** Marks a text as typed by users, or as already translated. */
export const asTyped = (text: string): Typed => ({ typed: text });
/** True for a text that is shown unchanged. */
export const isTyped = (words: unknown): words is Typed =>
  typeof words === 'object' && words !== null && 'typed' in words && typeof words.typed === 'string';

/** The translation for readers of English. */
export const inEnglish: Translate = (text, values) => (values === undefined ? text : format(text, values));
