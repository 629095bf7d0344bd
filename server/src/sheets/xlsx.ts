import {
  BATCH,
  BATCH_TEXT,
  BROKEN,
  type Caps,
  type Cell,
  cellAddress,
  LAST_ROW,
  plainHeading,
  type RawRow,
  SheetProblem,
  tooLongCell,
  tooManyColumns,
  tooManyRows,
  tooMuchText,
} from './cells.ts';
import { dateOfSerial } from './dates.ts';
import type { NumberFormat } from './formats.ts';
import { unescapeText } from './sharedStrings.ts';
import { openWorkbook, type Workbook } from './workbook.ts';
import { type Attributes, parseXml } from './xml.ts';
import { type Archive, openArchive } from './zip.ts';

/** The rows of the first visible sheet, in batches: of all columns, or of those with these plain `headings`. @throws SheetProblem */
export async function* readXlsx(file: Buffer, caps: Caps, headings?: ReadonlySet<string>): AsyncGenerator<RawRow[]> {
  const archive = await openArchive(file, caps);
  try {
    yield* readRows(archive, await openWorkbook(archive, caps), caps, headings);
  } finally {
    archive.close();
  }
}

export async function* readRows(
  archive: Archive,
  workbook: Workbook,
  caps: Caps,
  headings?: ReadonlySet<string>,
): AsyncGenerator<RawRow[]> {
  let batch: RawRow[] = [];
  const full: RawRow[][] = [];
  /** Characters in `batch`, and in all batches. */
  let weight = 0;
  let total = 0;
  let filled = 0;
  let row = 0;
  let column = 0;
  let cells: Cell[] = [];
  let cell: Attributes = {};
  let text = '';
  let isFormula = false;
  let isDone = false;
  /** By column, from the first row that is not blank. */
  let isWanted: readonly boolean[] | null = null;

  const isLeftOut = () => isWanted !== null && column <= caps.columns && isWanted[column - 1] !== true;
  const put = (value: Cell) => {
    if (value === null) return;
    if (column > caps.columns) throw tooManyColumns(caps, cellAddress(column, row));
    while (cells.length < column - 1) cells.push(null);
    cells[column - 1] = value;
    if (typeof value === 'string') weight += value.length;
  };
  const part = archive.read(workbook.sheet);
  const parsing = parseXml(part, {
    wantsText: (name) => name === 'v' || name === 't',
    open(name, attributes) {
      if (name === 'row') {
        row = attributes['r'] === undefined ? row + 1 : Number(attributes['r']);
        if (!Number.isInteger(row) || row < 1 || row > LAST_ROW) throw new SheetProblem(BROKEN);
        column = 0;
        cells = [];
      } else if (name === 'c') {
        cell = attributes;
        column = cell['r'] === undefined ? column + 1 : columnNumber(cell['r']);
        text = '';
        isFormula = false;
      } else if (name === 'f') isFormula = true;
    },
    close(name, piece) {
      if (name === 'v' || name === 't') {
        text += piece;
        if (text.length > caps.characters) throw tooLongCell(caps, `Cell ${cellAddress(column, row)}`);
      } else if (name === 'c') {
        if (!isLeftOut()) put(cellValue(cell, text, isFormula, workbook));
      } else if (name === 'row' && cells.length > 0) {
        filled += 1;
        if (headings !== undefined) isWanted ??= cells.map((each) => typeof each === 'string' && headings.has(plainHeading(each)));
        if (filled > caps.rows + 1) throw tooManyRows(caps);
        batch.push({ row, cells });
        if (batch.length < BATCH && weight < BATCH_TEXT) return;
        total += weight;
        if (total > caps.text) throw tooMuchText();
        full.push(batch);
        batch = [];
        weight = 0;
      } else if (name === 'sheetData') isDone = true;
    },
  });
  for await (const _ of parsing) {
    yield* full.splice(0);
    if (!isDone) continue;
    yield batch;
    // The rest is not needed, but size and checksum are verified only at the end of a part.
    for await (const _rest of part);
    return;
  }
  throw new SheetProblem(BROKEN);
}

/** A cell's value by its type; of a formula, its stored result. */
function cellValue({ t: type = 'n', s: style }: Attributes, text: string, isFormula: boolean, workbook: Workbook): Cell {
  switch (type) {
    case 's':
      return text === '' ? null : sharedText(numberOf(text), workbook);
    case 'str':
    case 'inlineStr':
      return text === '' ? null : unescapeText(text);
    case 'b':
      return text === '' ? null : text === '1' || text === 'true';
    case 'e':
      return { error: `The cell shows the error ${text.slice(0, 20) || '#N/A'}.` };
    case 'd':
      // An ISO date and time, of which the day is read as text.
      return text === '' ? null : text.replace(/T.*$/, '');
    case 'n':
      if (text === '')
        return isFormula
          ? { error: 'The cell holds a formula without a stored result. Please open the file in a spreadsheet program and save it.' }
          : null;
      return figureValue(Number(style ?? -1), text, workbook);
    default:
      return text === '' ? null : DAMAGED;
  }
}

function sharedText(place: number, { strings }: Workbook): string | null {
  const text = strings[place];
  if (text === undefined) throw new SheetProblem(BROKEN);
  return text === '' ? null : text;
}

const DAMAGED: Cell = {
  error: 'The cell holds a damaged value. Please open the file in a spreadsheet program, type it again and save it.',
};

/** An xsd:double other than INF; NaN for anything else. `Number` alone would accept 0x10, 0b11 and blanks too. */
function numberOf(text: string): number {
  return /^[ \t\r\n]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[Ee][+-]?\d+)?[ \t\r\n]*$/.test(text) ? Number(text) : Number.NaN;
}

/** A number, a day or a percentage by its style. */
function figureValue(style: number, text: string, { formats, from1904 }: Workbook): Cell {
  const value = numberOf(text);
  if (!Number.isFinite(value)) return DAMAGED;
  const { kind, code } = formats[style] ?? PLAIN;
  const date = kind === 'date' ? dateOfSerial(value, from1904) : null;
  if (date !== null) return { date };
  if (kind === 'percent') return `${Number((value * 100).toPrecision(DIGITS_KEPT))}%`;
  // 37.05 is stored as 37.049999999999997: spreadsheet programs store 17 digits and show 15.
  const number = text.length <= DIGITS_KEPT || Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS_KEPT));
  if (code !== '') return { number, format: code };
  return SCIENTIFIC.test(text) ? { number, format: '0E+0' } : number;
}

const PLAIN: NumberFormat = { kind: 'plain', code: '' };
const SCIENTIFIC = /e/i;
const DIGITS_KEPT = 15;

/** 28 for AB12. */
export function columnNumber(address: string): number {
  let column = 0;
  for (let index = 0; index < address.length; index += 1) {
    const letter = address.charCodeAt(index) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (column < 1 || column > 16_384) throw new SheetProblem(BROKEN);
  return column;
}
