import type { DateOrder, DateOrders } from '@aapurti/contract/sheets/sheets';
import { say } from '@aapurti/contract/ground/template';

import { type Cell, plainHeading, type RawRow, SheetProblem } from './cells.ts';
import type { Columns, Ways } from './columns.ts';
import type { Findings } from './findings.ts';
import { nearHeadings } from './headings.ts';

/** The sender's answers to the questions of a sheet. */
export interface Answers {
  /** The file's headings with the ones that they mean; null for none. */
  readonly headings?: Readonly<Record<string, string | null>>;
  readonly dateOrder?: DateOrders | null;
}

/** A column with its position in the file. */
export interface Placed {
  field: string;
  column: Columns[string];
  /** The index of its cells; -1 if an optional column is absent. */
  place: number;
  ways: Ways;
}

export function textOf(cell: Cell | undefined): string {
  return typeof cell === 'string' ? cell.trim() : '';
}

export function isSaid(known: string | null): known is string {
  return known !== null && known.trim() !== '';
}

/** The headings of a row, with the sender's answers applied. */
export function meantHeadings({ cells }: RawRow, { headings = {} }: Answers): string[] {
  const said = new Map(Object.entries(headings).map(([heading, known]) => [plainHeading(heading), known]));
  return cells.map((cell) => {
    const plain = plainHeading(textOf(cell));
    const known = said.get(plain);
    return known === undefined ? plain : plainHeading(known ?? '');
  });
}

/** The order of day and month that the sender gives for the column with this heading; null if none is given. */
export function saidOrder({ dateOrder = null }: Answers, heading: string): DateOrder | null {
  if (dateOrder === null || typeof dateOrder === 'string') return dateOrder;
  const said = Object.entries(dateOrder).find(([each]) => plainHeading(each) === plainHeading(heading));
  return said?.[1] ?? null;
}

type Heading = Pick<Columns[string], 'heading' | 'required'>;

/** True if a row has every required heading, and at least two headings. */
function hasRequired(row: RawRow, columns: readonly Heading[], answers: Answers): boolean {
  const meant = new Set(meantHeadings(row, answers));
  const found = columns.filter(({ heading }) => meant.has(plainHeading(heading)));
  return found.length >= 2 && columns.every((column) => !column.required || found.includes(column));
}

/** The row of the first batch with the most headings; the first of several. */
export function headingIndex(batch: readonly RawRow[], columns: readonly Heading[], answers: Answers): number {
  const [first] = batch;
  if (first !== undefined && hasRequired(first, columns, answers)) return 0;
  const counts = batch.map((row) => knownHeadings(row, columns, answers));
  const most = Math.max(...counts);
  return most === 0 ? 0 : counts.indexOf(most);
}

/** The number of known headings of a row; similar headings count slightly less. */
export function knownHeadings(row: RawRow, columns: readonly Heading[], answers: Answers): number {
  const meant = new Set(meantHeadings(row, answers));
  const exact = columns.filter(({ heading }) => meant.has(plainHeading(heading)));
  if (exact.length === 0 && row.cells.every((cell) => textOf(cell).length > 40 || textOf(cell) === '')) return 0;
  const texts = row.cells.map(textOf).filter((text) => text !== '' && text.length <= 40);
  const others = columns.filter((column) => !exact.includes(column));
  const near =
    texts.length < 2
      ? 0
      : nearHeadings(
          texts,
          others,
          exact.map(({ heading }) => heading),
        ).length;
  return exact.length + (exact.length + near >= 2 ? near * 0.9 : 0);
}

/** Finds each column by its heading. A missing required column, or any duplicate, is an error. */
export function placeColumns(row: number, headings: readonly string[], columns: Columns, errors: Findings): Omit<Placed, 'ways'>[] {
  const placed = Object.entries(columns).map(([field, column]) => ({
    field,
    column,
    place: headings.indexOf(plainHeading(column.heading)),
  }));
  if (placed.every(({ place }) => place < 0)) {
    const names = placed.map(({ column }) => column.heading);
    throw new SheetProblem(say('The first row must contain the column headings: {names}.', { names }));
  }
  for (const { column, place } of placed) {
    const { heading } = column;
    if (place < 0 && column.required) errors.add(row, heading, say('The column {heading} is missing.', { heading }));
    if (place >= 0 && headings.includes(plainHeading(heading), place + 1))
      errors.add(row, heading, say('The column {heading} appears twice.', { heading }));
  }
  return placed;
}
