import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { checkAvatar, checkDocument, type Checked } from './sniff.ts';

const MB = 1024 * 1024;
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');

/** Noise, which does not compress. */
function noise(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < pixels.length; i += 1) pixels[i] = (i * 7919 + ((i * i) % 241)) % 251;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A picture of one colour: many pixels in few bytes. */
function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#0a6' }, limitInputPixels: false });
}

function content(checked: Checked): Buffer {
  if (!checked.ok) throw new Error(checked.message);
  return checked.content;
}

describe('an upload is rejected', async () => {
  const jpeg = await noise(300, 200).jpeg().toBuffer();
  const png = await noise(300, 200).png().toBuffer();
  const webp = await noise(300, 200).webp().toBuffer();
  const bomb = await plain(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer();

  test.each([
    ['an empty file', checkDocument, Buffer.alloc(0), 'pan.pdf', 'empty', /empty/],
    ['6 MB', checkDocument, Buffer.concat([PDF, Buffer.alloc(6 * MB)]), 'pan.pdf', 'size', /larger than 5 MB/],
    ['an avatar of 6 MB', checkAvatar, Buffer.concat([png, Buffer.alloc(6 * MB)]), 'me.png', 'size', /larger than 5 MB/],
    ['an SVG named .png', checkDocument, SVG, 'pan.png', 'type', /PDF, PNG or JPEG.* despite its name/],
    ['an SVG with an XML head', checkAvatar, Buffer.concat([Buffer.from('<?xml version="1.0"?>'), SVG]), 'me.svg', 'type', /of type XML/],
    ['text', checkDocument, Buffer.from('PAN: AAAPL1234C'), 'pan.txt', 'type', /type of this file is unknown\.$/],
    ['a zip named .pdf', checkDocument, Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'), 'pan.pdf', 'type', /of type ZIP/],
    ['WebP as a paper', checkDocument, webp, 'pan.webp', 'type', /of type WEBP/],
    ['a PDF as an avatar', checkAvatar, PDF, 'me.pdf', 'type', /PNG, JPEG or WebP/],
    ['a PDF cut short', checkDocument, PDF.subarray(0, -10), 'pan.pdf', 'broken', /PDF is incomplete/],
    ['a JPEG cut short', checkDocument, jpeg.subarray(0, jpeg.length / 2), 'pan.jpg', 'broken', /picture is incomplete/],
    ['a PNG cut short', checkDocument, png.subarray(0, png.length / 2), 'pan.png', 'broken', /picture is incomplete/],
    ['a WebP cut short', checkAvatar, webp.subarray(0, webp.length / 2), 'me.webp', 'broken', /picture is incomplete/],
    ['only the head of a JPEG', checkAvatar, jpeg.subarray(0, 30), 'me.jpg', 'broken', /picture is incomplete/],
    ['a decompression bomb', checkDocument, bomb, 'pan.png', 'size', /more than 40 megapixels/],
    ['a bomb as an avatar', checkAvatar, bomb, 'me.png', 'size', /more than 40 megapixels/],
  ] as const)('if it is %s', async (_, check, given, name, reason, message) => {
    expect(await check(given, name)).toEqual({ ok: false, reason, message: expect.stringMatching(message) });
  });

  test('the decompression bomb is a small file', () => expect(bomb.length).toBeLessThan(MB));
});

test('a PDF comes back byte for byte', async () => {
  expect(await checkDocument(PDF, 'anything.bin')).toEqual({ ok: true, content: PDF, mediaType: 'application/pdf' });
});

test.each(['png', 'jpeg'] as const)('a document in %s keeps its kind', async (format) => {
  const checked = await checkDocument(await noise(30, 20)[format]().toBuffer(), 'pan');
  expect(checked).toMatchObject({ ok: true, mediaType: `image/${format}` });
  expect(await sharp(content(checked)).metadata()).toMatchObject({ format, width: 30, height: 20 });
});

test('a document is scaled down to 4000 pixels per side', async () => {
  const checked = await checkDocument(await plain(8000, 2000).jpeg().toBuffer(), 'pan.jpg');
  expect(await sharp(content(checked)).metadata()).toMatchObject({ width: 4000, height: 1000 });
});

test('a photograph is turned upright and loses its metadata', async () => {
  const exif = { IFD0: { Copyright: 'Asha Rao' }, IFD3: { GPSLatitude: '28/1 36/1 0/1' } };
  const sideways = await noise(40, 20).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await sharp(sideways).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });
  const upright = await sharp(content(await checkDocument(sideways, 'pan.jpg'))).metadata();
  expect(upright).toMatchObject({ width: 20, height: 40 });
  expect(upright.exif).toBeUndefined();
  expect(upright.orientation).toBeUndefined();
});

test.each(['png', 'jpeg', 'webp'] as const)('an avatar in %s becomes a square WebP', async (format) => {
  const checked = await checkAvatar(await noise(90, 300)[format]().toBuffer(), 'me');
  expect(checked).toMatchObject({ ok: true, mediaType: 'image/webp' });
  expect(await sharp(content(checked)).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
});

test('data hidden behind a picture is removed', async () => {
  const polyglot = Buffer.concat([await noise(20, 20).png().toBuffer(), Buffer.from('<script>alert(1)</script>')]);
  expect(content(await checkDocument(polyglot, 'pan.png')).includes('<script>')).toBe(false);
});

test('many concurrent pictures are all checked', async () => {
  const png = await noise(50, 50).png().toBuffer();
  const checked = await Promise.all(Array.from({ length: 12 }, () => checkAvatar(png, 'me.png')));
  expect(checked.every((one) => one.ok)).toBe(true);
});
