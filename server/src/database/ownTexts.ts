/**
 * One owner's texts as they are searched, kept in the process: whoever searches mostly does so several times, and a few thousand names
 * are looked through in memory in the time that the database takes to read the first hundred. What is found is only given out by a
 * statement that sees the same version of the rows as the texts are of, so nothing old is ever shown.
 */
import type { Database } from './database.ts';

/** The columns, each as one long text. */
export interface OwnTexts {
  version: string;
  /** The newest first. */
  ids: readonly string[];
  columns: readonly Column[];
  /** What the last searches found, the oldest first: whoever leafs through it asks the same again. */
  found: Map<string, readonly string[]>;
}

/** Searches of an owner whose matches are kept, where these are not too many. */
const FOUND = { searches: 8, matches: 1_000 };

interface Column {
  text: string;
  /** Where each row's begins, and the end. */
  starts: Int32Array;
  /** How often each of ASCII's characters comes. */
  counts: Uint32Array;
}

/** Rows of the largest owner that is kept; looking through so many takes less than a millisecond. */
export const OWN_MAX = 20_000;
/** Of all owners together. */
const CHARACTERS_MAX = 24_000_000;
/** PostgreSQL has none of these in its texts. */
const BETWEEN = '\0';

interface Memory {
  /** The one used longest ago first. */
  texts: Map<string, OwnTexts>;
  characters: number;
  /** Of those who have searched, but are not kept: the version that they did it in. */
  seen: Map<string, string>;
}
/** By what runs the statements, since that is one database. */
const memories = new WeakMap<Database, Memory>();

function memoryOf(db: Database): Memory {
  const memory = memories.get(db) ?? { texts: new Map(), characters: 0, seen: new Map() };
  memories.set(db, memory);
  return memory;
}

export function ownTexts(db: Database, whose: string): OwnTexts | undefined {
  const { texts } = memoryOf(db);
  const own = texts.get(whose);
  if (own === undefined) return undefined;
  texts.delete(whose);
  texts.set(whose, own);
  return own;
}

export function forget(db: Database, whose: string): void {
  const memory = memoryOf(db);
  memory.characters -= charactersOf(memory.texts.get(whose));
  memory.texts.delete(whose);
}

/** Whether somebody has searched in this version before; from now on somebody has. */
export function isSeen(db: Database, whose: string, version: string): boolean {
  const { seen } = memoryOf(db);
  const isKnown = seen.get(whose) === version;
  seen.delete(whose);
  seen.set(whose, version);
  const [oldest] = seen.keys();
  if (seen.size > 1_000 && oldest !== undefined) seen.delete(oldest);
  return isKnown;
}

/** @param columns their texts in small letters, in the order of the ids. */
export function keepTexts(
  db: Database,
  whose: string,
  { version, ids, columns }: { version: string; ids: readonly string[]; columns: readonly (readonly (string | null)[])[] },
): void {
  forget(db, whose);
  const memory = memoryOf(db);
  const own = { version, ids, columns: columns.map(columnOf), found: new Map<string, readonly string[]>() };
  memory.texts.set(whose, own);
  memory.characters += charactersOf(own);
  for (const oldest of memory.texts.keys()) {
    if (memory.characters <= CHARACTERS_MAX) break;
    forget(db, oldest);
  }
}

function charactersOf(own: OwnTexts | undefined): number {
  return own === undefined ? 0 : own.columns.reduce((sum, { text }) => sum + text.length, 0);
}

function columnOf(texts: readonly (string | null)[]): Column {
  const starts = new Int32Array(texts.length + 1);
  let end = 0;
  for (const [row, text] of texts.entries()) {
    end += (text ?? '').length + BETWEEN.length;
    starts[row + 1] = end;
  }
  const text = texts.map((each) => (each ?? '') + BETWEEN).join('');
  const counts = new Uint32Array(128);
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code < counts.length) counts[code] = (counts[code] ?? 0) + 1;
  }
  return { text, starts, counts };
}

/** The ids of the rows with each of these anywhere in its column, the newest first. Not asked for is undefined. */
export function matchesOf(own: OwnTexts, wanted: readonly (string | undefined)[]): readonly string[] {
  const key = JSON.stringify(wanted);
  const matches = own.found.get(key) ?? lookThrough(own, wanted);
  own.found.delete(key);
  if (matches.length <= FOUND.matches) own.found.set(key, matches);
  const [oldest] = own.found.keys();
  if (own.found.size > FOUND.searches && oldest !== undefined) own.found.delete(oldest);
  return matches;
}

function lookThrough({ ids, columns }: OwnTexts, wanted: readonly (string | undefined)[]): readonly string[] {
  let rows: number[] | undefined;
  for (const [place, text] of wanted.entries()) {
    const column = columns[place];
    if (text === undefined || column === undefined) continue;
    rows = rows === undefined ? rowsWith(column, text) : rows.filter((row) => textOf(column, row).includes(text));
  }
  return (rows ?? [...ids.keys()]).map((row) => ids[row] as string);
}

function textOf({ text, starts }: Column, row: number): string {
  return text.slice(starts[row], (starts[row + 1] ?? 0) - BETWEEN.length);
}

/** Looks for what is wanted from its rarest character on: a short text is looked for by its first, at each of which it stops. */
function rowsWith({ text, starts, counts }: Column, wanted: string): number[] {
  const countAt = (place: number) => counts[wanted.charCodeAt(place)] ?? 0;
  let before = 0;
  for (let place = 1; place < wanted.length; place += 1) if (countAt(place) < countAt(before)) before = place;
  const rest = wanted.slice(before);
  const rows: number[] = [];
  let row = 0;
  let at = text.indexOf(rest, before);
  while (at >= 0) {
    const isWhole = before === 0 || text.startsWith(wanted, at - before);
    if (isWhole) {
      while ((starts[row + 1] ?? Infinity) <= at) row += 1;
      rows.push(row);
    }
    at = text.indexOf(rest, isWhole ? (starts[row + 1] ?? 0) + before : at + 1);
  }
  return rows;
}

/** In small letters, as every database has them; undefined where another language may have others for them. */
export function smallLetters(text: string): string | undefined {
  const small = text.toLowerCase();
  const isPlain = small === text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) && !text.includes(BETWEEN);
  return isPlain ? small : undefined;
}
