import { format, madeOf, type Value, type Values } from '../ground/template.ts';

/** English text or ICU message → ICU message in another language. */
export type Catalogue = Readonly<Record<string, string>>;

/**
 * The placeholders that hold texts of the portal, which are translated too. Every other value, such as the name of a user, a file or a
 * document, is shown as typed, whatever text of the portal it equals.
 */
export const WORDS: ReadonlySet<string> = new Set(
  (
    'AS_NUMBER PICTURES about accept action addressState after ask before bill browser caption cause changes claims column condition days device document ' +
    'due earlier either emailLink error expected fields finding found heading help invitation kind label lineName list lower many may member memos ' +
    'message mode more next one orderName orders other otherState paid payments problem receipt record records rejected reset response role rows said saved seen ' +
    'span state states status system target title told topic type types users wait wanted what who why words'
  ).split(' '),
);

/**
 * Translates by a catalogue. With `values`, `english` is a message. Without, it may also be a finished text, as the API and the contract
 * yield it: the message that it was made from is looked up. A text that the catalogue does not hold stays English.
 */
export function translator(catalogue: Catalogue, locale: string): (english: string, values?: Values) => string {
  // Not what objects inherit: a text may be "constructor".
  const known = (text: string) => (Object.hasOwn(catalogue, text) ? catalogue[text] : undefined);

  function translate(english: string, values?: Values): string {
    const message = known(english);
    if (values !== undefined) return message === undefined ? format(english, worded(values)) : format(message, worded(values), locale);
    if (message !== undefined) return message;
    const made = madeOf(english);
    if (made === undefined) return english;
    const found = known(made.message);
    return found === undefined ? english : format(found, worded(made.values, english), locale);
  }

  /** The values with the reader's text for each that is one of the portal; `whole` is the text that they are of. */
  function worded(values: Values, whole?: string): Values {
    const inWords = (value: Value): Value => {
      if (typeof value === 'object' && value !== null) return value.map((each) => inWords(each) as string | number);
      return typeof value === 'string' && value !== whole ? translate(value) : value;
    };
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, WORDS.has(name) ? inWords(value) : value]));
  }
  return translate;
}
