import { locale, t } from '../words/words.ts';

/** A number of megabytes with one decimal, as the reader's language writes it. */
export const megabytes = (value: number): string => value.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** '340 kB', '4.2 MB' in the reader's words: decimal units, as file managers show them. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return t('{bytes} bytes', { bytes });
  if (bytes < 1_000_000) return t('{bytes} kB', { bytes: Math.round(bytes / 1000) });
  return t('{value} MB', { value: megabytes(bytes / 1_000_000) });
}
