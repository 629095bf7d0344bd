import { cellAddress } from '../cells.ts';
import { MAIN } from './skeleton.ts';
import { escapeXml, XML } from './xmlText.ts';

/** A note on a cell. Column and row count from 1. */
export interface Note {
  readonly column: number;
  readonly row: number;
  readonly text: string;
}

export function commentsXml(notes: readonly Note[]): string {
  const comments = notes.map(
    ({ column, row, text }) =>
      `<comment ref="${cellAddress(column, row)}" authorId="0"><text><r><t>${escapeXml(text)}</t></r></text></comment>`,
  );
  return `${XML}<comments xmlns="${MAIN}"><authors><author/></authors><commentList>${comments.join('')}</commentList></comments>`;
}

/** The characters in a line of a note, which is three columns wide. */
const LINE = 32;

/** The positions and sizes of the notes, in the legacy drawing format (VML) that notes need. */
export function notesDrawing(notes: readonly Note[]): string {
  const shapes = notes.map(({ column, row, text }, index) => {
    const bottom = row + 1 + Math.ceil(text.length / LINE);
    return [
      `<v:shape id="_x0000_s${1025 + index}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">`,
      '<v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/>',
      '<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox>',
      '<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>',
      `<x:Anchor>${column}, 10, ${row}, 4, ${column + 3}, 10, ${bottom}, 4</x:Anchor>`,
      `<x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column - 1}</x:Column></x:ClientData></v:shape>`,
    ].join('');
  });
  return [
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">',
    '<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout>',
    '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">',
    '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>',
    `${shapes.join('')}</xml>`,
  ].join('');
}
