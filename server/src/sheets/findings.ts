/** A fault or remark. `column` is the heading, `row` the number that the spreadsheet program shows. */
export interface Finding {
  readonly row: number;
  readonly column: string;
  readonly message: string;
}

export interface PackedFindings {
  readonly rows: Uint32Array;
  /** By finding, the index of its text; many share one. */
  readonly numbers: Uint32Array;
  readonly texts: string;
}

// No cell holds these characters.
const BETWEEN = '\u0000';
const WITHIN = '\u0001';

/** Past these, findings are counted only. */
const KEPT_MAX = 1_000_000;
const KEPT_TEXT_MAX = 32 * 1024 * 1024;

const LISTED = 200;

/** Counts all findings and lists the first by row. With `keepsAll` it stores them all, to mark a workbook with. */
export class Findings {
  readonly list: Finding[] = [];
  total = 0;
  readonly rows = new Set<number>();
  readonly #kept: Kept | null;

  constructor(keepsAll = false) {
    this.#kept = keepsAll ? new Kept() : null;
  }

  add(row: number, column: string, message: string): void {
    this.total += 1;
    this.rows.add(row);
    this.#kept?.add(row, column, message);
    // The database's findings come after the file's own, and are listed among them by row.
    let place = this.list.length;
    while (place > 0 && (this.list[place - 1]?.row ?? 0) > row) place -= 1;
    if (place >= LISTED) return;
    this.list.splice(place, 0, { row, column, message });
    if (this.list.length > LISTED) this.list.pop();
  }

  pack(): PackedFindings {
    if (this.#kept !== null) return this.#kept.pack();
    const listed = new Kept();
    for (const { row, column, message } of this.list) listed.add(row, column, message);
    return listed.pack();
  }
}

class Kept {
  #rows = new Uint32Array(1024);
  #numbers = new Uint32Array(1024);
  #count = 0;
  readonly #texts = new Map<string, number>();
  #characters = 0;

  add(row: number, column: string, message: string): void {
    const number = this.#numberOf((column + WITHIN + message).replaceAll(BETWEEN, ''));
    if (number === null || this.#count >= KEPT_MAX) return;
    if (this.#count === this.#rows.length) {
      this.#rows = doubled(this.#rows);
      this.#numbers = doubled(this.#numbers);
    }
    this.#rows[this.#count] = row;
    this.#numbers[this.#count] = number;
    this.#count += 1;
  }

  #numberOf(text: string): number | null {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#characters += text.length;
    if (this.#characters > KEPT_TEXT_MAX) return null;
    this.#texts.set(text, this.#texts.size);
    return this.#texts.size - 1;
  }

  pack(): PackedFindings {
    const texts = [...this.#texts.keys()].join(BETWEEN);
    return { rows: this.#rows.slice(0, this.#count), numbers: this.#numbers.slice(0, this.#count), texts };
  }
}

function doubled(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** Looks up the findings of a row, in the order in which they were found. */
export function findingsByRow({ rows, numbers, texts }: PackedFindings): (row: number) => Omit<Finding, 'row'>[] {
  const table = texts.split(BETWEEN);
  const order = Uint32Array.from(rows.keys()).sort((one, other) => (rows[one] ?? 0) - (rows[other] ?? 0) || one - other);
  const rowAt = (place: number) => rows[order[place] ?? 0] ?? 0;
  return (row) => {
    let [from, to] = [0, order.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (rowAt(middle) < row) from = middle + 1;
      else to = middle;
    }
    const found: Omit<Finding, 'row'>[] = [];
    for (let place = from; place < order.length && rowAt(place) === row; place += 1) {
      const [column = '', message = ''] = (table[numbers[order[place] ?? 0] ?? 0] ?? '').split(WITHIN);
      found.push({ column, message });
    }
    return found;
  };
}
