import { armsOf, CHOICE, format, madeOf, PLACEHOLDER, type Values } from '../ground/template.ts';

/** English text or ICU message → ICU message in another language. */
export type Catalogue = Readonly<Record<string, string>>;

/** A message with fewer letters, such as '{quantity} at {price}', matches too many texts. */
const LETTERS_MIN = 4;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** A count is one word: '{count} new purchase orders' is no template of 'No more mails about new purchase orders'. */
const valueOf = (name: string) => (name === 'count' ? String.raw`(\S+?)` : '([^]+?)');

/** The messages without a choice that a message may read as, each with the values that its choices stand for. */
export function readings(message: string, values: Values = {}): { message: string; values: Values }[] {
  const [choice] = message.matchAll(CHOICE);
  if (choice === undefined) return [{ message, values }];
  const [whole, name = '', arms = ''] = choice;
  return armsOf(arms).flatMap(([key, arm]) => {
    const value = key === 'one' ? '1' : key.replace('=', '');
    const reading = arm.replaceAll('#', () => (key === 'other' ? `{${name}}` : value));
    return readings(
      message.replace(whole, () => reading),
      { ...values, [name]: value },
    );
  });
}

function patternsOf([english, message]: [string, string]) {
  return readings(english).map(({ message: reading, values }) => {
    const parts = reading.split(PLACEHOLDER);
    const texts = parts.filter((_, index) => index % 2 === 0);
    return {
      message,
      names: parts.filter((_, index) => index % 2 === 1),
      values,
      expression: new RegExp(`^${parts.map((part, index) => (index % 2 === 0 ? escaped(part) : valueOf(part))).join('')}$`),
      letters: texts.join('').replaceAll(/[^A-Za-z]/g, '').length,
    };
  });
}

/** Placeholders of what people typed: the value stays so, whatever text of the portal it equals. */
const TYPED: ReadonlySet<string> = new Set(
  'vendor vendor_name vendorName company tradeName bankName firstName madeBy changedBy invitedBy by itemName schemeName site own sites terms remark buyerRemark supplier email address'.split(
    ' ',
  ),
);

/** The values with another text for each that is a text of the portal. */
const each = (values: Values, other: (text: string) => string): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' && !TYPED.has(name) ? other(value) : value]),
  );

/**
 * Translates by a catalogue. With `values`, `english` is a message. Without, it may also be a finished text, as the API and the contract
 * yield it: the message that it was made from is looked up, or recognized where another process made the text, and its values are translated where the catalogue holds them. A text that
 * the catalogue does not hold stays English.
 */
export function translator(catalogue: Catalogue, locale: string): (english: string, values?: Values) => string {
  // The message that says more is the right one of two that match, or the one that tells more values apart.
  const patterns = Object.entries(catalogue)
    .filter(([english]) => english.includes('{'))
    .flatMap(patternsOf)
    .filter(({ letters }) => letters >= LETTERS_MIN)
    .sort((one, other) => other.letters - one.letters || other.names.length - one.names.length);

  // Not what objects inherit: a text may be "constructor".
  const known = (text: string) => (Object.hasOwn(catalogue, text) ? catalogue[text] : undefined);
  // A value may be a word of the screens, such as the title of a list, or a finished text.
  const worded = (values: Values): Values =>
    each(values, (value) => known(value) ?? (madeOf(value) === undefined ? value : translate(value)));

  function translate(english: string, values?: Values): string {
    const message = known(english);
    if (values !== undefined) return message === undefined ? format(english, worded(values)) : format(message, worded(values), locale);
    if (message !== undefined) return message;
    const made = madeOf(english);
    if (made !== undefined && known(made.message) !== undefined)
      return translate(
        made.message,
        each(made.values, (value) => (value === english ? value : translate(value))),
      );
    for (const { expression, names, values: chosen, message: found } of patterns) {
      const match = expression.exec(english);
      if (match === null) continue;
      const told = Object.fromEntries(
        names.map((name, index) => [name, TYPED.has(name) ? match[index + 1] : translate(match[index + 1] ?? '')]),
      );
      return format(found, { ...chosen, ...told }, locale);
    }
    return english;
  }
  return translate;
}
