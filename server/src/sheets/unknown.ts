import type { Cell } from './cells.ts';
import { dateOfText, type Slashes } from './dates.ts';

/** A column that is not read. */
export interface Unknown {
  readonly place: number;
  readonly heading: string;
  isFilled: boolean;
  hasDates: boolean;
  readonly slashes: Slashes;
}

/** The texts that may be meant as dates, though date columns would reject them: 20/11/26, Fri 20 Nov. 2026. */
const LIKE_DATE = /^(?:\p{L}{2,9}[.,]?\s+)?\d{1,4}\s?[-/.,\s]\s?(?:\p{L}[\p{L}\p{M}]{2,9}|\d{1,2})\s?[-/.,\s]\s?\d{2,4}(?:$|[\sT])/u;

/** Records whether a column that is not read has any value, and dates. */
export function lookAt(column: Unknown, cell: Cell | undefined): void {
  if (isBlankCell(cell)) return;
  column.isFilled = true;
  if (typeof cell === 'string') {
    const text = cell.trim();
    const isDate = text.length <= 40 && (dateOfText(text, column.slashes) !== null || LIKE_DATE.test(text));
    column.hasDates ||= isDate;
  } else column.hasDates ||= typeof cell === 'object' && 'date' in cell;
}

/** True for a cell without a visible value. */
export function isBlankCell(cell: Cell | undefined): cell is null | undefined {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}
