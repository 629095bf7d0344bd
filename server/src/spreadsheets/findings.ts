/** One thing about one cell. `column` is the heading, `row` the number that the spreadsheet program shows. */
export interface Finding {
  readonly row: number;
  readonly column: string;
  readonly message: string;
}

/** Findings by the thousand, ready to be handed to another thread: each points to a heading and message that many share. */
export interface PackedFindings {
  readonly rows: Uint32Array;
  /** By finding: the number of its text. */
  readonly texts: Uint32Array;
  readonly table: readonly (readonly [column: string, message: string])[];
}

/** Bounds of what is kept beyond the list. Past them findings are counted only. */
const KEPT_MAX = 1_000_000;
const KEPT_TEXT_MAX = 32 * 1024 * 1024;

/** Few enough to be read. */
const LISTED = 200;

/** The first findings are listed, by row, and all are counted. Where a workbook is to be marked with them, all are kept as well. */
export class Findings {
  readonly list: Finding[] = [];
  total = 0;
  /** Numbers of the rows that have any. */
  readonly rows = new Set<number>();
  readonly #kept: Kept | null;

  constructor(keepsAll = false) {
    this.#kept = keepsAll ? new Kept() : null;
  }

  add(row: number, column: string, message: string): void {
    this.total += 1;
    this.rows.add(row);
    this.#kept?.add(row, column, message);
    // Those that a database finds come after the file's own, and are listed among them by their rows.
    let place = this.list.length;
    while (place > 0 && (this.list[place - 1]?.row ?? 0) > row) place -= 1;
    if (place >= LISTED) return;
    this.list.splice(place, 0, { row, column, message });
    if (this.list.length > LISTED) this.list.pop();
  }

  /** All of them; those of the list where no more are kept. */
  pack(): PackedFindings {
    if (this.#kept !== null) return this.#kept.pack();
    const listed = new Kept();
    for (const { row, column, message } of this.list) listed.add(row, column, message);
    return listed.pack();
  }
}

class Kept {
  #rows = new Uint32Array(1024);
  #texts = new Uint32Array(1024);
  #count = 0;
  readonly #table: [string, string][] = [];
  readonly #numbers = new Map<string, number>();
  #characters = 0;

  add(row: number, column: string, message: string): void {
    const text = this.#numberOf(column, message);
    if (text === null || this.#count >= KEPT_MAX) return;
    if (this.#count === this.#rows.length) {
      this.#rows = doubled(this.#rows);
      this.#texts = doubled(this.#texts);
    }
    this.#rows[this.#count] = row;
    this.#texts[this.#count] = text;
    this.#count += 1;
  }

  #numberOf(column: string, message: string): number | null {
    const key = `${column}\n${message}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#characters += key.length;
    if (this.#characters > KEPT_TEXT_MAX) return null;
    this.#numbers.set(key, this.#table.length);
    return this.#table.push([column, message]) - 1;
  }

  pack(): PackedFindings {
    return { rows: this.#rows.slice(0, this.#count), texts: this.#texts.slice(0, this.#count), table: this.#table };
  }
}

function doubled(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** What is wrong with one row: its findings, in the order in which they were made. */
export type RowFindings = readonly (readonly [column: string, message: string])[];

/** Finds the findings of a row. */
export function findingsByRow({ rows, texts, table }: PackedFindings): (row: number) => RowFindings {
  const order = Uint32Array.from(rows.keys()).sort((one, other) => (rows[one] ?? 0) - (rows[other] ?? 0) || one - other);
  const rowAt = (place: number) => rows[order[place] ?? 0] ?? 0;
  return (row) => {
    let [from, to] = [0, order.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (rowAt(middle) < row) from = middle + 1;
      else to = middle;
    }
    const found: (readonly [string, string])[] = [];
    for (let place = from; place < order.length && rowAt(place) === row; place += 1) {
      const text = table[texts[order[place] ?? 0] ?? 0];
      if (text !== undefined) found.push(text);
    }
    return found;
  };
}
