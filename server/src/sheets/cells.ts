import { showNumber } from '@aapurti/contract/ground/fields';
import { say } from '@aapurti/contract/ground/template';

/**
 * The value of a cell. Numbers have 15 digits, as spreadsheet programs show them; 0.225 formatted as a percentage is the text 22.5%; an
 * empty text is null. `error` is a sentence about a cell without a value, for example one that shows #N/A.
 */
export type Cell = string | number | boolean | null | Day | Figure | { readonly error: string };

interface Day {
  readonly date: string;
  /** The cell shows only a month or year. */
  readonly hidesDay?: true;
}

/** A number whose format (a code of the file) may show it otherwise: 1042 as 0001042. */
export interface Figure {
  readonly number: number;
  readonly format: string;
}

/** A row that is not blank; the first row of a sheet is 1. */
export interface RawRow {
  readonly row: number;
  readonly cells: readonly Cell[];
  /** The row is hidden manually, by a filter or by a closed group. */
  readonly isHidden?: true;
  /** Columns, from 1, whose value is struck through. */
  readonly struck?: ReadonlySet<number>;
  /** A column that is not read marks the row as a total. */
  readonly isTotal?: true;
  /** The number of values in a line of a text file. */
  readonly width?: number;
}

/** Merged cells, for example A2:A3, by first and last row and column. */
export interface Merge {
  readonly name: string;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The wanted cells of a sheet, known once the headings are found, and notes on its other contents. */
export class Selection {
  /** The wanted columns; null for all. */
  wanted: readonly boolean[] | null = null;
  /** Columns, from 1, that have a value but are not wanted. */
  readonly filled = new Set<number>();
  readonly hiddenColumns = new Set<number>();
  /** The name and file part of the sheet that is read; empty for a text file. */
  sheet = { name: '', path: '' };
  /** The other sheets with values, with the number of known headings. */
  others: readonly { readonly name: string; readonly hasHeadings: boolean; readonly isHidden: boolean }[] = [];
  /** Blocks of merged cells, known once the sheet was read. */
  readonly merges: Merge[] = [];
  isSemicolonFile = false;
  /** A value with a comma outside quotation marks becomes two values. */
  isCommaFile = false;
}

const TOTAL = /^(?:(?:grand|sub|net|sheet|page|g\.)[ -]*)?totals?\b[^\d]{0,20}$|^sum$/i;

/** The word "total" with its addend only, because an item's name may also contain it. */
const TOTAL_ALONE = /^(?:(?:grand|sub|net|g\.)[ -]*)?totals?(?: (?:amount|value|qty|quantity))?\s*(?:\(?(?:₹|rs\.?|inr)\)?)?\s*[-:=]*$/i;

const TOTAL_HINDI = /^(?:(?:महा|सकल)\s*)?(?:कुल|योग|जोड़)(?:\s+(?:योग|जोड़|राशि|रकम|मात्रा|मूल्य))?\s*[-:=।]*$/;

/** True for a text that marks its row as a total; with `isAlone`, only without further words. */
export function isTotalText(cell: Cell | undefined, isAlone = false): boolean {
  if (typeof cell !== 'string' || cell.length > 30) return false;
  const text = cell.trim();
  return (isAlone ? TOTAL_ALONE : TOTAL).test(text) || TOTAL_HINDI.test(text.normalize('NFC'));
}

const ERROR_TEXT = /^(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)|Err:\d{3})$/i;

/** The problem with a text in place of a value, as programs export it; null for a value. */
export function textProblem(text: string): string | null {
  if (/^#{3,}$/.test(text)) return 'The cell shows only #. Widen the column and save the file again.';
  return ERROR_TEXT.test(text) ? say('The cell shows the error {value}.', { value: text }) : null;
}

/** Limits on the memory and time that a malicious file can use. */
export interface Caps {
  /** The bytes of the file. */
  readonly bytes: number;
  /** The total unpacked bytes of all parts of a workbook. */
  readonly unpacked: number;
  /** Rows that are not blank, without the headings. */
  readonly rows: number;
  readonly columns: number;
  /** The characters of a cell; the limit of spreadsheet programs. */
  readonly characters: number;
  /** The total characters of all cells, because many cells may share one long text. */
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

/** The last row that the format allows. */
export const LAST_ROW = 1_048_576;

/** The rows of a batch: few enough that other work waits less than a millisecond for one. */
export const BATCH = 25;

/** The number of characters that ends a batch early. */
export const BATCH_TEXT = 256 * 1024;

/** The reason why a file cannot be read, as a message for its sender. */
export class SheetProblem extends Error {}

export const BROKEN = 'The file is damaged or incomplete. Please save it again and upload it again.';

/** The cell name, for example AB12 for column 28 and row 12. */
export function cellAddress(column: number, row: number): string {
  return `${columnLetters(column)}${row}`;
}

export function columnLetters(column: number): string {
  const rest = Math.floor((column - 1) / 26);
  return (rest > 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}

export function tooMuchText(): SheetProblem {
  return new SheetProblem('The file contains too much text to be read. Please split it.');
}

export function tooManyRows(caps: Caps): SheetProblem {
  return new SheetProblem(say('The sheet has more than {rows} rows. Please split it.', { rows: showNumber(caps.rows) }));
}

export function tooManyColumns(caps: Caps, cell: string): SheetProblem {
  return new SheetProblem(
    say('The sheet has more than {columns} columns: cell {cell} is filled. Please delete everything outside the table.', {
      columns: caps.columns,
      cell,
    }),
  );
}

export function tooLongCell(caps: Caps, cell: string): SheetProblem {
  return new SheetProblem(say('{cell} contains more than {characters} characters.', { cell, characters: showNumber(caps.characters) }));
}

/** A heading without case, blanks and punctuation, for comparison. */
export function plainHeading(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}
