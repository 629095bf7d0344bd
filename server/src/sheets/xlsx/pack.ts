import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

type Pieces = Iterable<string | Buffer> | AsyncIterable<string | Buffer>;

interface Sums {
  readonly method: number;
  readonly crc32: number;
  readonly packedSize: number;
  readonly size: number;
}

/** A part that is packed already. */
export interface PackedPart {
  readonly path: string;
  readonly packed: AsyncIterable<Buffer>;
  readonly sums: Sums;
}

export type Part = PackedPart | { readonly path: string; readonly content: Pieces };

const DEFLATED = 8;
/** Higher levels take much longer for ten per cent less. */
const LEVEL = 3;
const UTF8_NAMES = 0x0800;
const SUMS_FOLLOW = 0x0008;
const VERSION_NEEDED = 20;
/** 1 January 1980, so that the same workbook always has the same bytes. */
const DATE = 0x0021;
const SIZE_MAX = 0xffff_ffff;

/**
 * A zip file, part by part, with only the directory in memory. Errors of a part's source are thrown; ending the iteration ends the source.
 */
export async function* packZip(parts: Iterable<Part> | AsyncIterable<Part>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let at = 0;
  for await (const part of parts) {
    const name = Buffer.from(part.path);
    const start = at;
    const known = 'sums' in part ? part.sums : null;
    const flags = known === null ? UTF8_NAMES | SUMS_FOLLOW : UTF8_NAMES;
    const local = localHeader(name, flags, known ?? { method: DEFLATED, crc32: 0, packedSize: 0, size: 0 });
    yield local;
    let sums: Sums;
    if ('sums' in part) {
      ({ sums } = part);
      yield* part.packed;
      at += local.length + sums.packedSize;
    } else {
      sums = yield* deflate(part.content);
      const after = descriptor(sums);
      yield after;
      at += local.length + sums.packedSize + after.length;
    }
    if (at > SIZE_MAX || sums.size > SIZE_MAX) throw new Error('the workbook is larger than 4 GB');
    directory.push(directoryEntry(name, flags, sums, start));
  }
  yield* directory;
  yield directoryEnd(directory, at);
}

async function* deflate(content: Pieces): AsyncGenerator<Buffer, Sums> {
  const sums = { method: DEFLATED, crc32: 0, packedSize: 0, size: 0 };
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      sums.crc32 = crc32(bytes, sums.crc32);
      sums.size += bytes.length;
      yield bytes;
    }
  }
  const packing = createDeflateRaw({ level: LEVEL, chunkSize: 64 * 1024 });
  // An error of the source destroys the packing with it, and the iteration below throws it.
  pipeline(Readable.from(counted()), packing, () => {});
  for await (const bytes of packing as AsyncIterable<Buffer>) {
    sums.packedSize += bytes.length;
    yield bytes;
  }
  return sums;
}

// Signatures and offsets: APPNOTE 6.3, chapter 4.3.

function localHeader(name: Buffer, flags: number, sums: Sums): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x0403_4b50, 0);
  writeCommon(head, 4, name, flags, sums);
  return Buffer.concat([head, name]);
}

function directoryEntry(name: Buffer, flags: number, sums: Sums, start: number): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x0201_4b50, 0);
  head.writeUInt16LE(VERSION_NEEDED, 4);
  writeCommon(head, 6, name, flags, sums);
  head.writeUInt32LE(start, 42);
  return Buffer.concat([head, name]);
}

function writeCommon(head: Buffer, at: number, name: Buffer, flags: number, sums: Sums): void {
  head.writeUInt16LE(VERSION_NEEDED, at);
  head.writeUInt16LE(flags, at + 2);
  head.writeUInt16LE(sums.method, at + 4);
  head.writeUInt16LE(DATE, at + 8);
  writeSums(head, at + 10, sums);
  head.writeUInt16LE(name.length, at + 22);
}

function descriptor(sums: Sums): Buffer {
  const after = Buffer.alloc(16);
  after.writeUInt32LE(0x0807_4b50, 0);
  writeSums(after, 4, sums);
  return after;
}

function writeSums(head: Buffer, at: number, sums: Sums): void {
  head.writeUInt32LE(sums.crc32, at);
  head.writeUInt32LE(sums.packedSize, at + 4);
  head.writeUInt32LE(sums.size, at + 8);
}

function directoryEnd(directory: readonly Buffer[], start: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(start, 16);
  return end;
}
