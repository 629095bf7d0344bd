import { plainFigure } from '../form/money.ts';
import { readDay } from '../ui/DateInput.tsx';
import type { GridChoice, GridColumn } from './columns.ts';

/** The cells of a block copied from a spreadsheet: rows of texts. Cells with tabs, quotes or line ends are in quotes. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    const quoted = text[at] === '"' ? /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y : null;
    if (quoted !== null) quoted.lastIndex = at;
    const inQuotes = quoted?.exec(text) ?? null;
    const end = inQuotes === null ? endOf(text, at) : at + inQuotes[0].length;
    rows.at(-1)?.push(inQuotes === null ? text.slice(at, end) : (inQuotes[1] ?? '').replaceAll('""', '"'));
    if (text[end] === '\t') {
      at = end + 1;
      if (at === text.length) rows.at(-1)?.push('');
      continue;
    }
    at = text.startsWith('\r\n', end) ? end + 2 : end + 1;
    // The line end after the last row does not start another.
    if (at < text.length) rows.push([]);
  }
  return rows;
}

function endOf(text: string, from: number): number {
  const length = text.slice(from).search(/[\t\r\n]/);
  return length === -1 ? text.length : from + length;
}

/** The text of a cell for a pasted one; null for a choice that does not exist. */
export function readPasted<Item>(column: GridColumn<Item>, item: Item, part: number, pasted: string): string | null {
  const text = pasted.trim();
  if (column.kind === 'figure' || column.kind === 'amount') return plainFigure(text) ?? text;
  if (column.kind === 'day') return readDay(text);
  if (column.kind !== 'choice') return column.maxLength === undefined ? text : text.slice(0, column.maxLength);
  return choiceOf(column.choices?.(item, part) ?? [], text);
}

function choiceOf(choices: readonly GridChoice[], text: string): string | null {
  const plain = text.toLowerCase();
  return choices.find(({ value, label }) => [value, label].some((each) => each.toLowerCase() === plain))?.value ?? null;
}

/** The text of cells for a spreadsheet. */
export function writeBlock(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map(cell).join('\t')).join('\r\n');
}
