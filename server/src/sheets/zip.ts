import { pipeline, type Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { BROKEN, type Caps, SheetProblem } from './cells.ts';
import type { PackedPart } from './pack.ts';

/** More than any workbook of one table has; pictures and charts are parts too. */
const ENTRIES_MAX = 5000;

/** A zip file whose parts can be read in any order, as often as needed. */
export interface Archive {
  /** Whether there is such a part; names are compared without regard to case, as in all Office files. */
  has(path: string): boolean;
  /** The part's bytes, unpacked. Nothing for a part that is not there. */
  read(path: string): AsyncGenerator<Buffer>;
  /** All parts, in the file's order, as they are packed there. */
  parts(): Iterable<PackedPart>;
  close(): void;
}

/**
 * Opens a zip file in memory. A part that says it is bigger than the cap is refused unread; one that lies about its
 * size fails when it goes past it, and one whose bytes have another sum than it says at its end.
 */
export async function openArchive(file: Buffer, caps: Caps): Promise<Archive> {
  const zip = await orBroken(yauzl.fromBufferPromise(file));
  const entries = await orBroken(listEntries(zip));
  const opened = new Set<Entry>();
  let unpacked = 0;
  return {
    has: (path) => entries.has(path.toLowerCase()),
    async *read(path) {
      const entry = entries.get(path.toLowerCase());
      if (entry === undefined) return;
      if (!opened.has(entry)) unpacked += entry.uncompressedSize;
      opened.add(entry);
      if (unpacked > caps.unpacked) throw new SheetProblem('The workbook holds too much to be read. Please split it.');
      yield* unpackEntry(zip, entry);
    },
    parts: () => [...entries.values()].map((entry) => packedPart(zip, entry)),
    close: () => zip.close(),
  };
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > ENTRIES_MAX) throw new SheetProblem('The workbook has too many parts to be read.');
  const entries = new Map<string, Entry>();
  const places: { from: number; bytes: number }[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new SheetProblem('The file has a password. Please save it as .xlsx without a password.');
    entries.set(entry.fileName.toLowerCase(), entry);
    places.push({ from: entry.relativeOffsetOfLocalHeader, bytes: LOCAL_HEADER + entry.compressedSize });
  }
  refuseOverlaps(places);
  return entries;
}

/** At least, before an entry's bytes. */
const LOCAL_HEADER = 30;

/** Entries that share their bytes make a small file an enormous one. No program writes such, so they are refused unread. */
function refuseOverlaps(places: { from: number; bytes: number }[]): void {
  places.sort((one, other) => one.from - other.from);
  const overlaps = places.some(({ from, bytes }, index) => from + bytes > (places[index + 1]?.from ?? Number.POSITIVE_INFINITY));
  if (overlaps) throw new SheetProblem(BROKEN);
}

function packedPart(zip: ZipFile, entry: Entry): PackedPart {
  const { fileName, compressionMethod: method, crc32: sum, compressedSize: packedSize, uncompressedSize: size } = entry;
  return { path: fileName, packed: readEntry(zip, entry), sums: { method, crc32: sum, packedSize, size } };
}

/** The entry's bytes as they lie in the file. */
async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  yield* piecesOf(await orBroken(zip.openReadStreamPromise(entry, { decodeFileData: false })));
}

const [STORED, DEFLATED] = [0, 8] as const;
/** Four times the usual: each piece costs a way through the thread pool. */
const PIECE = 64 * 1024;

/** The entry's bytes unpacked; as many as the directory says, and with the sum that it says, or it fails at their end. */
async function* unpackEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const { compressionMethod: method, uncompressedSize: size } = entry;
  if (method !== STORED && method !== DEFLATED) throw new SheetProblem(BROKEN);
  const packed: Readable = await orBroken(zip.openReadStreamPromise(entry, { decodeFileData: false }));
  // What goes wrong is thrown to whoever reads.
  const unpacked = method === STORED ? packed : pipeline(packed, createInflateRaw({ chunkSize: PIECE }), () => undefined);
  let bytes = 0;
  let sum = 0;
  for await (const piece of piecesOf(unpacked)) {
    bytes += piece.length;
    if (bytes > size) throw new SheetProblem(BROKEN);
    sum = crc32(piece, sum);
    yield piece;
  }
  // A digit that changed on its way is a digit still: the sum alone tells.
  if (bytes !== size || sum !== entry.crc32) throw new SheetProblem(BROKEN);
}

async function* piecesOf(stream: Readable): AsyncGenerator<Buffer> {
  // Iterated by hand: what the stream throws means a damaged file, what the reader throws is passed on.
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const piece = await orBroken(pieces.next());
      if (piece.done === true) return;
      yield piece.value;
    }
  } finally {
    stream.destroy();
  }
}

async function orBroken<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof SheetProblem ? error : new SheetProblem(BROKEN, { cause: error });
  }
}
