import type { SheetRefusal } from '@aapurti/contract/sheets';

import { type Caps, CAPS, SheetProblem } from './cells.ts';
import { isWorkbook, rawRows, type SheetFile } from './file.ts';
import type { Findings } from './findings.ts';
import { markXlsx, workbookOfText } from './marking.ts';

/** How many bytes the marks may add. */
const GROWTH = 100 * 1024 * 1024;

/**
 * The uploaded workbook with faulty cells in red and a last column named Faults, which uploads ignore. Marks of an earlier time are
 * removed; everything else stays the same. A text file becomes a workbook. The answer is a refusal where the file cannot be marked.
 * @param errors from readSheet with `keepsErrors`.
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
