import { buffer } from 'node:stream/consumers';

import { readXlsx as readSheets } from 'hucre/xlsx';
import yazl from 'yazl';

import { CAPS, type Cell } from '../src/sheets/cells.ts';
import { readXlsx } from '../src/sheets/xlsx/xlsx.ts';
import { plain } from './contractValues.ts';

/** The cells of the first sheet, as `plain` texts. */
export async function cellsOf(content: Buffer): Promise<(string | null)[][]> {
  const { sheets } = await readSheets(content);
  return (sheets[0]?.rows ?? []).map((cells) => cells.map((cell) => plain(cell)));
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A zip file with these parts, deflated or stored. */
export async function zipOf(parts: Record<string, string | Buffer>, compress = true): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path, { compress });
  zip.end();
  return buffer(zip.outputStream);
}

/** The position of a part's entry in the zip's central directory; its name is 46 bytes further. */
export function centralHeader(file: Buffer, path: string): number {
  for (let at = file.indexOf('PK\x01\x02'); at >= 0; at = file.indexOf('PK\x01\x02', at + 1)) {
    if (file.toString('latin1', at + 46, at + 46 + path.length) === path) return at;
  }
  throw new Error(`no ${path} in the zip file`);
}

/** A relationships part. */
export function relations(given: readonly (readonly [id: string, type: string, target: string])[]): string {
  const each = given.map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`);
  return `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
}

/** A worksheet with these rows as XML. */
export function sheetXml(rows: string): string {
  return `${XML}<worksheet><sheetViews/><sheetData>${rows}</sheetData><pageMargins left="0.7"/></worksheet>`;
}

/** A row of texts, numbers and blanks, as writers of inline strings produce it. */
export function rowXml(row: number, cells: readonly (string | number | null)[]): string {
  const xml = cells.map((cell, index) => {
    const at = `r="${String.fromCharCode(65 + index)}${row}"`;
    if (cell === null) return '';
    return typeof cell === 'number'
      ? `<c ${at}><v>${cell}</v></c>`
      : `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escape(cell)}</t></is></c>`;
  });
  return `<row r="${row}">${xml.join('')}</row>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

interface Parts {
  /** The rows of the first sheet as XML. */
  rows?: string;
  /** Attributes of `<workbookPr>`. */
  properties?: string;
  sharedStrings?: string;
  styles?: string;
  /** Additional or replaced parts, by path. */
  parts?: Record<string, string | Buffer>;
}

/** The parts of a handwritten workbook with one sheet. */
export function workbookParts(given: Parts = {}): Record<string, string | Buffer> {
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const part = (path: string, type: string) => `<Override PartName="/xl/${path}.xml" ContentType="${types}.${type}+xml"/>`;
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>${part('workbook', 'sheet.main')}${part('worksheets/sheet1', 'worksheet')}</Types>`,
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${XML}<workbook xmlns:r="${OFFICE}"><workbookPr ${given.properties ?? ''}/><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'styles', 'styles.xml'],
      ['rId3', 'sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/worksheets/sheet1.xml': sheetXml(given.rows ?? ''),
    ...(given.sharedStrings !== undefined && { 'xl/sharedStrings.xml': `${XML}<sst>${given.sharedStrings}</sst>` }),
    ...(given.styles !== undefined && { 'xl/styles.xml': `${XML}<styleSheet>${given.styles}</styleSheet>` }),
    ...given.parts,
  };
}

/** A workbook as a spreadsheet program saves it, optionally with other parts or rows. */
export async function workbook(given: Parts = {}): Promise<Buffer> {
  return zipOf(workbookParts(given));
}

/** A workbook of plain rows; the first row contains the headings. */
export async function workbookOf(rows: readonly (readonly (string | number | null)[])[]): Promise<Buffer> {
  return workbook({ rows: rows.map((cells, index) => rowXml(index + 1, cells)).join('') });
}

/** The rows of a downloaded workbook, each cell as its plain value: a number without its format, a date as its text. */
export async function plainRows(content: Buffer): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for await (const batch of readXlsx(content, CAPS)) rows.push(...batch.map(({ cells }) => cells.map(plainValue)));
  return rows;
}

function plainValue(cell: Cell): unknown {
  if (cell === null || typeof cell !== 'object') return cell;
  return 'number' in cell ? cell.number : 'date' in cell ? cell.date : cell.error;
}
