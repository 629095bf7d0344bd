import { pipeline, type Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { BROKEN, type Caps, SheetProblem } from '../cells.ts';
import type { PackedPart } from './pack.ts';

const ENTRIES_MAX = 5000;

export interface Archive {
  /** Names are compared without regard to case, as in all Office files. */
  has(path: string): boolean;
  /** The part's unpacked bytes; none for an absent part. */
  read(path: string): AsyncGenerator<Buffer>;
  /** All parts in the file's order, still packed. */
  parts(): Iterable<PackedPart>;
  close(): void;
}

/**
 * Opens a zip file in memory. A part that declares more than the cap is rejected unread. A part that exceeds its declared size, or has a
 * wrong checksum, fails while it is read.
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
      if (unpacked > caps.unpacked) throw new SheetProblem('The file is too large to be read. Please split it.');
      yield* unpackEntry(zip, entry);
    },
    parts: () => [...entries.values()].map((entry) => packedPart(zip, entry)),
    close: () => zip.close(),
  };
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > ENTRIES_MAX) throw new SheetProblem('The file has too many parts to be read.');
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

const LOCAL_HEADER = 30;

/** Entries that share their bytes would unpack a small file to an enormous one; no program writes such files. */
function refuseOverlaps(places: { from: number; bytes: number }[]): void {
  places.sort((one, other) => one.from - other.from);
  const overlaps = places.some(({ from, bytes }, index) => from + bytes > (places[index + 1]?.from ?? Number.POSITIVE_INFINITY));
  if (overlaps) throw new SheetProblem(BROKEN);
}

function packedPart(zip: ZipFile, entry: Entry): PackedPart {
  const { fileName, compressionMethod: method, crc32: sum, compressedSize: packedSize, uncompressedSize: size } = entry;
  return { path: fileName, packed: readEntry(zip, entry), sums: { method, crc32: sum, packedSize, size } };
}

async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  yield* piecesOf(await orBroken(zip.openReadStreamPromise(entry, { decodeFileData: false })));
}

const [STORED, DEFLATED] = [0, 8] as const;
/** Four times the default: each piece is a round trip to the thread pool. */
const PIECE = 64 * 1024;

async function* unpackEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const { compressionMethod: method, uncompressedSize: size } = entry;
  if (method !== STORED && method !== DEFLATED) throw new SheetProblem(BROKEN);
  const packed: Readable = await orBroken(zip.openReadStreamPromise(entry, { decodeFileData: false }));
  // The reader gets the error of the pipeline.
  const unpacked = method === STORED ? packed : pipeline(packed, createInflateRaw({ chunkSize: PIECE }), () => undefined);
  let bytes = 0;
  let sum = 0;
  for await (const piece of piecesOf(unpacked)) {
    bytes += piece.length;
    if (bytes > size) throw new SheetProblem(BROKEN);
    sum = crc32(piece, sum);
    yield piece;
  }
  // Only the checksum detects a changed digit.
  if (bytes !== size || sum !== entry.crc32) throw new SheetProblem(BROKEN);
}

async function* piecesOf(stream: Readable): AsyncGenerator<Buffer> {
  // Iterated manually, because an error of the stream means a damaged file, and an error of the reader does not.
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
