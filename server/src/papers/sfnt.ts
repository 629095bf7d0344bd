import { inflateSync } from 'node:zlib';

/** Bytes of the header and of one table's entry, in the web font and in the font that it packs. */
const PACKED = { header: 44, entry: 20 } as const;
const PLAIN = { header: 12, entry: 16 } as const;
/** Tables begin at multiples of this number of bytes. */
const ALIGNED = 4;

/**
 * The OpenType font in a web font (WOFF 1.0, W3C recommendation of 2012, sections 3 to 5). pdfkit's font reader inflates the table of all
 * glyphs again for each glyph of a web font, which took most of the time of a PDF. The fields for a binary search of the tables stay zero:
 * the font reader reads all tables, and OpenType advises readers to ignore these fields.
 */
export function sfntOf(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(PLAIN.header + count * PLAIN.entry);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const parts: Buffer[] = [header];
  let end = header.length;
  for (let index = 0; index < count; index += 1) {
    const from = PACKED.header + index * PACKED.entry;
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(from + at)) as [number, number, number];
    const stored = woff.subarray(offset, offset + packed);
    const table = packed < length ? inflateSync(stored) : stored;
    const to = PLAIN.header + index * PLAIN.entry;
    woff.copy(header, to, from, from + 4);
    woff.copy(header, to + 4, from + 16, from + 20);
    header.writeUInt32BE(end, to + 8);
    header.writeUInt32BE(length, to + 12);
    const padding = Buffer.alloc(-length & (ALIGNED - 1));
    parts.push(table, padding);
    end += length + padding.length;
  }
  return Buffer.concat(parts);
}
