import type { Format } from '../columns.ts';
import type { Part } from './pack.ts';
import { escapeXml, XML } from './xmlText.ts';

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const STYLES_TYPE = `${TYPES}.styles+xml`;

/** Numbers of the cell styles below. */
export const STYLE = { plain: 0, heading: 1, requiredHeading: 2, text: 3, date: 4, amount: 5 } as const;

export const STYLE_OF: Readonly<Record<Format, number>> = {
  text: STYLE.text,
  number: STYLE.plain,
  amount: STYLE.amount,
  date: STYLE.date,
};

const solid = (color: string) =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${color}"/><bgColor indexed="64"/></patternFill></fill>`;
const xf = (numFmtId: number, fontId = 0, fillId = 0) =>
  `<xf numFmtId="${numFmtId}" fontId="${fontId}" fillId="${fillId}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`;

/** Format 49 is text, 2 is 0.00. Programs reserve the first two fills. */
export const STYLES = [
  `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/></numFmts>`,
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  `${solid('FFE9ECEF')}${solid('FFFFE8B3')}</fills>`,
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="6">${xf(0)}${xf(49, 1, 2)}${xf(49, 1, 3)}${xf(49)}${xf(164)}${xf(2)}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('');

export interface SheetName {
  readonly name: string;
  readonly hidden?: boolean;
  readonly hasNotes?: boolean;
}

export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`;

export function relationsXml(relations: readonly (readonly [id: string, type: string, target: string])[]): string {
  const each = relations.map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`);
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
}

/** All parts of a workbook except its sheets. */
export function skeleton(sheets: readonly SheetName[]): Part[] {
  const part = (path: string, xml: string): Part => ({ path, content: [xml] });
  const override = (path: string, type: string) => `<Override PartName="/${path}" ContentType="${TYPES}.${type}+xml"/>`;
  return [
    part(
      '[Content_Types].xml',
      [
        `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>`,
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>',
        override('xl/workbook.xml', 'sheet.main'),
        override('xl/styles.xml', 'styles'),
        ...sheets.map((_, index) => override(sheetPath(index + 1), 'worksheet')),
        ...sheets.map(({ hasNotes }, index) => (hasNotes === true ? override(`xl/comments${index + 1}.xml`, 'comments') : '')),
        '</Types>',
      ].join(''),
    ),
    part('_rels/.rels', relationsXml([['rId1', 'officeDocument', 'xl/workbook.xml']])),
    part(
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${sheets
        .map(({ name, hidden }, index) => {
          const state = hidden === true ? ' state="hidden"' : '';
          return `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`;
        })
        .join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      relationsXml([
        ...sheets.map((_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const),
        ['styles', 'styles', 'styles.xml'],
      ]),
    ),
    part('xl/styles.xml', XML + STYLES),
  ];
}
