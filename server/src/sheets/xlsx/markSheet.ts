import { BROKEN, cellAddress, columnLetters, SheetProblem } from '../cells.ts';
import type { MarkStyles } from './markStyles.ts';
import { cellText } from './sheetXml.ts';
import { columnNumber } from './xlsx.ts';
import { type Attributes, parseXml, type Tag, type XmlHandlers } from './xml.ts';
import { endTag, escapeXml, startTag, XML } from './xmlText.ts';

const HEADING = 'Errors';

/** True if a column contains the errors of an earlier marking. An error of the headings follows a colon. */
export function isFaultsHeading(text: string): boolean {
  return text === HEADING || text.startsWith(`${HEADING}: `);
}

/** Columns and rows count from 1. */
export interface Marks {
  readonly headingRow: number;
  /** The column for the errors: after the last column, or the one of an earlier marking. */
  readonly column: number;
  /** The wrong cells of a row, and the text of its errors, which is empty if there are none. */
  ofRow(row: number): { readonly columns: ReadonlySet<number>; readonly text: string };
}

/** The format's limit; see PARTS_MAX in workbook.ts. */
const COLUMNS_MAX = 16_384;

/** The width of the error column, in characters. */
const WIDTH = 60;

/** The sheet's XML with its marks. Apart from the marks, only comments and the escaping of characters differ. */
export async function* markedSheet(bytes: AsyncIterable<Buffer>, marks: Marks, styles: MarkStyles): AsyncGenerator<string> {
  const marker = new Marker(marks, styles);
  yield XML;
  for await (const _ of parseXml(bytes, marker)) yield marker.take();
  yield marker.take();
}

/** A row with marks: its cells are collected before it is written. */
interface MarkedRow {
  /** The style of absent cells. */
  readonly style: string | undefined;
  /** Wrong cells that have not occurred in the row so far. */
  readonly absent: Set<number>;
  readonly text: string;
  readonly cells: { readonly column: number; xml: string }[];
}

class Marker implements XmlHandlers {
  readonly #marks: Marks;
  readonly #styles: MarkStyles;
  #out = '';
  /** The prefix of the sheet's elements, for example `x:`. */
  #prefix = '';
  readonly #columnStyles: { readonly from: number; readonly to: number; readonly style: string }[] = [];
  #hasWidth = false;
  #inCells = false;
  #row = 0;
  #column = 0;
  #marked: MarkedRow | null = null;
  /** Inside a cell of the error column, which is replaced. */
  #isDropped = false;

  constructor(marks: Marks, styles: MarkStyles) {
    this.#marks = marks;
    this.#styles = styles;
  }

  take(): string {
    const out = this.#out;
    this.#out = '';
    return out;
  }

  open(local: string, attributes: Attributes, tag: Tag): void {
    if (this.#inCells && local === 'c') this.#openCell(attributes, tag);
    else if (this.#inCells && local === 'row') this.#openRow(attributes, tag);
    else if (local === 'col') this.#openColumn(attributes, tag);
    else if (local === 'cols') this.#write(startTag(tag.name, attributes));
    else {
      if (local === 'worksheet') this.#prefix = tag.name.slice(0, -local.length);
      if (local === 'sheetData') this.#openCells();
      this.#write(startTag(tag.name, local === 'dimension' ? this.#widened(attributes) : attributes, tag.isSelfClosing));
    }
  }

  text(piece: string): void {
    this.#write(escapeXml(piece));
  }

  close(local: string, _: string, tag: Tag): void {
    if (local === 'col') return;
    if (local === 'cols') this.#writeOwnColumn();
    const isMarkedRow = local === 'row' && this.#marked !== null;
    if (isMarkedRow) this.#closeMarkedRow();
    if (!tag.isSelfClosing || local === 'cols' || isMarkedRow) this.#write(endTag(tag.name));
    if (local === 'c') this.#isDropped = false;
    if (local === 'sheetData') this.#inCells = false;
  }

  #write(xml: string): void {
    if (this.#isDropped) return;
    if (this.#marked === null) this.#out += xml;
    else {
      const cell = this.#marked.cells.at(-1);
      if (cell !== undefined) cell.xml += xml;
    }
  }

  /** The sheet's extent, with the error column. */
  #widened(attributes: Attributes): Attributes {
    const [, start, last, row] = /^([A-Z]{1,3}\d+)(?::([A-Z]{1,3})(\d+))?$/.exec(attributes['ref'] ?? '') ?? [];
    if (start === undefined || last === undefined || row === undefined) return attributes;
    return { ...attributes, ref: `${start}:${columnLetters(Math.max(columnNumber(last), this.#marks.column))}${row}` };
  }

  /** A width may cover several columns, and two must not cover the same one. */
  #openColumn(attributes: Attributes, { name }: Tag): void {
    const [from, to] = [Number(attributes['min']), Number(attributes['max'])];
    const { column } = this.#marks;
    if (attributes['style'] !== undefined) this.#columnStyles.push({ from, to, style: attributes['style'] });
    if (this.#columnStyles.length > COLUMNS_MAX) throw new SheetProblem(BROKEN);
    if (to < column) return this.#write(startTag(name, attributes, true));
    if (from < column) this.#write(startTag(name, { ...attributes, max: String(column - 1) }, true));
    this.#writeOwnColumn();
    if (to > column) this.#write(startTag(name, { ...attributes, min: String(Math.max(from, column + 1)) }, true));
  }

  #writeOwnColumn(): void {
    if (this.#hasWidth) return;
    this.#hasWidth = true;
    const { column } = this.#marks;
    this.#write(startTag(`${this.#prefix}col`, { min: `${column}`, max: `${column}`, width: String(WIDTH), customWidth: '1' }, true));
  }

  #openCells(): void {
    this.#inCells = true;
    if (this.#hasWidth) return;
    this.#write(startTag(`${this.#prefix}cols`, {}));
    this.#writeOwnColumn();
    this.#write(endTag(`${this.#prefix}cols`));
  }

  #openRow(attributes: Attributes, tag: Tag): void {
    this.#row = attributes['r'] === undefined ? this.#row + 1 : Number(attributes['r']);
    this.#column = 0;
    const { columns, text } = this.#marks.ofRow(this.#row);
    const isHeading = this.#row === this.#marks.headingRow;
    if (!isHeading && text === '') return this.#write(startTag(tag.name, attributes, tag.isSelfClosing));
    const { spans: _, ...rest } = attributes;
    this.#write(startTag(tag.name, { ...rest, r: String(this.#row) }));
    this.#marked = {
      style: attributes['customFormat'] === undefined ? undefined : attributes['s'],
      absent: new Set(columns),
      text: !isHeading ? text : text === '' ? HEADING : `${HEADING}: ${text}`,
      cells: [],
    };
  }

  #openCell(attributes: Attributes, tag: Tag): void {
    const column = attributes['r'] === undefined ? this.#column + 1 : columnNumber(attributes['r']);
    this.#column = column;
    this.#isDropped = column === this.#marks.column && this.#row >= this.#marks.headingRow;
    if (this.#isDropped) return;
    const style = Number(attributes['s'] ?? 0);
    const isFaulty = this.#marked?.absent.delete(column) === true;
    const wanted = isFaulty ? this.#styles.marked(style) : this.#styles.cleared(style);
    if (this.#marked !== null && this.#marked.cells.push({ column, xml: '' }) > COLUMNS_MAX) throw new SheetProblem(BROKEN);
    const address = this.#marked === null ? {} : { r: cellAddress(column, this.#row) };
    this.#write(startTag(tag.name, { ...attributes, ...address, ...(wanted !== style && { s: String(wanted) }) }, tag.isSelfClosing));
  }

  #closeMarkedRow(): void {
    if (this.#marked === null) return;
    const { style, absent, text, cells } = this.#marked;
    this.#marked = null;
    const cell = (column: number, more: Record<string, string>, isEmpty: boolean) =>
      startTag(`${this.#prefix}c`, { r: cellAddress(column, this.#row), ...more }, isEmpty);
    for (const column of absent) {
      const own = this.#columnStyles.find(({ from, to }) => from <= column && column <= to)?.style;
      cells.push({ column, xml: cell(column, { s: String(this.#styles.marked(Number(style ?? own ?? 0))) }, true) });
    }
    const [is, t, c] = ['is', 't', 'c'].map((local) => this.#prefix + local) as [string, string, string];
    const said = `${startTag(is, {})}${startTag(t, {})}${escapeXml(cellText(text))}${endTag(t)}${endTag(is)}${endTag(c)}`;
    const { column } = this.#marks;
    cells.push({ column, xml: cell(column, { s: String(this.#styles.marked(0)), t: 'inlineStr' }, false) + said });
    cells.sort((one, other) => one.column - other.column);
    this.#write(cells.map(({ xml }) => xml).join(''));
  }
}
