import { say } from '@aapurti/contract/ground/template';
import {
  BATCH,
  BATCH_TEXT,
  BROKEN,
  type Caps,
  type Cell,
  cellAddress,
  LAST_ROW,
  isTotalText,
  type Merge,
  type RawRow,
  Selection,
  SheetProblem,
  tooLongCell,
  tooManyColumns,
  tooManyRows,
  tooMuchText,
} from '../cells.ts';
import { dateOfSerial, dateOfText, Slashes } from '../dates.ts';
import { type NumberFormat, roundedBy, roundedWords, shownText } from './formats.ts';
import type { HeadingsOf } from '../file.ts';
import { isOn, unescapeText } from './sharedStrings.ts';
import { LISTS } from './validations.ts';
import { openWorkbook, type Workbook } from './workbook.ts';
import { type Attributes, parseXml } from './xml.ts';
import { type Archive, openArchive } from './zip.ts';

/** The rows of the sheet with the headings, in batches; the first visible sheet if `headingsOf` is absent. @throws SheetProblem */
export async function* readXlsx(file: Buffer, caps: Caps, selection = new Selection(), headingsOf?: HeadingsOf): AsyncGenerator<RawRow[]> {
  const archive = await openArchive(file, caps);
  try {
    const workbook = await openWorkbook(archive, caps);
    const sheet = headingsOf === undefined ? workbook.sheet : await chooseSheet(archive, workbook, caps, selection, headingsOf);
    selection.sheet = { name: workbook.sheets.find(({ path }) => path === sheet)?.name ?? '', path: sheet };
    yield* readRows(archive, { ...workbook, sheet }, caps, selection);
  } finally {
    archive.close();
  }
}

/** The most sheets that are examined. */
const SHEETS_MAX = 30;

/** The first visible sheet with rows that has at least half as many known headings as the sheet with the most; the others are named. */
async function chooseSheet(
  archive: Archive,
  workbook: Workbook,
  caps: Caps,
  selection: Selection,
  headingsOf: HeadingsOf,
): Promise<string> {
  const paths = new Set<string>();
  const seen = workbook.sheets.filter(({ path }) => archive.has(path) && paths.size < paths.add(path).size).slice(0, SHEETS_MAX);
  if (seen.length < 2) return workbook.sheet;
  const looks: { name: string; path: string; isHidden: boolean; rows: RawRow[]; headings: number }[] = [];
  for (const sheet of seen) {
    const rows = await firstRows(archive, { ...workbook, sheet: sheet.path }, caps);
    looks.push({ ...sheet, rows, headings: Math.max(0, ...rows.map(headingsOf)) });
  }
  const visible = looks.filter(({ isHidden }) => !isHidden);
  const most = Math.max(0, ...visible.map(({ headings }) => headings));
  const fitting = visible.filter(({ headings }) => most > 0 && headings * 2 >= most);
  const chosen = (fitting.find(({ rows }) => rows.length > 1) ?? fitting[0])?.path ?? workbook.sheet;
  const hasHeadings = ({ headings }: { headings: number }) => headings >= 2 && headings * 2 >= most;
  selection.others = looks
    .filter((look) => look.path !== chosen && look.rows.length > 0 && (!look.isHidden || look.name !== LISTS || hasHeadings(look)))
    .map((look) => ({ name: look.name, hasHeadings: hasHeadings(look) && look.rows.length > 1, isHidden: look.isHidden }));
  return chosen;
}

/** The first batch of a sheet; none if it cannot be read, which is reported when the sheet is chosen. */
async function firstRows(archive: Archive, workbook: Workbook, caps: Caps): Promise<RawRow[]> {
  try {
    for await (const batch of readRows(archive, workbook, caps)) return batch;
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
  }
  return [];
}

export async function* readRows(archive: Archive, workbook: Workbook, caps: Caps, selection = new Selection()): AsyncGenerator<RawRow[]> {
  let batch: RawRow[] = [];
  const full: RawRow[][] = [];
  /** The characters in `batch`, and in all batches. */
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
  let isHidden = false;
  let isTotal = false;
  let isStruck = false;
  let isPhonetic = false;
  let struck: Set<number> | null = null;

  const isLeftOut = () => selection.wanted !== null && column <= caps.columns && selection.wanted[column - 1] !== true;
  /** A value that is not read is only checked for presence and for the word total. */
  const leaveOut = () => {
    const isText = cell['t'] === 's' || cell['t'] === 'str' || cell['t'] === 'inlineStr';
    if (!isText && (text === '' || selection.filled.has(column))) return;
    const value = cellValue(cell, text, isFormula, workbook);
    if (typeof value === 'string' ? value.trim() !== '' : value !== null) selection.filled.add(column);
    isTotal ||= isTotalText(value);
  };
  const put = (value: Cell) => {
    if (value === null) return;
    if (column > caps.columns) throw tooManyColumns(caps, cellAddress(column, row));
    while (cells.length < column - 1) cells.push(null);
    cells[column - 1] = value;
    if (typeof value === 'string') weight += value.length;
  };
  const part = archive.read(workbook.sheet);
  const parsing = parseXml(part, {
    wantsText: (name) => !isDone && !isPhonetic && (name === 'v' || name === 't'),
    open(name, attributes) {
      if (isDone) {
        if (name === 'mergeCell') addMerge(attributes['ref'] ?? '', selection);
      } else if (name === 'row') {
        row = attributes['r'] === undefined ? row + 1 : Number(attributes['r']);
        if (!Number.isInteger(row) || row < 1 || row > LAST_ROW) throw new SheetProblem(BROKEN);
        column = 0;
        cells = [];
        isHidden = isSet(attributes['hidden']) || Number(attributes['ht'] ?? 1) === 0;
        isTotal = false;
        struck = null;
      } else if (name === 'c') {
        isStruck = false;
        cell = attributes;
        column = cell['r'] === undefined ? column + 1 : columnNumber(cell['r']);
        text = '';
        isFormula = false;
      } else if (name === 'f') isFormula = true;
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 'strike') isStruck = isOn(attributes['val']);
      else if (name === 'col' && (isSet(attributes['hidden']) || Number(attributes['width']) === 0))
        hideColumns(attributes, selection, caps);
    },
    close(name, piece) {
      if (isDone) return;
      if (name === 'rPh') isPhonetic = false;
      else if (name === 'v' || name === 't') {
        // An empty text is a result too.
        if (name === 'v' && cell['t'] === 'str') isFormula = false;
        text += piece;
        if (text.length > caps.characters) throw tooLongCell(caps, say('Cell {column}', { column: cellAddress(column, row) }));
      } else if (name === 'c') {
        if (isLeftOut()) return leaveOut();
        put(cellValue(cell, text, isFormula, workbook));
        if (isStruck || isStruckCell(cell, text, workbook)) (struck ??= new Set()).add(column);
      } else if (name === 'row' && cells.length > 0) {
        filled += 1;
        if (filled > caps.rows + 1) throw tooManyRows(caps);
        batch.push({ row, cells, ...(isHidden && { isHidden }), ...(isTotal && { isTotal }), ...(struck !== null && { struck }) });
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
    if (!isDone || batch.length === 0) continue;
    yield batch;
    batch = [];
  }
  if (!isDone) throw new SheetProblem(BROKEN);
}

const MERGES_MAX = 200_000;

function addMerge(name: string, { merges }: Selection): void {
  const [, from = '', top, to = '', bottom] = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(name) ?? [];
  if (top === undefined) return;
  if (merges.length >= MERGES_MAX) throw new SheetProblem('The sheet has too many merged cells. Please unmerge them.');
  const merge: Merge = { name, top: Number(top), bottom: Number(bottom), left: columnNumber(from), right: columnNumber(to) };
  merges.push(merge);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && isOn(value);
}

function hideColumns({ min, max }: Attributes, { hiddenColumns }: Selection, caps: Caps): void {
  for (let column = Number(min); column <= Math.min(Number(max), caps.columns); column += 1) hiddenColumns.add(column);
}

function isStruckCell({ t: type, s: style }: Attributes, text: string, { formats, struckStrings }: Workbook): boolean {
  if (style !== undefined && formats[Number(style)]?.isStruck === true) return true;
  return type === 's' && struckStrings.size > 0 && struckStrings.has(Number(text));
}

/** A cell's value by its type; for a formula, its stored result. */
function cellValue({ t: type = 'n', s: style }: Attributes, text: string, isFormula: boolean, workbook: Workbook): Cell {
  switch (type) {
    case 's':
      return text === '' ? null : textValue(sharedText(numberOf(text), workbook), style, workbook);
    case 'str':
    case 'inlineStr':
      if (text === '') return isFormula ? NO_RESULT : null;
      return textValue(unescapeText(text), style, workbook);
    case 'b':
      return text === '' ? null : text === '1' || text === 'true';
    case 'e':
      return { error: say('The cell shows the error {value}.', { value: text.slice(0, 20) || '#N/A' }) };
    case 'd':
      return text === '' ? null : dateCell(text);
    case 'n':
      if (text === '') return isFormula ? NO_RESULT : null;
      return figureValue(Number(style ?? -1), text, workbook);
    default:
      return text === '' ? null : DAMAGED;
  }
}

const NO_RESULT: Cell = {
  error: 'The cell has a formula without a saved result. Open the file in a spreadsheet program and save it.',
};

/** An ISO date, optionally with a time. With a time in another zone, where the date may differ, it is read as text. */
function dateCell(text: string): Cell {
  const date = dateOfText(text, new Slashes('dayFirst'));
  return date === null ? text : { date };
}

function sharedText(place: number, { strings }: Workbook): string | null {
  const text = strings[place];
  if (text === undefined) throw new SheetProblem(BROKEN);
  return text === '' ? null : text;
}

const HIDDEN: Cell = { error: 'The number format hides the text of the cell. Format the column as text and enter it again.' };

/** A text as its number format displays it. */
function textValue(text: string | null, style: string | undefined, { formats }: Workbook): Cell {
  const part = style === undefined ? undefined : formats[Number(style)]?.text;
  return text === null || part === undefined ? text : (shownText(part, text) ?? HIDDEN);
}

const DAMAGED: Cell = {
  error: 'The cell has a damaged value. Open the file in a spreadsheet program, enter the value again and save it.',
};

/** An xsd:double other than INF; NaN for anything else. `Number` by itself would accept 0x10, 0b11 and blanks too. */
function numberOf(text: string): number {
  return /^[ \t\r\n]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[Ee][+-]?\d+)?[ \t\r\n]*$/.test(text) ? Number(text) : Number.NaN;
}

/** A number, a day or a percentage by its style. */
function figureValue(style: number, text: string, { formats, from1904 }: Workbook): Cell {
  const value = numberOf(text);
  if (!Number.isFinite(value)) return DAMAGED;
  const { kind, code, hidesDay } = formats[style] ?? PLAIN;
  const date = kind === 'date' ? dateOfSerial(value, from1904) : null;
  if (date !== null) return hidesDay === true ? { date, hidesDay } : { date };
  if (kind === 'percent') {
    const percent = Number((value * 100).toPrecision(DIGITS_KEPT));
    const rounded = roundedBy(code, percent);
    return rounded === null ? `${percent}%` : { error: roundedWords(`${rounded}%`, `${percent}%`) };
  }
  // 37.05 is stored as 37.049999999999997: spreadsheet programs store 17 digits and show 15.
  const number = text.length <= DIGITS_KEPT || Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS_KEPT));
  if (code !== '' && (code !== '0' || !Number.isInteger(number))) return { number, format: code };
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
