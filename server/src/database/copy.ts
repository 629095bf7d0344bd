import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { from } from 'pg-copy-streams';

import type { Database } from './database.ts';

/** Characters that end up in one piece. */
const PIECE = 64 * 1024;

/** Rows on their way into a table, kept as the bytes that COPY takes: an eighth of what objects would need. */
export class CopyRows {
  readonly #pieces: Buffer[] = [];
  #text = '';
  /** How many there are. */
  count = 0;

  /** One row, in the order of the columns; null is null. */
  add(values: readonly (string | number | null)[]): void {
    let line = '';
    for (const value of values) {
      if (line !== '') line += '\t';
      line += value === null ? String.raw`\N` : typeof value === 'number' ? value : escapeText(value);
    }
    this.#text += `${line}\n`;
    this.count += 1;
    if (this.#text.length >= PIECE) this.#flush();
  }

  #flush(): void {
    this.#pieces.push(Buffer.from(this.#text));
    this.#text = '';
  }

  /** Sends all rows into the columns of a table, as in `staged (ean, mrp)`. */
  async copyTo(db: Database, columns: string): Promise<void> {
    this.#flush();
    await db.withClient((client) => pipeline(Readable.from(this.#pieces), client.query(from(`copy ${columns} from stdin`))));
  }
}

function escapeText(text: string): string {
  return /[\\\t\n\r]/.test(text)
    ? text
        .replaceAll('\\', String.raw`\\`)
        .replaceAll('\t', String.raw`\t`)
        .replaceAll('\n', String.raw`\n`)
        .replaceAll('\r', String.raw`\r`)
    : text;
}
