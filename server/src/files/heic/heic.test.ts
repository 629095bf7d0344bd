import sharp from 'sharp';
import { expect, test } from 'vitest';

import { checkAvatar, checkPhoto } from '../sniff.ts';
import { readHeic } from './heic.ts';
import decodeHere from './worker.ts';

/** A HEIC picture of 60 × 40 pixels, red on the left and blue on the right, created by heif-enc. */
const HEIC = Buffer.from(
  [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAA',
    'EGlkYXQAAAAAADwAKAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAPQACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5m',
    'ZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEM',
    'Af//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAA',
    'AAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAPAAAACgAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGlt',
    'ZwACAAEAAQAAAEVtZGF0AAAAOSgBrxOA5TJ1//EcT/gYT/JWS2CZ/4xnYIaC8AEBm2Z/99tQNqRoJviXu4Sw+rhIrjQZNO378MmVgA==',
  ].join(''),
  'base64',
);
const LIMITS = { pixelsMax: 40_000_000, seconds: 20 };

/** The file with another picture size; the tile keeps its size. */
function sized(width: number, height: number): Buffer {
  const content = Buffer.from(HEIC);
  // The second `ispe` belongs to the picture: its width and height follow four bytes of version and flags.
  const at = content.indexOf('ispe', content.indexOf('ispe') + 4);
  content.writeUInt32BE(width, at + 8);
  content.writeUInt32BE(height, at + 12);
  return content;
}

test('a photo of a phone becomes a JPEG with its colours and size', async () => {
  const checked = await checkPhoto(HEIC, 'IMG_0042.HEIC');
  expect(checked).toMatchObject({ ok: true, mediaType: 'image/jpeg' });
  if (!checked.ok) return;
  const { data, info } = await sharp(checked.content).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([60, 40]);
  const colour = (x: number) => [...data.subarray((20 * 60 + x) * 3, (20 * 60 + x) * 3 + 3)];
  expect(colour(5)[0]).toBeGreaterThan(150);
  expect(colour(5)[2]).toBeLessThan(90);
  expect(colour(55)[0]).toBeLessThan(90);
  expect(colour(55)[2]).toBeGreaterThan(150);
});

test('a truncated or scrambled file is rejected with a message', async () => {
  const scrambled = Buffer.from(HEIC);
  scrambled.fill(0xff, HEIC.indexOf('hvcC') + 4, HEIC.indexOf('hvcC') + 60);
  for (const broken of [HEIC.subarray(0, 300), HEIC.subarray(0, 40), scrambled])
    expect(await checkPhoto(broken, 'IMG_0042.HEIC')).toEqual({
      ok: false,
      reason: 'broken',
      message: 'The picture is incomplete or damaged. Open it, save it again as JPEG or PNG and choose the new file.',
    });
});

test('a picture with too many pixels is rejected before it is unpacked', async () => {
  expect(await readHeic(HEIC, { ...LIMITS, pixelsMax: 60 * 40 })).toMatchObject({ width: 60, height: 40 });
  expect(await readHeic(HEIC, { ...LIMITS, pixelsMax: 60 * 40 - 1 })).toBe('large');
  expect(await checkPhoto(sized(20_000, 20_000), 'bomb.heic')).toMatchObject({ ok: false });
});

test('a decoder gets a limited amount of memory, and many concurrent photos wait for one another', async () => {
  const [grow, log]: unknown[] = [Reflect.get(WebAssembly.Memory.prototype, 'grow'), Reflect.get(console, 'log')];
  try {
    const answer = await decodeHere({ content: HEIC, pixelsMax: 2400, bytesMax: 32 * 1024 * 1024 });
    expect(answer).toMatchObject({ width: 60 });
    const memory = new WebAssembly.Memory({ initial: 1 });
    memory.grow(100);
    expect(() => memory.grow(500)).toThrow('the picture needs too much memory');
    expect(memory.buffer.byteLength).toBe(101 * 65_536);
  } finally {
    Reflect.set(WebAssembly.Memory.prototype, 'grow', grow);
    Reflect.set(console, 'log', log);
  }
  // Too many pixels end the work of the thread, and not the server.
  const before = process.memoryUsage().rss;
  expect(await readHeic(sized(60_000, 60_000), { ...LIMITS, pixelsMax: Number.MAX_SAFE_INTEGER })).toBe('broken');
  expect(process.memoryUsage().rss - before).toBeLessThan(1024 ** 3);
  const answers = await Promise.all([HEIC, sized(60_000, 60_000), HEIC].map((content) => readHeic(content, LIMITS)));
  expect(answers.map((each) => (typeof each === 'string' ? each : each.width))).toEqual([60, 'large', 60]);
});

test('a decoder that takes too long is stopped', async () => {
  expect(await readHeic(HEIC, { ...LIMITS, seconds: 0.001 })).toBe('broken');
});

test('a portrait cannot be HEIC', async () => {
  expect(await checkAvatar(HEIC, 'me.heic')).toMatchObject({
    reason: 'type',
    message: 'Choose a PNG, JPEG or WebP file. This file is of type HEIC, despite its name.',
  });
});
