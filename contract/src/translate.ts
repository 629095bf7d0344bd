import { IntlMessageFormat } from 'intl-messageformat';

import { fill, PLACEHOLDER, type Values } from './template.ts';

/** English text → ICU message in another language. A key with placeholders, such as 'Row {row}', is a template. */
export type Catalogue = Readonly<Record<string, string>>;

/** A template with fewer letters, such as '{quantity} at {price}', matches too many texts. */
const LETTERS_MIN = 4;

interface Pattern {
  message: string;
  names: readonly string[];
  expression: RegExp;
  letters: number;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** A count is one word: '{count} new purchase orders' is no template of 'No more mails about new purchase orders'. */
const valueOf = (name: string) => (name === 'count' ? String.raw`(\S+?)` : '([^]+?)');

function patternOf([template, message]: [string, string]): Pattern {
  const parts = template.split(PLACEHOLDER);
  const texts = parts.filter((_, place) => place % 2 === 0);
  return {
    message,
    names: parts.filter((_, place) => place % 2 === 1),
    expression: new RegExp(`^${parts.map((part, place) => (place % 2 === 0 ? escaped(part) : valueOf(part))).join('')}$`),
    letters: texts.join('').replaceAll(/[^A-Za-z]/g, '').length,
  };
}

/**
 * Translates by a catalogue. With `values`, `english` is a template. Without, it may also be a finished text, as the API and the contract
 * yield it: the template that it was made from is recognized, and its values are translated where the catalogue holds them. A text that
 * the catalogue does not hold stays English.
 */
export function translator(catalogue: Catalogue, locale: string): (english: string, values?: Values) => string {
  // Of two templates that match, the one that says more is the right one, or tells more values apart.
  const patterns = Object.entries(catalogue)
    .filter(([template]) => template.includes('{'))
    .map(patternOf)
    .filter(({ letters }) => letters >= LETTERS_MIN)
    .sort((one, other) => other.letters - one.letters || other.names.length - one.names.length);

  // A value may be a word of the screens, such as the title of a list.
  const worded = (values: Values): Values =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? (catalogue[value] ?? value) : value]),
    );
  const format = (message: string, values: Values) => String(new IntlMessageFormat(message, locale).format(worded(values)));

  return function translate(english: string, values?: Values): string {
    const message = catalogue[english];
    if (message !== undefined) return format(message, values ?? {});
    if (values !== undefined) return fill(english, worded(values));
    for (const { expression, names, message: found } of patterns) {
      const match = expression.exec(english);
      if (match !== null) return format(found, Object.fromEntries(names.map((name, place) => [name, translate(match[place + 1] ?? '')])));
    }
    return english;
  };
}
