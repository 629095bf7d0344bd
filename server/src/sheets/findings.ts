/**
 * An error or warning. `column` is the heading, `row` the number that the spreadsheet program shows, `code` the name of the rule for
 * programs.
 */
export interface Finding {
  readonly row: number;
  readonly column: string;
  readonly message: string;
  readonly code?: string;
}

type Found = Omit<Finding, 'row'>;

/** Findings above this number are only counted. */
const KEPT_MAX = 1_000_000;
const KEPT_TEXT_MAX = 32 * 1024 * 1024;

const LISTED = 200;

/** Counts all findings, and keeps those of each row in the order of detection. */
export class Findings {
  total = 0;
  readonly #byRow = new Map<number, Found[]>();
  /** Many rows share one message. */
  readonly #texts = new Map<string, Found>();
  #kept = 0;
  #characters = 0;

  add(row: number, column: string, message: string, code?: string): void {
    this.total += 1;
    const own = this.#byRow.get(row) ?? [];
    this.#byRow.set(row, own);
    const found = this.#shared(column, message, code);
    if (found === null || this.#kept >= KEPT_MAX) return;
    this.#kept += 1;
    own.push(found);
  }

  #shared(column: string, message: string, code: string | undefined): Found | null {
    const text = `${column}\n${code ?? ''}\n${message}`;
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#characters += text.length;
    if (this.#characters > KEPT_TEXT_MAX) return null;
    const found = { column, message, ...(code === undefined ? {} : { code }) };
    this.#texts.set(text, found);
    return found;
  }

  /** The rows in their order. */
  get rows(): readonly number[] {
    return [...this.#byRow.keys()].sort((one, other) => one - other);
  }

  ofRow(row: number): readonly Found[] {
    return this.#byRow.get(row) ?? [];
  }

  /** The first 200 by row. */
  get list(): Finding[] {
    const list: Finding[] = [];
    for (const row of this.rows) {
      for (const found of this.ofRow(row)) list.push({ row, ...found });
      if (list.length >= LISTED) break;
    }
    return list.slice(0, LISTED);
  }
}
