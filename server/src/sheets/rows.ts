import { type Cell, plainHeading, type RawRow, SheetProblem } from './cells.ts';
import type { Columns, FilledCell, RowOf } from './columns.ts';
import { Findings } from './findings.ts';

export interface SheetRow<Row> {
  readonly row: number;
  readonly value: Row;
}

interface Placed {
  field: string;
  column: Columns[string];
  /** Index of its cells; -1 where an optional column is absent. */
  place: number;
}

/** Turns raw rows, the first of which holds the headings, into typed rows. */
export class RowReader<C extends Columns> {
  readonly errors = new Findings();
  readonly remarks = new Findings();
  /** Rows that are not blank under a known heading. */
  rows = 0;
  /** Fields whose columns the sheet has, if only empty ones. */
  fields: ReadonlySet<string> = new Set();
  /** Whether the template's unchanged example was skipped. */
  hasExample = false;
  readonly #columns: C;
  readonly #example: Record<string, unknown> | null;
  #placed: readonly Placed[] | null = null;

  constructor(columns: C) {
    this.#columns = columns;
    const example = readExample(columns);
    this.#example = 'row' in example ? example.row : null;
  }

  /** The rows without errors; the others are in `errors`. Null where the headings are not right, and no row can be read. */
  read(batch: readonly RawRow[]): SheetRow<RowOf<C>>[] | null {
    const rest = this.#placed === null ? batch.slice(1) : batch;
    const placed = (this.#placed ??= placeColumns(batch[0], this.#columns, this.errors));
    if (this.errors.total > 0 && rest !== batch) return null;
    if (rest !== batch) this.fields = new Set(placed.filter(({ place }) => place >= 0).map(({ field }) => field));
    const read: SheetRow<RowOf<C>>[] = [];
    for (const raw of rest) {
      if (placed.every(({ place }) => isBlankCell(raw.cells[place]))) continue;
      const value = readRow(raw, placed, this.errors, this.remarks);
      if (value !== null && this.#example !== null && isExample(value, this.#example)) {
        this.hasExample = true;
        this.remarks.add(raw.row, Object.values(this.#columns)[0]?.heading ?? '', "This is the template's example. It was excluded.");
        continue;
      }
      this.rows += 1;
      if (value !== null) read.push({ row: raw.row, value: value as RowOf<C> });
    }
    return read;
  }
}

/** Finds each column by its heading. A required one that is absent, or any that is there twice, is an error. */
function placeColumns(first: RawRow | undefined, columns: Columns, errors: Findings): Placed[] {
  const headings = first?.cells.map((cell) => (typeof cell === 'string' ? plainHeading(cell) : '')) ?? [];
  const placed = Object.entries(columns).map(([field, column]) => ({
    field,
    column,
    place: headings.indexOf(plainHeading(column.heading)),
  }));
  if (placed.every(({ place }) => place < 0)) {
    const expected = placed.map(({ column }) => column.heading).join(', ');
    throw new SheetProblem(`The first row should hold the headings of the columns. They are: ${expected}.`);
  }
  for (const { column, place } of placed) {
    const { heading } = column;
    if (place < 0 && column.required) errors.add(first?.row ?? 1, heading, `The column ${heading} is missing.`);
    if (place >= 0 && headings.includes(plainHeading(heading), place + 1))
      errors.add(first?.row ?? 1, heading, `The column ${heading} is there twice.`);
  }
  return placed;
}

function isBlankCell(cell: Cell | undefined): cell is null | undefined {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}

/** The text of ="PB/26-27/0108", which exports write so that a program keeps it as text. */
function bareCell(cell: FilledCell): FilledCell {
  if (typeof cell !== 'string' || !cell.startsWith('="')) return cell;
  return /^="((?:[^"]|"")*)"\s*$/.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell;
}

/** The row's values by field, or null where one is wrong; every wrong cell is in `errors` then. */
function readRow({ row, cells }: RawRow, placed: readonly Placed[], errors: Findings, remarks: Findings): Record<string, unknown> | null {
  const before = errors.total;
  const value: Record<string, unknown> = {};
  for (const { field, column, place } of placed) {
    const cell = cells[place];
    if (isBlankCell(cell)) {
      if (column.required) errors.add(row, column.heading, `${column.heading} is required.`);
      value[field] = column.empty;
      continue;
    }
    const found = typeof cell === 'object' && 'error' in cell ? cell : column.read(bareCell(cell));
    if ('error' in found) errors.add(row, column.heading, found.error);
    else {
      value[field] = found.value;
      if (found.remark) remarks.add(row, column.heading, found.remark);
    }
  }
  return errors.total === before ? value : null;
}

/** The template's example as an upload reads it, or the heading of the column whose example is wrong. */
export function readExample(columns: Columns): { readonly row: Record<string, unknown> } | { readonly wrong: string } {
  const row: Record<string, unknown> = {};
  for (const [field, column] of Object.entries(columns)) {
    const found = column.example === '' ? { value: column.empty } : column.read(column.example);
    if ('error' in found || (column.required && column.example === '')) return { wrong: column.heading };
    row[field] = found.value;
  }
  return { row };
}

function isExample(row: Readonly<Record<string, unknown>>, example: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(example).every((field) => String(row[field]) === String(example[field]));
}
