import { once } from 'node:events';

import { from } from 'pg-copy-streams';

import type { Database } from './database.ts';

export type CopiedValue = string | number | null;

const BATCH = 500;

/** Appends rows by COPY, in the caller's transaction. `into` is the table with its columns: `memos (kind, amount)`. */
export async function copyRows(db: Database, into: string, rows: readonly (readonly CopiedValue[])[]): Promise<void> {
  if (rows.length === 0) return;
  await db.withClient(async (client) => {
    const stream = client.query(from(`copy ${into} from stdin`));
    const failed = once(stream, 'finish');
    // Awaited below; until then a rejection must not count as unhandled.
    failed.catch(() => undefined);
    for (let start = 0; start < rows.length; start += BATCH) {
      let text = '';
      for (const row of rows.slice(start, start + BATCH)) text += `${row.map(copiedText).join('\t')}\n`;
      if (!stream.write(text)) await Promise.race([once(stream, 'drain'), failed]);
    }
    stream.end();
    await failed;
  });
}

// oxlint-disable-next-line no-control-regex
const SPECIAL = /[\\\t\n\r\0]/;

function copiedText(value: CopiedValue): string {
  if (value === null) return String.raw`\N`;
  if (typeof value === 'number' || !SPECIAL.test(value)) return String(value);
  return value
    .replaceAll('\0', '')
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('\t', String.raw`\t`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`);
}
