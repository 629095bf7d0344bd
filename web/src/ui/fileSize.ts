import { locale, t } from '../words/words.ts';

/** A number of megabytes with one decimal, in the user's locale. */
export const megabytes = (value: number): string => value.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** '340 kB' or '4.2 MB' in the user's language: decimal units, as in file managers. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return t('{bytes} bytes', { bytes });
  if (bytes < 1_000_000) return t('{bytes} kB', { bytes: Math.round(bytes / 1000) });
  return t('{value} MB', { value: megabytes(bytes / 1_000_000) });
}
