import { Decimal } from '@aapurti/contract/ground/numbers';

import { CAPS, cellAddress, columnLetters } from '../cells.ts';
import type { WrittenColumn } from '../columns.ts';
import { serialOfDate } from '../dates.ts';
import { MAIN, OFFICE, STYLE, STYLE_OF } from './skeleton.ts';
import { escapeXml, XML } from './xmlText.ts';

/** A day is `YYYY-MM-DD`; an exact number is a Decimal or its digits. */
export type CellValue = string | number | Decimal | null | undefined;

/** A sheet up to its first cell: the headings are frozen, and each column has its width and format. */
export function sheetStart(columns: readonly WrittenColumn[]): string {
  const cols = columns.map(({ width, format }, index) => {
    const place = index + 1;
    return `<col min="${place}" max="${place}" width="${width}" style="${STYLE_OF[format]}" customWidth="1"/>`;
  });
  return [
    `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}">`,
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    cols.length > 0 ? `<cols>${cols.join('')}</cols>` : '',
    '<sheetData>',
  ].join('');
}

/** The first row, with required headings in another style. */
export function headingRow(columns: readonly (WrittenColumn & { readonly required?: boolean })[]): string {
  const cells = columns.map(({ heading, required = false }, index) =>
    textCell(cellAddress(index + 1, 1), heading, required ? STYLE.requiredHeading : STYLE.heading),
  );
  return `<row r="1">${cells.join('')}</row>`;
}

export function rowWriter(columns: readonly WrittenColumn[]): (row: number, values: readonly CellValue[]) => string {
  const letters = columns.map((_, index) => columnLetters(index + 1));
  return (row, values) => {
    let cells = '';
    for (let index = 0; index < columns.length; index += 1) {
      const value = values[index];
      if (value === null || value === undefined || value === '') continue;
      cells += cellXml(`${letters[index]}${row}`, value, columns[index] as WrittenColumn);
    }
    return `<row r="${row}">${cells}</row>`;
  };
}

function cellXml(at: string, value: Exclude<CellValue, null | undefined>, { format }: WrittenColumn): string {
  const number = format === 'text' ? null : format === 'date' ? serialOfDate(String(value)) : exactNumber(value);
  if (number !== null) return `<c r="${at}" s="${STYLE_OF[format]}"><v>${number}</v></c>`;
  return textCell(at, typeof value === 'object' ? value.toFixed() : String(value), STYLE.text);
}

/** Spreadsheet programs keep 15 digits of a number; longer ones are written as text. */
const PLAIN = /^-?\d{1,15}(\.\d{1,14})?$/;
const DIGITS = 15;

/** The exact digits, so that 37.05 is not 37.049999999999997; null if it is not such a number. */
function exactNumber(value: string | number | Decimal): string | null {
  const text = typeof value === 'string' ? value : typeof value === 'number' && !Number.isFinite(value) ? '' : new Decimal(value).toFixed();
  return PLAIN.test(text) && text.replaceAll(/[-.]/g, '').length <= DIGITS ? text : null;
}

/** An inline text, which no program reads as a formula. */
export function textCell(at: string, text: string, style: number): string {
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t${space}>${escapeXml(cellText(text))}</t></is></c>`;
}

/** Truncated to the length of a cell; text that looks like an escaped character (`_x000D_`) is escaped itself. */
export function cellText(text: string): string {
  const bounded = text.length > CAPS.characters ? `${text.slice(0, CAPS.characters - 1)}…` : text;
  return bounded.includes('_x') ? bounded.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') : bounded;
}
