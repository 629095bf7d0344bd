import { showNumber } from '@aapurti/contract/ground/fields';
import { say } from '@aapurti/contract/ground/template';

const NAMED = 5;

/** The first row numbers as text, for users who see only the message. Three or more consecutive rows form a range. */
export function rowNumbers(sorted: readonly number[]): string {
  const words: string[] = [];
  let at = 0;
  while (at < sorted.length && words.length < NAMED) {
    const first = sorted[at] ?? 0;
    let length = 1;
    while (sorted[at + length] === first + length) length += 1;
    if (length < 3) length = 1;
    words.push(length === 1 ? `${first}` : say('{fromDay} to {toDay}', { fromDay: first, toDay: first + length - 1 }));
    at += length;
  }
  if (at < sorted.length) words.push(say('{count} more', { count: showNumber(sorted.length - at) }));
  return say('{count, plural, one {row {rows}} other {rows {rows}}}', { count: sorted.length, rows: words });
}
