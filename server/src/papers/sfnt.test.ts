import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';

import { sfntOf } from './sfnt.ts';

const { resolve } = createRequire(import.meta.url);

test.each([
  ['latin', 'devanagari'],
  ['devanagari', 'devanagari'],
  ['tamil', 'tamil'],
])('the OpenType font of %s has each table of the web font, whole and aligned', (subset, family) => {
  const woff = readFileSync(resolve(`@fontsource/noto-sans-${family}/files/noto-sans-${family}-${subset}-400-normal.woff`));
  const font = sfntOf(woff);
  const count = woff.readUInt16BE(12);
  // The length that the web font's header states for the font that it packs.
  expect([font.readUInt32BE(0), font.readUInt16BE(4), font.length]).toEqual([0x0001_0000, count, woff.readUInt32BE(16)]);
  for (let index = 0; index < count; index += 1) {
    const from = 44 + index * 20;
    const to = 12 + index * 16;
    const [offset, packed, length] = [woff.readUInt32BE(from + 4), woff.readUInt32BE(from + 8), woff.readUInt32BE(from + 12)];
    const stored = woff.subarray(offset, offset + packed);
    const at = font.readUInt32BE(to + 8);
    expect(font.toString('latin1', to, to + 4)).toBe(woff.toString('latin1', from, from + 4));
    expect([at % 4, font.readUInt32BE(to + 12)]).toEqual([0, length]);
    expect(font.subarray(at, at + length).equals(packed < length ? inflateSync(stored) : stored)).toBe(true);
  }
});
