import { say } from '../ground/template.ts';

/** Names of the reasons for rejecting rows that do not fit together, for programs. */
export const rowCodes = { twice: 'row_twice', differs: 'rows_differ', kind: 'row_of_other_kind' } as const;

/** The texts about a row and its headings. */
export const rowMessages = {
  twoValues: (value: string, row: number) =>
    say(
      '{value} can be two values, or {value2} can be one. Add commas to row {short} up to the last heading, and put values with commas in quotation marks.',
      { value: value.replace(',', ' and '), value2: value, short: row },
    ),
  nameless: (place: string, heading: string) =>
    say('Column {place} has dates but no heading. Enter {heading} above it, or the heading of its contents.', { place, heading }),
  /** `value`: the text that seems to be one value with commas; null if unknown. */
  split(width: number, headings: number, value: string | null): string {
    if (value === null)
      return say('The row has {width} values under {headings} headings. Put a value with commas in quotation marks.', { width, headings });
    return width > headings
      ? say(
          'The row has {width} values under {headings} headings. {value} seems to be one of them. Enter it without commas, or put it in quotation marks.',
          { width, headings, value },
        )
      : say('{value} seems to be one value. Enter it without commas, or put it in quotation marks.', { value });
  },
  dayOrMonth: (column: string, example: string) =>
    say('{column}: {example} can start with the day or the month. Which comes first in this column?', { column, example }),
};
