/** What fills the placeholders of a template. */
export type Values = Readonly<Record<string, string | number | null | undefined>>;
/** The named places of a template, such as 'Row {row}'. */
export const PLACEHOLDER = /\{(\w+)\}/g;

/** The English text of a template. */
export function fill(template: string, values: Values): string {
  return template.replaceAll(PLACEHOLDER, (placeholder, name: string) => (name in values ? String(values[name] ?? '') : placeholder));
}
