/** The filling of a placeholder. A list of names reads as 'A, B and C' in the reader's language. */
export type Value = string | number | readonly (string | number)[] | null | undefined;
/** The values that fill the placeholders of a message. */
export type Values = Readonly<Record<string, Value>>;
/** Yields a text, or a message with its values, in a reader's language. The texts that are given to it are the catalogue's keys. */
export type Translate = (english: string, values?: Values) => string;

/** The named places of a message, such as 'Row {row}'. */
export const PLACEHOLDER = /\{(\w+)\}/g;
/** A plural or a choice of an ICU message: ' one {# row} other {# rows}' are the arms of `count`. */
export const CHOICE = /\{(\w+), (?:plural|select),((?: [=\w]+ \{(?:[^{}]|\{\w+\})*\})+)\}/g;
const ARM = / ([=\w]+) \{((?:[^{}]|\{\w+\})*)\}/g;

/** The arms of a choice, with what each is for. */
export const armsOf = (arms: string) => Array.from(arms.matchAll(ARM), ([, key = '', arm = '']) => [key, arm] as const);

/** The rules of a language, which take longer to make than a message takes to fill. */
const rulesOf: Record<string, Intl.PluralRules> = {};

/** The text of an ICU message: the part of ICU's syntax that the catalogue uses, which a browser has no room to load a parser for. */
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

/** A finished text is a message with its values. */
export interface Made {
  readonly message: string;
  readonly values: Values;
}

/** The finished texts of this process and what they were made of, the newest last. */
const made = new Map<string, Made>();
/** Far more than a page or an answer shows. */
const MADE_MAX = 10_000;
/** A caller's values must not fill the memory: a longer text is not remembered. */
const MADE_LONGEST = 2000;

/** The texts that are made once, while a module is loaded; they are never forgotten. */
const lasting = new Map<string, Made>();

/** Follows the texts of one task: each text that `say` makes is given to it. */
let follow: (text: string, made: Made) => void = () => undefined;
/** Gives every text that `say` makes from now on to `next`, as a server does to keep the texts of its calls apart. */
export function followTexts(next: (text: string, made: Made) => void): void {
  follow = next;
}

/** The finished English text of a message. What it was made of is remembered, so that `madeOf` finds it and a reader may have it in another language. */
export function say(message: string, values: Values): string {
  const text = format(message, values);
  if (text.length > MADE_LONGEST) return text;
  remember(text, { message, values });
  follow(text, { message, values });
  return text;
}

const JOINED = '{before} {next}';
/** Sentences one after the other as one text: a reader has each in another language. An empty one takes no room; empty where there are none. */
export const sayJoined = (sentences: readonly string[]): string =>
  sentences.reduce((before, next) => (before === '' || next === '' ? before + next : say(JOINED, { before, next })), '');

/** The sentences of a text that `sayJoined` made; any other text is one. */
export function sentencesOf(text: string): string[] {
  const known = madeOf(text);
  return known?.message === JOINED ? [...sentencesOf(String(known.values['before'])), String(known.values['next'])] : [text];
}

/** Names that people typed as one text: 'A, B and C'. Empty where there are none. */
export const sayNames = (names: readonly string[]): string => (names.length === 0 ? '' : say('{names}', { names }));
/** Names one after the other, without 'and' before the last: 'A, B, C'. */
export const inARow = (names: readonly string[]): string => new Intl.ListFormat('en-IN', { type: 'unit' }).format(names);
/** Texts of which one applies: 'A, B or C', each in the reader's language. Empty where there are none. */
export const sayEither = (either: readonly string[]): string => aloneOf(either) ?? say('{either}', { either });
/** Texts of the portal as one: 'A, B and C', each in the reader's language. Empty where there are none. */
export const sayWords = (words: readonly string[]): string => aloneOf(words) ?? say('{words}', { words });
/** The text of a list of one or none. It keeps what it was made of: as a list of one it would be made of itself, and stay English. */
const aloneOf = (texts: readonly string[]): string | undefined => (texts.length < 2 ? (texts[0] ?? '') : undefined);

/** The finished English text of a message whose values the program itself states, such as a limit: for a text that a module makes while it is loaded. */
export function sayOnce(message: string, values: Values): string {
  const text = format(message, values);
  lasting.set(text, { message, values });
  return text;
}

function remember(text: string, { message, values }: Made): void {
  // A text that is made again counts as new.
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

/** Remembers the texts of an answer. */
export function rememberAll(texts: Texts): void {
  for (const [text, [message, values]] of Object.entries(texts)) remember(text, { message, values });
}

/** The header by which the portal's browser asks for what the texts of an answer were made of, and which marks an answer that says so. */
export const TEXTS_HEADER = 'x-texts';

/** A text as people typed it, such as a vendor's name, given where a text of the portal may stand too: it is never looked up. */
export interface Typed {
  readonly typed: string;
}
/** The text of a component: one of the portal, which it translates, or one that is shown as it is. */
export type Words = string | Typed;
/** Marks a text as typed, or as already in the reader's words. */
export const asTyped = (text: string): Typed => ({ typed: text });
/** True for a text that is shown as it is. */
export const isTyped = (words: unknown): words is Typed =>
  typeof words === 'object' && words !== null && 'typed' in words && typeof words.typed === 'string';

/** The translation for readers of English. */
export const inEnglish: Translate = (text, values) => (values === undefined ? text : format(text, values));
