/** The ledger of writes: which were sent, which were acknowledged, and which of them the database contains. */
import { createHash } from 'node:crypto';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import sql from 'sql-template-tag';

import { verifyBooks } from '../../server/src/payments/verify.ts';
import type { Database } from '../../server/src/database/database.ts';

/** Each table with the column that identifies a write, and the audit log's action for a new record. */
const KINDS = {
  invoice: { rows: sql`select id::text, number as mark from invoices`, actions: ['invoice.create'] },
  payment: { rows: sql`select id::text, remarks as mark from payments`, actions: ['payment.create'] },
  product: { rows: sql`select id::text, vendor_id || '/' || ean as mark from products`, actions: ['product.create'] },
  scheme: { rows: sql`select id::text, name as mark from schemes`, actions: ['scheme.create'] },
  debitMemo: { rows: sql`select id::text, product_name as mark from memos where kind = 'debit'`, actions: ['debitMemo.create'] },
  creditMemo: { rows: sql`select id::text, product_name as mark from memos where kind = 'credit'`, actions: ['creditMemo.create'] },
  dispatchNote: { rows: sql`select id::text, number as mark from dispatch_notes`, actions: ['dispatchNote.create'] },
  registration: { rows: sql`select id::text, email as mark from users`, actions: ['user.create', 'user.register'] },
} as const;
export type Kind = keyof typeof KINDS;
const kinds = Object.keys(KINDS) as Kind[];

/** A requested write. `given up` means that the client disconnected, so the record may or may not exist. */
export interface Entry {
  state: 'sent' | 'acknowledged' | 'given up';
  id?: string;
}

export class Ledger {
  readonly writes = new Map<Kind, Map<string, Entry>>(kinds.map((kind) => [kind, new Map()]));
  /** The digests of all documents ever sent. */
  readonly contents = new Set<string>();
  /** The last acknowledged document of each vendor, by the vendor's ID; undefined while an upload is running. */
  readonly documents = new Map<string, string | undefined>();
  acknowledged = 0;
  retried = 0;
  readonly odd: string[] = [];

  entry(kind: Kind, mark: string): Entry {
    const entry: Entry = { state: 'sent' };
    this.writes.get(kind)?.set(mark, entry);
    return entry;
  }
}

export interface Findings {
  lost: number;
  doubled: number;
  books: number;
  /** Rows without their file, files with wrong content, and documents other than the last acknowledged one. */
  files: number;
  said: string[];
}

export const digestOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Records the rows that exist before the first write. */
export async function baseline(db: Database, ledger: Ledger, filesFolder: string): Promise<void> {
  for (const kind of kinds) {
    for (const { id, mark } of await db.rows<{ id: string; mark: string }>(KINDS[kind].rows)) {
      Object.assign(ledger.entry(kind, mark), { state: 'acknowledged', id });
    }
  }
  for (const { id } of await db.rows<{ id: string }>(sql`select id::text from files`)) {
    ledger.contents.add(digestOf(await readFile(join(filesFolder, id))));
  }
}

/** Compares every write with every row. No write may be running. */
export async function compare(db: Database, ledger: Ledger, filesFolder: string): Promise<Findings> {
  const found: Findings = { lost: 0, doubled: 0, books: 0, files: 0, said: [] };
  const say = (what: string) => found.said.length < 20 && found.said.push(what);
  for (const kind of kinds) {
    const there = new Map<string, { id: string }[]>();
    for (const row of await db.rows<{ id: string; mark: string }>(KINDS[kind].rows)) {
      const same = there.get(row.mark);
      if (same === undefined) there.set(row.mark, [row]);
      else same.push(row);
    }
    const wanted = ledger.writes.get(kind) ?? new Map<string, Entry>();
    for (const [mark, { state, id }] of wanted) {
      const rows = there.get(mark) ?? [];
      if (state === 'acknowledged' && !rows.some((row) => id === undefined || row.id === id)) {
        found.lost += 1;
        say(`${kind} ${mark} was acknowledged as ${id} and is not there`);
      }
    }
    for (const [mark, rows] of there) {
      if (rows.length > 1) {
        found.doubled += 1;
        say(`${kind} ${mark} is there ${rows.length} times`);
      } else if (!wanted.has(mark)) {
        found.doubled += 1;
        say(`${kind} ${mark} is there and nobody sent it`);
      }
    }
    await compareAudit(db, kind, found, say);
  }
  const numbers = await db.first<{ count: number; highest: number | null; counter: number }>(sql`
    select count(*), max(number) as highest, (select value from counters where name = 'scheme') as counter from schemes`);
  if (numbers && (numbers.count !== (numbers.highest ?? 0) || numbers.counter !== numbers.count)) {
    found.doubled += 1;
    say(`schemes are numbered with gaps: ${JSON.stringify(numbers)}`);
  }
  const { differences } = await verifyBooks(db);
  found.books = differences.length;
  for (const { books, of, kept, recomputed } of differences) say(`${books}, ${of}: kept ${kept}, recomputed ${recomputed}`);
  await compareFiles(db, ledger, filesFolder, found, say);
  return found;
}

/** The log is written in the transaction of the change, so each record has exactly one entry. */
async function compareAudit(db: Database, kind: Kind, found: Findings, say: (what: string) => void) {
  const { rows, actions } = KINDS[kind];
  const odd = await db.rows<{ mark: string; entries: number }>(sql`
    select mark, count(audit_log.id) as entries from (${rows}) made
    left join audit_log on entity_id = made.id and action = any(${[...actions]}::text[])
    group by made.id, mark having count(audit_log.id) <> 1`);
  for (const { mark, entries } of odd) {
    if (entries > 1) found.doubled += 1;
    else found.lost += 1;
    say(`${kind} ${mark} has ${entries} entries in the audit log`);
  }
}

async function compareFiles(db: Database, ledger: Ledger, folder: string, found: Findings, say: (what: string) => void) {
  const fault = (what: string) => {
    found.files += 1;
    say(what);
  };
  const digests = new Map<string, string>();
  for (const { id, bytes } of await db.rows<{ id: string; bytes: number }>(sql`select id::text, bytes from files`)) {
    const content = await readFile(join(folder, id)).catch(() => undefined);
    if (content === undefined) fault(`file ${id} has a row and no bytes`);
    else if (content.length !== bytes) fault(`file ${id} has ${content.length} bytes, its row says ${bytes}`);
    else if (!ledger.contents.has(digestOf(content))) fault(`file ${id} holds what nobody sent`);
    else digests.set(id, digestOf(content));
  }
  const documents = await db.rows<{ id: string; document: string | null }>(
    sql`select id::text, pan_document::text as document from vendors`,
  );
  for (const { id, document } of documents) {
    const wanted = ledger.documents.get(id);
    if (wanted !== undefined && (document === null || digests.get(document) !== wanted)) {
      fault(`the document of user ${id} is not the one that was acknowledged last`);
    }
  }
}

/** Files without a row, which housekeeping removes once they are older than an hour. */
export async function orphans(db: Database, folder: string): Promise<number> {
  const known = new Set((await db.rows<{ id: string }>(sql`select id::text from files`)).map(({ id }) => id));
  return (await readdir(folder)).filter((name) => !known.has(name)).length;
}

/** The folder of an installation's files, which is a subfolder of the folder in FILES_URL. */
export async function filesFolderOf(db: Database, root: string): Promise<string> {
  const row = await db.first<{ value: string }>(sql`select value from settings where name = 'files-folder'`);
  const folder = join(root, row?.value ?? '');
  await stat(folder);
  return folder;
}
