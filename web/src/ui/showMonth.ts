import { locale } from '../words/words.ts';

/** A month as text, for example 'Oct 2026', from '2026-10'. */
export function showMonth(month: string, options: Intl.DateTimeFormatOptions = { month: 'short', year: 'numeric' }): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale, { ...options, timeZone: 'UTC' });
}
