import * as z from 'zod';

import { ownerChoice, textFilter } from '../ground/operation.ts';
import { sheetCalls } from '../sheets/sheets.ts';
import { say } from '../ground/template.ts';

export const messages = {
  stored: (heading: string, number: string, value: string) =>
    say('Dispatch note {number} has {heading} {value}. Change it on the dispatch note screen.', { number, heading, value }),
  uom: (uom: string) => say('The order has this line in {uom}.', { uom }),
  noCase: 'Enter the quantity: the order does not state the quantity per carton.',
  moved: (no: number) =>
    say(
      'Line {no} is packed or assigned to a vehicle, but its item has changed. Update the packages and vehicles on the dispatch note screen.',
      { no },
    ),
} as const;

/**
 * Lines of dispatch notes in a spreadsheet: the open quantities of the orders, or a note's lines, as a workbook, and back as the lines of
 * notes.
 */
export const dispatchLines = sheetCalls({
  id: 'dispatchLine',
  summaries: {
    template: 'Download a template for lines of dispatch notes, with an example and notes',
    export: 'Export the open order lines, or the lines of one dispatch note, as an .xlsx file for the upload',
    upload: 'Upload lines of dispatch notes from an .xlsx file, all rows or none; dryRun=true only checks the file',
  },
  path: '/api/dispatchLine',
  /** A template with `noteId` has the lines of that note; for a note without lines it has the open quantities of its order. */
  filters: z.object({ noteId: textFilter, userID: ownerChoice }),
  access: 'dispatch',
});
