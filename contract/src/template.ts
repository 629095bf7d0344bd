/** What fills the placeholders of a template. */
export type Values = Readonly<Record<string, string | number | null | undefined>>;
/** Yields a text, or a template with its values, in a reader's language. The texts that are given to it are the catalogue's keys. */
export type Translate = (english: string, values?: Values) => string;

/** The named places of a template, such as 'Row {row}'. */
export const PLACEHOLDER = /\{(\w+)\}/g;

/** The English text of a template. */
export function fill(template: string, values: Values): string {
  return template.replaceAll(PLACEHOLDER, (placeholder, name: string) => (name in values ? String(values[name] ?? '') : placeholder));
}

/** For readers of English. */
export const inEnglish: Translate = (text, values) => (values === undefined ? text : fill(text, values));
