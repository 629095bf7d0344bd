import { codeKey } from '../ground/codeKeys.ts';

/** The first financial year of GST, which began in April 2017, and the last one for which numbers are searched. */
const YEARS = { first: 17, last: 60 };

function isYear(first: string, second: string): boolean {
  const start = Number(first);
  return start >= YEARS.first && start <= YEARS.last && Number(second) === start + 1;
}

/**
 * A number without its financial year, zeros, / and -. Two numbers of one vendor that a person would take for the same share this form.
 * Only `26-27`, `2026-27`, `2627` or `FY27` counts as a year, so that S/12-45 and S/31-77 stay two numbers.
 */
export function alikeKey(number: string): string {
  const key = codeKey(number);
  const yearless = key
    .replaceAll(/(?<!\d)(?:FY)?(?:20)?(\d\d)-(?:20)?(\d\d)(?!\d)/g, (text, first: string, second: string) =>
      isYear(first, second) ? '' : text,
    )
    .replaceAll(/(?<!\d)(?:FY)?(\d\d)(\d\d)(?!\d)/g, (text, first: string, second: string) =>
      isYear(first, second) && text !== key ? '' : text,
    )
    .replaceAll(/FY(?:20)?\d\d(?!\d)/g, '');
  return yearless.replaceAll(/(^|\D)0+(?=\d)/g, '$1').replaceAll(/[/-]/g, '');
}
