import { t } from '../words/words.ts';

const DAY_MS = 86_400_000;

/** The time that the oldest task has been pending, from a timestamp. Empty if there is none. */
export function waitsSince(since: string | null | undefined, now = new Date()): string {
  if (since == null) return '';
  const days = Math.max(0, Math.floor((now.getTime() - new Date(since).getTime()) / DAY_MS));
  return t('Oldest: {count, plural, =0 {today} one {# day} other {# days}}', { count: days });
}
