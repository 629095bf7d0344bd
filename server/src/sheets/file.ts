import { say } from '@aapurti/contract/ground/template';
import { type Caps, type RawRow, Selection, SheetProblem } from './cells.ts';
import { readCsv } from './csv/csv.ts';
import { readXlsx } from './xlsx/xlsx.ts';

export interface SheetFile {
  readonly name: string;
  readonly content: Buffer;
}

/** Chooses the sheet of a workbook to read, by the number of known headings in a row. */
export type HeadingsOf = (row: RawRow) => number;

/** The rows of the workbook sheet with the headings, or of a text file, in small batches. @throws SheetProblem */
export async function* rawRows(
  { name, content }: SheetFile,
  given: { csvAllowed: boolean; caps: Caps; selection?: Selection; headingsOf?: HeadingsOf },
): AsyncGenerator<RawRow[]> {
  const { csvAllowed, caps, selection = new Selection(), headingsOf } = given;
  if (content.length > caps.bytes)
    throw new SheetProblem(say('The file is larger than {bytes} MB. Please split it.', { bytes: Math.round(caps.bytes / 1024 ** 2) }));
  if (content.length === 0) throw new SheetProblem('The file is empty.');
  if (isWorkbook(content)) return yield* readXlsx(content, caps, selection, headingsOf);
  if (content.subarray(0, 8).toString('hex') === COMPOUND) throw compoundProblem(content);
  const isText = csvAllowed && /\.(csv|tsv|txt)$/i.test(name);
  if (!isText)
    throw new SheetProblem(
      csvAllowed ? 'This is not an .xlsx file. Upload an .xlsx or .csv file.' : 'This is not an .xlsx file. Upload an .xlsx file.',
    );
  yield* readCsv(content, caps, selection);
}

export function isWorkbook(content: Buffer): boolean {
  return content.subarray(0, 4).toString('hex') === '504b0304';
}

/** The container of old workbooks and of encrypted new ones, which names its streams in UTF-16. */
const COMPOUND = 'd0cf11e0a1b11ae1';

function compoundProblem(content: Buffer): SheetProblem {
  const isEncrypted = content.includes(Buffer.from('EncryptedPackage', 'utf16le'));
  return new SheetProblem(
    isEncrypted
      ? 'This file has a password. Please save it as .xlsx without a password.'
      : 'This is an old .xls file. Please save it as .xlsx without a password.',
  );
}
