import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import type { SheetRefusal, SheetReport } from '@aapurti/contract/sheets/sheets';

import { type Caps, CAPS, cellAddress, plainHeading, type RawRow, SheetProblem } from '../cells.ts';
import { isWorkbook, rawRows, type SheetFile } from '../file.ts';
import type { Finding, Findings } from '../findings.ts';
import { isFaultsHeading, markedSheet, type Marks } from './markSheet.ts';
import { MarkStyles } from './markStyles.ts';
import { packZip, type Part } from './pack.ts';
import { MAIN, OFFICE, sheetPath, skeleton, STYLE, STYLES, STYLES_TYPE } from './skeleton.ts';
import { textCell } from './sheetXml.ts';
import { type Element, newElement, readTree, treeXml } from './tree.ts';
import { openWorkbook, relationsPath, type Workbook } from './workbook.ts';
import { readRows } from './xlsx.ts';
import { XML } from './xmlText.ts';
import { type Archive, openArchive } from './zip.ts';

/** The most bytes that the marks may add. */
const GROWTH = 100 * 1024 * 1024;

/**
 * The uploaded workbook with wrong cells in red and a last column named Faults, which uploads ignore. Marks of an earlier upload are
 * removed; everything else stays the same. A text file becomes a workbook. The response is a refusal if the file cannot be marked.
 */
export async function markFaults(
  file: SheetFile,
  errors: Findings,
  { csvAllowed = false, ...options }: { csvAllowed?: boolean; caps?: Partial<Caps> } & Partial<Place> = {},
): Promise<Buffer | SheetRefusal> {
  const caps = { ...CAPS, ...options.caps };
  try {
    const workbook = isWorkbook(file.content) ? file.content : await workbookOfText(rawRows(file, { csvAllowed, caps }));
    const pieces: Buffer[] = [];
    let size = 0;
    const { headingRow, columns } = options;
    const part = isWorkbook(file.content) ? options.part : undefined;
    for await (const piece of markXlsx(workbook, errors, caps, { part, headingRow, columns })) {
      size += piece.length;
      if (size > caps.bytes + GROWTH) throw new SheetProblem('The file would be too large with its errors marked.');
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    return { message: error.message, errors: [], totalErrors: 0 };
  }
}

/** The place where the reader found the table; by default, the first row of the first visible sheet has the headings. */
interface Place {
  /** Part of the workbook. */
  part: string | undefined;
  headingRow: number | undefined;
  /** The headings of the file, with the ones that they mean. */
  columns: SheetReport['columns'] | undefined;
}

/** The workbook with the errors of one sheet marked. @throws SheetProblem */
export async function* markXlsx(file: Buffer, faults: Findings, caps: Caps, place: Partial<Place> = {}): AsyncGenerator<Buffer> {
  const archive = await openArchive(file, caps);
  try {
    yield* packZip(markedParts(archive, faults, caps, place));
  } finally {
    archive.close();
  }
}

/** The sheet is rewritten, then the styles, to which it adds; other parts are copied as packed. */
async function* markedParts(archive: Archive, faults: Findings, caps: Caps, place: Partial<Place>): AsyncGenerator<Part> {
  const opened = await openWorkbook(archive, caps);
  const workbook = { ...opened, sheet: place.part || opened.sheet };
  const marks = await marksOf(archive, workbook, faults, caps, place);
  const { path, stylesheet, others } = await openStyles(archive, workbook);
  const styles = new MarkStyles(stylesheet);
  const rewritten = new Set([workbook.sheet, path, ...others.keys()].map((name) => name.toLowerCase()));
  for (const part of archive.parts()) if (!rewritten.has(part.path.toLowerCase())) yield part;
  yield { path: workbook.sheet, content: markedSheet(archive.read(workbook.sheet), marks, styles) };
  for (const [name, element] of others) yield { path: name, content: [treeXml(element)] };
  yield { path, content: [treeXml(stylesheet)] };
}

/** Reads the sheet once before it is written, because its width is known only at its end. */
async function marksOf(
  archive: Archive,
  workbook: Workbook,
  faults: Findings,
  caps: Caps,
  { headingRow, columns = [] }: Partial<Place>,
): Promise<Marks> {
  let headings: RawRow = { row: 1, cells: [] };
  let width = 0;
  for await (const batch of readRows(archive, workbook, caps)) {
    if (width === 0) headings = batch.find(({ row }) => row === headingRow) ?? batch[0] ?? headings;
    for (const { cells } of batch) width = Math.max(width, cells.length);
  }
  const texts = headings.cells.map((cell) => (typeof cell === 'string' ? cell : ''));
  const earlier = texts.findIndex(isFaultsHeading);
  const meant = new Map(columns.map(({ heading, column }) => [heading, column]));
  const plain = texts.map((text) => plainHeading(meant.get(text.trim()) ?? text));
  const own = texts.map(plainHeading);
  const placeOf = (heading: string) => (plain.includes(heading) ? plain.indexOf(heading) : own.indexOf(heading));
  return {
    headingRow: headings.row,
    column: earlier < 0 ? width + 1 : earlier + 1,
    ofRow(row) {
      const found = faults.ofRow(row);
      return {
        columns: new Set(found.map((finding) => placeOf(plainHeading(finding.column)) + 1).filter((column) => column > 0)),
        text: found.map(sentenceOf).join(' '),
      };
    },
  };
}

function sentenceOf({ column, message }: Omit<Finding, 'row'>): string {
  return column === '' || message.startsWith(column) ? message : `${column}: ${message}`;
}

interface Styles {
  readonly path: string;
  readonly stylesheet: Element;
  /** Parts that must refer to the styles if the workbook had none. */
  readonly others: ReadonlyMap<string, Element>;
}

const CONTENT_TYPES = '[Content_Types].xml';

async function openStyles(archive: Archive, workbook: Workbook): Promise<Styles> {
  if (archive.has(workbook.styles)) {
    return { path: workbook.styles, stylesheet: await readTree(archive.read(workbook.styles)), others: new Map() };
  }
  const path = workbook.styles === '' ? posix.join(posix.dirname(workbook.path), 'styles.xml') : workbook.styles;
  const others = new Map<string, Element>();
  const add = async (part: string, local: string, attributes: Record<string, string>) => {
    if (!archive.has(part)) return;
    const root = await readTree(archive.read(part));
    root.children.push(newElement(root, local, attributes));
    others.set(part, root);
  };
  const target = { Id: 'faultStyles', Type: `${OFFICE}/styles`, Target: `/${path}` };
  if (workbook.styles === '') await add(relationsPath(workbook.path), 'Relationship', target);
  await add(CONTENT_TYPES, 'Override', { PartName: `/${path}`, ContentType: STYLES_TYPE });
  return { path, stylesheet: await readTree(Readable.from([Buffer.from(STYLES)])), others };
}

/** A workbook with the values of a text file as texts. */
function workbookOfText(batches: AsyncIterable<readonly RawRow[]>): Promise<Buffer> {
  async function* xml(): AsyncGenerator<string> {
    yield `${XML}<worksheet xmlns="${MAIN}"><sheetData>`;
    for await (const batch of batches) yield batch.map(textRow).join('');
    yield '</sheetData></worksheet>';
  }
  return buffer(packZip([...skeleton([{ name: 'Sheet1' }]), { path: sheetPath(1), content: xml() }]));
}

function textRow({ row, cells }: RawRow): string {
  const texts = cells.map((cell, index) => (typeof cell === 'string' ? textCell(cellAddress(index + 1, row), cell, STYLE.text) : ''));
  return `<row r="${row}">${texts.join('')}</row>`;
}
