import type { DateOrder, SheetQuestion, SheetReport } from '@aapurti/contract/sheets/sheets';
import { say } from '@aapurti/contract/ground/template';

import { columnLetters, isTotalText, plainHeading, type RawRow, Selection, SheetProblem, textProblem } from './cells.ts';
import { type Split, splitsOf } from './csv/csv.ts';
import { rowMessages } from '@aapurti/contract/sheets/rowMessages';
import { type Columns, type FilledCell, requiredWords, type RowOf } from './columns.ts';
import { Slashes } from './dates.ts';
import { Findings } from './findings.ts';
import { isScaled, nearHeadings, scaledWords } from './headings.ts';
import { isFaultsHeading } from './xlsx/markSheet.ts';
import { headingMergeFaults, mergeFaults } from './merges.ts';
import { type Answers, headingIndex, isSaid, meantHeadings, type Placed, placeColumns, saidOrder, textOf } from './places.ts';
import { rowNumbers } from './rowNumbers.ts';
import { isBlankCell, lookAt, type Unknown } from './unknown.ts';

export interface SheetRow<Row> {
  readonly row: number;
  readonly value: Row;
}

const STRUCK = 'This value is struck through. Clear the cell, or remove the strikethrough.';

/** Turns raw rows into typed rows. The headings are in the row of the first batch that has most of them. */
export class RowReader<C extends Columns> {
  readonly errors = new Findings();
  readonly remarks = new Findings();
  /** Rows that are not blank under a known heading. */
  rows = 0;
  /** Fields whose columns the sheet has, even if they are blank. */
  fields: ReadonlySet<string> = new Set();
  /** True if the template's unchanged example was skipped. */
  hasExample = false;
  readonly #columns: C;
  readonly #example: Record<string, unknown> | null;
  readonly #selection: Selection;
  readonly #answers: Answers;
  /** The date orders by field that a first reading has found. */
  readonly #orders: ReadonlyMap<string, DateOrder>;
  #placed: readonly Placed[] | null = null;
  /** The same, to try how a row can be read: the date order that its dates show does not count then. */
  #apart: readonly Placed[] = [];
  #headings: RawRow = { row: 1, cells: [] };
  #unknown: Unknown[] = [];
  /** Columns that the first rows have. */
  #width = 0;
  #above: number[] = [];
  /** Rows that repeat the headings, as on each printed page. */
  #again: number[] = [];
  #hidden: number[] = [];
  #struck: number[] = [];
  /** Rows that may be the totals at the end. */
  #totals: RawRow[] = [];
  /** Numbers of the rows that were read. */
  #read: number[] = [];
  /** The first row that ends before the last heading. */
  #short: number | null = null;
  /** Rows that can be read only with a value split at its comma, or only without. */
  readonly #twofold: (readonly [row: number, heading: string, value: string])[] = [];
  /** A column is missing, but may have another heading: the rows are only checked for other questions to ask. */
  #isLooking = false;

  constructor(columns: C, selection = new Selection(), answers: Answers = {}, orders: ReadonlyMap<string, DateOrder> = new Map()) {
    this.#columns = columns;
    this.#selection = selection;
    this.#answers = answers;
    this.#orders = orders;
    const example = readExample(columns);
    this.#example = 'row' in example ? example.row : null;
  }

  /** The rows without errors; the others are in `errors`. Null if the headings are wrong and no row can be read. */
  read(batch: readonly RawRow[]): SheetRow<RowOf<C>>[] | null {
    let rest = batch;
    if (this.#placed === null) {
      rest = batch.slice(this.#placeHeadings(batch) + 1);
      this.#isLooking = this.errors.total > 0;
      if (this.#isLooking && this.questions.length === 0) return null;
    }
    if (this.#isLooking) {
      for (const raw of rest) this.#look(raw);
      return [];
    }
    const read: SheetRow<RowOf<C>>[] = [];
    for (const raw of rest) for (const row of this.#readNext(raw)) read.push(row);
    return read;
  }

  #look({ cells }: RawRow): void {
    for (const column of this.#unknown) lookAt(column, cells[column.place]);
    for (const { column, place, ways } of this.#placed ?? []) {
      const cell = cells[place];
      if (column.format === 'date' && typeof cell === 'string' && !isBlankCell(cell)) column.read(bareCell(cell), ways);
    }
  }

  /** Adds the errors that only the whole sheet shows. */
  finish(): void {
    const placed = this.#placed ?? [];
    const columns = placed.map(({ column: { heading }, place }) => ({ heading, place }));
    const unread = new Set([...this.#selection.filled, ...this.#unknown.flatMap(({ place, isFilled }) => (isFilled ? [place + 1] : []))]);
    for (const { row, column, message } of [
      ...headingMergeFaults(this.#selection.merges, this.#headings.row, columns, unread),
      ...mergeFaults(this.#selection.merges, this.#read, columns),
    ])
      this.errors.add(row, column, message);
    // A row that ends early shows that another row may also lack a value, although a comma within a value makes its count fit the headings.
    if (this.#short !== null)
      for (const [row, heading, value] of this.#twofold) this.errors.add(row, heading, rowMessages.twoValues(value, this.#short));
    const nameless = this.#unknown.find(({ heading, hasDates }) => heading === '' && hasDates);
    if (nameless === undefined) return;
    for (const { column, place } of placed)
      if (place < 0 && column.isTodayIfEmpty === true) {
        const message = rowMessages.nameless(columnLetters(nameless.place + 1), column.heading);
        this.errors.add(this.#headings.row, column.heading, message);
      }
  }

  *#readNext(raw: RawRow): Generator<SheetRow<RowOf<C>>> {
    const placed = this.#placed ?? [];
    for (const column of this.#unknown) lookAt(column, raw.cells[column.place]);
    for (let index = this.#width; index < raw.cells.length; index += 1)
      if (!isBlankCell(raw.cells[index])) this.#selection.filled.add(index + 1);
    const filled = placed.filter(({ place }) => !isBlankCell(raw.cells[place]));
    if (filled.length === 0 && raw.width === undefined) return;
    if (raw.isHidden === true) return void this.#hidden.push(raw.row);
    if (filled.length > 0 && filled.every(({ place }) => raw.struck?.has(place + 1) === true)) return void this.#struck.push(raw.row);
    if (isTotalRow(raw, placed)) return void this.#totals.push(raw);
    const isHeading = ({ place }: Placed) => plainHeading(textOf(raw.cells[place])) === plainHeading(textOf(this.#headings.cells[place]));
    if (filled.length > 1 && filled.every(isHeading)) return void this.#again.push(raw.row);
    // A total in the middle is treated like any other row.
    for (const total of this.#totals.splice(0)) yield* this.#readRow(total);
    yield* this.#readRow(raw);
  }

  *#readRow(raw: RawRow): Generator<SheetRow<RowOf<C>>> {
    const placed = this.#placed ?? [];
    const width = this.#headings.width ?? 0;
    const isOver = (raw.width ?? 0) > width;
    const splits = this.#selection.isCommaFile ? splitsOf(raw, placed) : [];
    // Trailing commas add nothing, unless a value was split at its own commas.
    const isWide = isOver && (splits.length > 0 || raw.cells.slice(width).some((cell) => !isBlankCell(cell)));
    if (!isWide && placed.every(({ place }) => isBlankCell(raw.cells[place]))) return;
    this.#read.push(raw.row);
    if (isWide) {
      this.#refuseSplit(raw, splits[0] ?? null);
      return;
    }
    if (raw.width !== undefined && raw.width < this.#headings.cells.length) this.#short ??= raw.row;
    const sure = splits.find(({ isSure }) => isSure);
    if (sure !== undefined) {
      this.#refuseSplit(raw, sure);
      return;
    }
    const unnoticed = new Findings();
    const whole = splits.find(({ cells }) => readRow({ ...raw, cells }, this.#apart, unnoticed, unnoticed) !== null);
    if (whole !== undefined) {
      if (readRow(raw, this.#apart, unnoticed, unnoticed) === null) {
        this.#refuseSplit(raw, whole);
        return;
      }
      this.#twofold.push([raw.row, whole.heading, whole.value]);
    }
    const found = readRow(raw, placed, this.errors, this.remarks);
    if (found !== null && this.#example !== null && isExample(found, this.#example)) {
      this.hasExample = true;
      this.remarks.add(raw.row, Object.values(this.#columns)[0]?.heading ?? '', 'This is the example row of the template. It was skipped.');
      return;
    }
    this.rows += 1;
    if (found !== null) yield { row: raw.row, value: found as RowOf<C> };
  }

  /** Rejects a row whose values do not fit its headings, because one was split at its commas. */
  #refuseSplit({ row, width }: RawRow, split: Split | null): void {
    this.rows += 1;
    const headings = this.#headings.width ?? 0;
    const message = rowMessages.split(width ?? 0, headings, split?.value ?? null);
    this.errors.add(row, split?.heading ?? this.#placed?.[0]?.column.heading ?? '', message);
  }

  /** Finds the headings and places the columns by them. @returns the index of the heading row. */
  #placeHeadings(batch: readonly RawRow[]): number {
    const at = headingIndex(batch, Object.values(this.#columns), this.#answers);
    const first = batch[at] ?? { row: 1, cells: [] };
    this.#headings = first;
    for (const known of Object.values(this.#answers.headings ?? {}))
      if (isSaid(known) && Object.values(this.#columns).every(({ heading }) => plainHeading(heading) !== plainHeading(known)))
        throw new SheetProblem(say('{known} is not a column of this sheet.', { known }));
    if (typeof this.#answers.dateOrder === 'object')
      for (const given of Object.keys(this.#answers.dateOrder ?? {}))
        if (first.cells.every((cell) => textOf(cell) === '' || plainHeading(textOf(cell)) !== plainHeading(given)))
          throw new SheetProblem(say('{known} is not a column of this sheet.', { known: given }));
    this.#above = batch.slice(0, at).map(({ row }) => row);
    const meant = meantHeadings(first, this.#answers);
    const placed = placeColumns(first.row, meant, this.#columns, this.errors).map((each) => ({
      ...each,
      ways: {
        isSemicolonFile: this.#selection.isSemicolonFile,
        slashes: new Slashes(saidOrder(this.#answers, textOf(first.cells[each.place])) ?? this.#orders.get(each.field) ?? null),
      },
    }));
    for (const { cells } of batch.slice(0, at))
      for (const text of cells.map(textOf)) if (isScaled(text)) throw new SheetProblem(scaledWords(text));
    for (const { place, column } of placed) {
      const text = textOf(first.cells[place]);
      if (isScaled(text)) this.errors.add(first.row, column.heading, scaledWords(text));
    }
    this.#placed = placed;
    this.#apart = placed.map((each) => ({ ...each, ways: {} }));
    const places = new Set(placed.map(({ place }) => place));
    this.#width = Math.max(first.cells.length, ...batch.map(({ cells }) => cells.length));
    for (let index = 0; index < this.#width; index += 1) {
      const text = textOf(first.cells[index]);
      if (places.has(index) || isFaultsHeading(text)) continue;
      const slashes = new Slashes(saidOrder(this.#answers, text));
      this.#unknown.push({ place: index, heading: text, isFilled: false, hasDates: false, slashes });
    }
    this.fields = new Set(placed.filter(({ place }) => place >= 0).map(({ field }) => field));
    // A column without a heading, or one that might be the dates of a missing column, is examined to the end.
    const needsAll = this.#unknown.length > 0 && placed.some(({ place, column }) => place < 0 && column.format === 'date');
    if (!needsAll) this.#selection.wanted = Array.from({ length: Math.max(0, ...places) + 1 }, (_, index) => places.has(index));
    return at;
  }

  /** The questions that only the sender can answer, once all rows are read. */
  get questions(): SheetQuestion[] {
    const placed = this.#placed ?? [];
    const absent = placed.filter(({ place }) => place < 0);
    const present = placed.filter(({ place }) => place >= 0).map(({ column }) => column.heading);
    const filled = new Set(this.#selection.filled);
    const isNo = new Set(
      Object.entries(this.#answers.headings ?? {}).flatMap(([heading, known]) => (isSaid(known) ? [] : [plainHeading(heading)])),
    );
    const open = this.#unknown.filter(({ heading }) => heading !== '' && !isNo.has(plainHeading(heading)));
    const isMissing = absent.some(({ column }) => column.required);
    const candidates = open.filter(({ place, isFilled }) => isMissing || isFilled || filled.has(place + 1));
    const pairs: { found: string; known: { readonly heading: string } }[] = nearHeadings(
      candidates.map(({ heading }) => heading),
      absent.map(({ column }) => ({ heading: column.heading, isPreferred: column.isTodayIfEmpty === true || column.required })),
      present,
    );
    for (const { column } of absent) {
      if (column.isTodayIfEmpty !== true || pairs.some(({ known }) => known.heading === column.heading)) continue;
      const dated = candidates.find(({ hasDates, heading }) => hasDates && pairs.every(({ found }) => found !== heading));
      if (dated !== undefined) pairs.push({ found: dated.heading, known: column });
    }
    const orderQuestion = (heading: string, column: string, slashes: Slashes | undefined) => {
      if (slashes?.isUnclear !== true) return [];
      const example = slashes.unclear ?? 'A date';
      const message = rowMessages.dayOrMonth(column, example);
      return [{ kind: 'dateOrder' as const, heading, column, message }];
    };
    const placeOf = (heading: string) => this.#unknown.findIndex((each) => each.heading === heading);
    return [
      ...pairs
        .toSorted((one, other) => placeOf(one.found) - placeOf(other.found))
        .map(({ found: heading, known: { heading: column } }) => ({
          kind: 'heading' as const,
          heading,
          column,
          message: say('Unknown heading {unknown}. Did you mean {column}?', { unknown: heading, column }),
        })),
      // Asked immediately, because a confirmed heading leaves the same question.
      ...pairs.flatMap(({ found, known: { heading } }) => {
        const isDate = absent.some(({ column }) => column.heading === heading && column.format === 'date');
        return orderQuestion(found, heading, isDate ? this.#unknown[placeOf(found)]?.slashes : undefined);
      }),
      ...placed.flatMap(({ column, place, ways }) => orderQuestion(textOf(this.#headings.cells[place]), column.heading, ways.slashes)),
    ];
  }

  /** The order of each column whose ambiguous dates were read day first, though its other dates show the month first. */
  get orders(): ReadonlyMap<string, DateOrder> {
    const found = new Map<string, DateOrder>();
    for (const { field, ways } of this.#placed ?? [])
      if (ways.slashes?.order === null && ways.slashes.unclear !== null && ways.slashes.shown === 'monthFirst')
        found.set(field, 'monthFirst');
    return found;
  }

  get headingRow(): number {
    return this.#headings.row;
  }

  get report(): SheetReport {
    const { sheet, others, filled, hiddenColumns } = this.#selection;
    const notRead: SheetReport['notRead'] = [];
    const rows = (numbers: readonly number[], why: string) => {
      if (numbers.length > 0) notRead.push({ kind: 'row', name: rowNumbers(numbers), message: why });
    };
    rows(this.#above, 'Above the headings.');
    rows(this.#again, 'The headings are repeated.');
    rows(this.#hidden, 'Hidden or filtered out. Unhide rows that should be read.');
    rows(this.#struck, 'Struck through. Remove the strikethrough from cells that should be read.');
    rows(
      this.#totals.map(({ row }) => row),
      'A total at the end.',
    );
    const unknown = new Map(
      this.#unknown.filter(({ place, isFilled }) => isFilled || filled.has(place + 1)).map((each) => [each.place, each.heading]),
    );
    for (const column of filled)
      if (!unknown.has(column - 1) && this.#unknown.every(({ place }) => place !== column - 1)) unknown.set(column - 1, '');
    for (const [place, heading] of [...unknown].sort(([one], [other]) => one - other)) {
      if (heading === '') notRead.push({ kind: 'column', name: columnLetters(place + 1), message: 'It has values but no heading.' });
      else notRead.push({ kind: 'column', name: heading, message: 'No column of this sheet has this heading.' });
    }
    for (const { name, hasHeadings, isHidden } of others) {
      const message = hasHeadings ? 'It has the same headings. Upload it in a separate file.' : 'Another sheet was read.';
      notRead.push({ kind: 'sheet', name, message: isHidden ? say('Hidden. {message}', { message }) : message });
    }
    const columns = (this.#placed ?? []).flatMap(({ column, place }) =>
      place < 0 ? [] : [{ heading: textOf(this.#headings.cells[place]), column: column.heading }],
    );
    for (const { column, place } of this.#placed ?? [])
      if (place >= 0 && hiddenColumns.has(place + 1))
        notRead.push({ kind: 'column', name: column.heading, message: 'The column is hidden but was read.' });
    return { sheet: sheet.name, headingRow: this.#headings.row, columns, notRead: notRead.slice(0, LISTED) };
  }
}

/** Notes of a report. */
const LISTED = 200;

/** A row that is marked as a total and lacks a value that every row has, or starts with the word. */
function isTotalRow({ cells, isTotal }: RawRow, placed: readonly Placed[]): boolean {
  const first = Math.min(...placed.flatMap(({ place }) => (isBlankCell(cells[place]) ? [] : [place])));
  const lacks = placed.some(({ column, place }) => column.required && isBlankCell(cells[place]));
  if (!lacks) return isTotalText(cells[first], true);
  return isTotal === true || cells.some((cell) => isTotalText(cell));
}

/** The text inside ="PB/26-27/0108", which exports write so that a program keeps it as text. */
function bareCell(cell: FilledCell): FilledCell {
  if (typeof cell !== 'string' || !/^=["“”]/.test(cell)) return cell;
  return /^=["“”]((?:[^"]|"")*?)["“”]\s*$/.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell;
}

/** The row's values by field, or null if one is wrong; every wrong cell is then in `errors`. */
function readRow(
  { row, cells, struck }: RawRow,
  placed: readonly Placed[],
  errors: Findings,
  remarks: Findings,
): Record<string, unknown> | null {
  const before = errors.total;
  const value: Record<string, unknown> = {};
  for (const { field, column, place, ways } of placed) {
    const cell = cells[place];
    if (isBlankCell(cell)) {
      if (column.required) errors.add(row, column.heading, requiredWords(column));
      value[field] = column.empty;
      continue;
    }
    if (struck?.has(place + 1) === true) {
      errors.add(row, column.heading, STRUCK);
      continue;
    }
    const wrong = typeof cell === 'string' ? textProblem(cell.trim()) : null;
    if (wrong !== null) {
      errors.add(row, column.heading, wrong);
      continue;
    }
    const found = typeof cell === 'object' && 'error' in cell ? cell : column.read(bareCell(cell), ways);
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
