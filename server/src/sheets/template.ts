import { say } from '@aapurti/contract/ground/template';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { type Column, type Columns, exportColumn } from './columns.ts';
import { commentsXml, type Note, notesDrawing } from './xlsx/notes.ts';
import { packZip, type Part } from './xlsx/pack.ts';
import { readExample } from './rows.ts';
import { type CellValue, headingRow, rowWriter, sheetStart } from './xlsx/sheetXml.ts';
import { relationsXml, sheetPath, skeleton } from './xlsx/skeleton.ts';
import { LISTS, listsOf, validationsXml } from './xlsx/validations.ts';

const EXAMPLE_NOTE = 'This row is an example. Replace it with your data. An upload skips it if it is unchanged.';

/**
 * The template of a sheet: headings, each with a note, and a row of examples, which readSheet skips. Texts keep leading zeros, choices are
 * drop-down lists, and numbers and dates are validated during entry.
 */
export async function templateOf(columns: Columns, { sheet }: { sheet: string }): Promise<Buffer> {
  const given = Object.values(columns);
  const example = readExample(columns);
  if ('wrong' in example) throw new Error(`the example of the column ${example.wrong} is not right`);
  const cells = Object.entries(columns).map(([field, { format, example: text }]) =>
    format === 'text' ? text : (example.row[field] as CellValue),
  );
  const notes: Note[] = [
    ...given.map((column, index) => ({ column: index + 1, row: 1, text: noteOf(column) })),
    { column: 1, row: 2, text: EXAMPLE_NOTE },
  ];
  const lists = listsOf(given);
  const parts: Part[] = [
    ...skeleton([{ name: sheet, hasNotes: true }, ...(lists.length > 0 ? [{ name: LISTS, hidden: true }] : [])]),
    { path: sheetPath(1), content: [sheetXml(given, cells)] },
    {
      path: 'xl/worksheets/_rels/sheet1.xml.rels',
      content: [
        relationsXml([
          ['comments', 'comments', '../comments1.xml'],
          ['drawing', 'vmlDrawing', '../drawings/vmlDrawing1.vml'],
        ]),
      ],
    },
    { path: 'xl/comments1.xml', content: [commentsXml(notes)] },
    { path: 'xl/drawings/vmlDrawing1.vml', content: [notesDrawing(notes)] },
    ...(lists.length > 0 ? [{ path: sheetPath(2), content: [listsXml(lists)] }] : []),
  ];
  return buffer(Readable.from(packZip(parts)));
}

function noteOf({ required, note }: Column<unknown>): string {
  return required ? say('Required. {note}', { note }) : note;
}

function sheetXml(columns: readonly Column<unknown>[], example: readonly CellValue[]): string {
  return [
    sheetStart(columns),
    headingRow(columns),
    rowWriter(columns)(2, example),
    '</sheetData>',
    validationsXml(columns),
    '<legacyDrawing r:id="drawing"/></worksheet>',
  ].join('');
}

function listsXml(lists: readonly (readonly string[])[]): string {
  const columns = lists.map(() => exportColumn(''));
  const writeRow = rowWriter(columns);
  const longest = Math.max(...lists.map(({ length }) => length));
  const rows = Array.from({ length: longest }, (_, index) =>
    writeRow(
      index + 1,
      lists.map((options) => options[index]),
    ),
  );
  return `${sheetStart(columns)}${rows.join('')}</sheetData></worksheet>`;
}
