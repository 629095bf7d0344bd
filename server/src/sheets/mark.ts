import type { SheetRefusal } from '@aapurti/contract/sheets';

import { type Caps, CAPS, SheetProblem } from './cells.ts';
import { isWorkbook, rawRows, type SheetFile } from './file.ts';
import type { Findings } from './findings.ts';
import { markXlsx, workbookOfText } from './marking.ts';

/** A marked workbook grows by its marks; past this it was made to. */
const GROWTH = 100 * 1024 * 1024;

/**
 * The uploaded workbook with its faults marked: their cells are red, and a last column named Faults says what is wrong with its row.
 * Everything else stays as it was; the marks of an earlier time are taken back. A text file comes back as a workbook.
 *
 * The findings are those of readSheet with `keepsErrors`; whoever reads the marked workbook ignores that column. The bounds are those of
 * reading. An answer other than a workbook says why the file cannot be marked.
 */
export async function markFaults(
  file: SheetFile,
  errors: Findings,
  { csvAllowed = false, ...options }: { csvAllowed?: boolean; caps?: Partial<Caps> } = {},
): Promise<Buffer | SheetRefusal> {
  const caps = { ...CAPS, ...options.caps };
  try {
    const workbook = isWorkbook(file.content) ? file.content : await workbookOfText(rawRows(file, { csvAllowed, caps }));
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of markXlsx(workbook, errors.pack(), caps)) {
      size += piece.length;
      if (size > caps.bytes + GROWTH) throw new SheetProblem('The workbook would get too big with its faults marked.');
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    return { message: error.message, errors: [], totalErrors: 0 };
  }
}
