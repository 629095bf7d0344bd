import { format, madeOf, type Value, type Values } from '../ground/template.ts';

/** Maps an English text or ICU message to the ICU message in another language. */
export type Catalogue = Readonly<Record<string, string>>;

/**
 * The placeholders that contain texts of the portal, which are translated too. Every other value, for example the name of a user, a file or
 * a document, is shown as typed, whatever text of the portal it equals.
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
 * Translates with a catalogue. With `values`, `english` is a message. Otherwise it may also be a finished text from the API or the
 * contract, whose message is then looked up. A text that is missing in the catalogue stays English.
 */
export function translator(catalogue: Catalogue, locale: string): (english: string, values?: Values) => string {
  // Inherited properties do not count, because a text may be "constructor".
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

  /** The values, with the reader's text for each that is a text of the portal; `whole` is the text that contains them. */
  function worded(values: Values, whole?: string): Values {
    const inWords = (value: Value): Value => {
      if (typeof value === 'object' && value !== null) return value.map((each) => inWords(each) as string | number);
      return typeof value === 'string' && value !== whole ? translate(value) : value;
    };
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, WORDS.has(name) ? inWords(value) : value]));
  }
  return translate;
}
