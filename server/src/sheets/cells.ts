/**
 * What a cell holds. Numbers are as a spreadsheet program shows them, to 15
 * digits, and 0.225 under a format of per cent is the text 22.5%; an empty text is null. `error` is a sentence about a cell that has no value, such as one that shows #N/A.
 */
export type Cell = string | number | boolean | null | { readonly date: string } | { readonly error: string };

/** A row that holds something, under the number that the spreadsheet program gives it: the first is 1. */
export interface RawRow {
  readonly row: number;
  readonly cells: readonly Cell[];
}

/** Bounds on what is read. They keep a hostile file from taking the server's memory or a thread for long. */
export interface Caps {
  /** Size of the file. */
  readonly bytes: number;
  /** Size of all parts of a workbook that are unpacked, together. */
  readonly unpacked: number;
  /** Rows that hold something, without the headings. */
  readonly rows: number;
  readonly columns: number;
  /** Characters in a cell; spreadsheet programs stop at the same number. */
  readonly characters: number;
  /** Characters in all cells together: cells that share one long text make far more of them than the file has bytes. */
  readonly text: number;
}

/** 200,000 rows of 18 columns unpack to about 200 MB. */
export const CAPS: Caps = {
  bytes: 50 * 1024 ** 2,
  unpacked: 320 * 1024 ** 2,
  rows: 200_000,
  columns: 100,
  characters: 32_767,
  text: 320 * 1024 ** 2,
};

/** Of the longest sheet there is, blank rows counted. */
export const LAST_ROW = 1_048_576;

/** Rows are handed on in batches of about this many: few enough that what else there is to do waits less than a millisecond for one. */
export const BATCH = 25;

/** A batch ends sooner, once its cells hold this many characters. */
export const BATCH_TEXT = 256 * 1024;

/** Why a file as a whole cannot be read, in words for whoever uploaded it. */
export class SheetProblem extends Error {}

export const BROKEN = 'The file is damaged or was cut off on its way. Please save it again and upload it anew.';

/** AB12 for column 28 and row 12. */
export function cellAddress(column: number, row: number): string {
  return `${columnLetters(column)}${row}`;
}

/** `AB` for column 28. */
export function columnLetters(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return (rest > 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}

export function tooMuchText(): SheetProblem {
  return new SheetProblem('The workbook holds too much text to be read. Please split it.');
}

export function tooManyRows(caps: Caps): SheetProblem {
  return new SheetProblem(`The sheet has more than ${caps.rows.toLocaleString('en-IN')} rows. Please split it.`);
}

export function tooManyColumns(caps: Caps, cell: string): SheetProblem {
  return new SheetProblem(
    `The sheet has more than ${caps.columns} columns: cell ${cell} is filled. Please delete what lies beyond the table.`,
  );
}

export function tooLongCell(caps: Caps, cell: string): SheetProblem {
  return new SheetProblem(`${cell} holds more than ${caps.characters.toLocaleString('en-IN')} characters.`);
}

/** A heading without what people write differently: case, blanks and punctuation. */
export function plainHeading(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}
