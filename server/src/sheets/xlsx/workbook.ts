import { posix } from 'node:path';
import { BROKEN, type Caps, SheetProblem } from '../cells.ts';
import { type NumberFormat, numberFormat } from './formats.ts';
import { isOn, readSharedStrings } from './sharedStrings.ts';
import { type Attributes, readXml } from './xml.ts';
import type { Archive } from './zip.ts';

export interface Workbook {
  /** The path of the workbook's own part. */
  readonly path: string;
  /** Path of the first visible worksheet. */
  readonly sheet: string;
  /** All worksheets of the workbook. */
  readonly sheets: readonly { readonly name: string; readonly path: string; readonly isHidden: boolean }[];
  /** The path of the styles; empty if there are none. */
  readonly styles: string;
  /** Days count from 1904 instead of 1900. */
  readonly from1904: boolean;
  /** The formats by style number. */
  readonly formats: readonly NumberFormat[];
  /** Texts that cells refer to by number. */
  readonly strings: readonly string[];
  /** The texts that are struck through, in part or completely. */
  readonly struckStrings: ReadonlySet<number>;
}

/** Finds the first visible sheet and reads everything that its cells refer to. @throws SheetProblem that says what the file is instead. */
export async function openWorkbook(archive: Archive, caps: Caps): Promise<Workbook> {
  const root = await relations(archive, '_rels/.rels', '');
  const path = root.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (!archive.has(path) || !path.endsWith('.xml')) throw new SheetProblem(whatElse(archive, path));
  const parts = await relations(archive, relationsPath(path), posix.dirname(path));
  const { sheets, from1904 } = await contents(archive, path);
  const worksheets = new Map(parts.filter(({ type }) => type === 'worksheet').map(({ id, target }) => [id, target]));
  const present = sheets.flatMap(({ id, name, isHidden }) => {
    const target = worksheets.get(id);
    return target === undefined ? [] : [{ name, path: target, isHidden }];
  });
  const sheet = present.find(({ isHidden }) => !isHidden)?.path;
  if (sheet === undefined) throw new SheetProblem('The file has no visible sheet.');
  if (!archive.has(sheet)) throw new SheetProblem(BROKEN);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.target ?? '';
  const styles = part('styles');
  const struckStrings = new Set<number>();
  return {
    path,
    sheet,
    sheets: present,
    styles,
    from1904,
    formats: await numberFormats(archive, styles),
    strings: await readSharedStrings(archive.read(part('sharedStrings')), caps, struckStrings),
    struckStrings,
  };
}

function whatElse(archive: Archive, path: string): string {
  if (path.endsWith('.bin')) return 'This is an .xlsb file. Please save it as .xlsx.';
  if (archive.has('content.xml') && archive.has('mimetype')) return 'This is an OpenDocument file. Please save it as .xlsx.';
  return 'This is not an .xlsx file.';
}

/** The most sheets or relations. An array or map of millions allocates so much memory that it ends the server, not only the thread. */
const PARTS_MAX = 10_000;

interface Relation {
  readonly id: string;
  /** The last segment of the type's URI, which is the same in both dialects of the format. */
  readonly type: string;
  readonly target: string;
}

export function relationsPath(path: string): string {
  return `${posix.dirname(path)}/_rels/${posix.basename(path)}.rels`;
}

async function relations(archive: Archive, path: string, folder: string): Promise<Relation[]> {
  const found: Relation[] = [];
  await readXml(archive.read(path), {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || mode === 'External') return;
      const full = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: full });
      if (found.length > PARTS_MAX) throw new SheetProblem(BROKEN);
    },
  });
  return found;
}

async function contents(archive: Archive, path: string) {
  const sheets: { id: string; name: string; isHidden: boolean }[] = [];
  let from1904 = false;
  await readXml(archive.read(path), {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = ['1', 'true', 'on'].includes(attributes['date1904'] ?? '');
      if (name === 'sheet') {
        const isHidden = (attributes['state'] ?? 'visible') !== 'visible';
        sheets.push({ id: relationId(attributes), name: attributes['name'] ?? '', isHidden });
      }
      if (sheets.length > PARTS_MAX) throw new SheetProblem(BROKEN);
    },
  });
  return { sheets, from1904 };
}

/** `r:id`, under any prefix. */
function relationId(attributes: Attributes): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
}

/** Spreadsheet programs allow 255 characters, and about 65,000 styles. */
const FORMAT_CHARACTERS_MAX = 255;
const STYLES_MAX = 100_000;

async function numberFormats(archive: Archive, path: string): Promise<NumberFormat[]> {
  const formats = new Map<string, string>();
  const styles: NumberFormat[] = [];
  /** The fonts that strike through. */
  const struck: boolean[] = [];
  let listed = 0;
  let inside = '';
  await readXml(archive.read(path), {
    open(name, attributes) {
      if (name === 'numFmt') {
        listed += 1;
        formats.set(attributes['numFmtId'] ?? '0', (attributes['formatCode'] ?? '').slice(0, FORMAT_CHARACTERS_MAX));
      } else if (name === 'cellXfs' || name === 'fonts') inside = name;
      else if (name === 'font' && inside === 'fonts') struck.push(false);
      else if (name === 'strike' && inside === 'fonts') struck[struck.length - 1] = isOn(attributes['val']);
      else if (name === 'xf' && inside === 'cellXfs') {
        const { numFmtId = '0', fontId = '0' } = attributes;
        const format = numberFormat(Number(numFmtId), formats.get(numFmtId));
        styles.push(struck[Number(fontId)] === true ? { ...format, isStruck: true } : format);
      }
      if (styles.length > STYLES_MAX || listed > STYLES_MAX || struck.length > STYLES_MAX) throw new SheetProblem(BROKEN);
    },
    close(name) {
      if (name === inside) inside = '';
    },
  });
  return styles;
}
