import { FILE_BYTES_MAX } from '@aapurti/contract/ground/operation';
import { say, sayOnce } from '@aapurti/contract/ground/template';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';

import { boundedQueue } from '../process/queue.ts';
import { readHeic } from './heic/heic.ts';

export type Checked =
  | { ok: true; content: Buffer; mediaType: string }
  | { ok: false; reason: 'type' | 'size' | 'empty' | 'broken'; message: string };
type Rejected = Extract<Checked, { ok: false }>;

/** The pixel count before scaling; the limit bounds the memory that a decoder uses. */
const PIXELS_MAX = 40_000_000;
const DOCUMENT_SIDE_MAX = 4000;
const AVATAR_SIDE = 512;
const PHOTO_SIDE_MAX = 2000;
const PICTURE_SECONDS = 20;

/** Decoding 40 megapixels takes about 200 MB. */
const inTurn = boundedQueue(2, 40);
sharp.cache(false);

export const TOO_LARGE: Rejected = {
  ok: false,
  reason: 'size',
  message: sayOnce('The file is larger than {FILE_BYTES_MAX} MB. Choose a smaller file, for example a scan at a lower resolution.', {
    FILE_BYTES_MAX: FILE_BYTES_MAX / 1024 / 1024,
  }),
};
const EMPTY: Rejected = { ok: false, reason: 'empty', message: 'The file is empty. Choose another file.' };
const BROKEN_PDF: Rejected = {
  ok: false,
  reason: 'broken',
  message: 'The PDF is incomplete or damaged. Open it, save it again and choose the new file.',
};
const BROKEN_PICTURE: Rejected = {
  ok: false,
  reason: 'broken',
  message: 'The picture is incomplete or damaged. Open it, save it again as JPEG or PNG and choose the new file.',
};
const TOO_MANY_PIXELS: Rejected = {
  ok: false,
  reason: 'size',
  message: sayOnce('The picture has more than {PIXELS_MAX} megapixels. Choose a smaller picture.', { PIXELS_MAX: PIXELS_MAX / 1_000_000 }),
};

/**
 * Checks a PDF, PNG or JPEG up to 5 MB. Pictures are re-encoded upright, without metadata, up to 4000 pixels a side. A full queue gives
 * 503.
 */
export function checkDocument(content: Buffer, name: string): Promise<Checked> {
  return check(content, name, {
    wanted: 'PDF, PNG or JPEG',
    accepts: {
      'application/pdf': (pdf) => Promise.resolve(checkPdf(pdf)),
      'image/png': (png) => redraw(png, 'image/png', (picture) => withinSide(picture).png()),
      'image/jpeg': (jpeg) => redraw(jpeg, 'image/jpeg', (picture) => withinSide(picture).jpeg({ quality: 88 })),
    },
  });
}

/** Checks a portrait by its content: PNG, JPEG or WebP up to 5 MB. The result is a WebP of 512 pixels square. */
export function checkAvatar(content: Buffer, name: string): Promise<Checked> {
  const asAvatar = (given: Buffer) =>
    redraw(given, 'image/webp', (picture) => picture.resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' }).webp({ quality: 82 }));
  return check(content, name, {
    wanted: 'PNG, JPEG or WebP',
    accepts: { 'image/png': asAvatar, 'image/jpeg': asAvatar, 'image/webp': asAvatar },
  });
}

/** The picture formats of phones and cameras. */
const PHOTOS = 'PNG, JPEG, WebP or HEIC';

/**
 * Checks a photo of goods like a portrait, but also accepts a phone's HEIC. The result is a JPEG of at most 2000 pixels a side. `wanted` is
 * the file type named when another one is rejected.
 */
export function checkPhoto(content: Buffer, name: string, wanted = PHOTOS): Promise<Checked> {
  const asJpeg = (picture: Sharp) =>
    picture
      .resize(PHOTO_SIDE_MAX, PHOTO_SIDE_MAX, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 });
  const asPhoto = (given: Buffer) => redraw(given, 'image/jpeg', asJpeg);
  const fromHeic = (given: Buffer) => redrawHeic(given, 'image/jpeg', asJpeg);
  return check(content, name, {
    wanted,
    accepts: {
      'image/png': asPhoto,
      'image/jpeg': asPhoto,
      'image/webp': asPhoto,
      'image/heic': fromHeic,
      'image/heif': fromHeic,
    },
  });
}

/** Checks the buyer's logo like a portrait. The result is a WebP of at most 480 × 120 pixels, in its own proportions. */
export function checkLogo(content: Buffer, name: string): Promise<Checked> {
  const asLogo = (given: Buffer) =>
    redraw(given, 'image/webp', (picture) => picture.resize(480, 120, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 90 }));
  return check(content, name, {
    wanted: 'PNG, JPEG or WebP',
    accepts: { 'image/png': asLogo, 'image/jpeg': asLogo, 'image/webp': asLogo },
  });
}

/** A stored picture for PDFs, which do not support WebP. White replaces transparency, as on paper. */
export function asPng(picture: Buffer): Promise<Buffer> {
  return sharp(picture).flatten({ background: '#ffffff' }).png().toBuffer();
}

interface Rules {
  wanted: string;
  accepts: Record<string, (content: Buffer) => Promise<Checked>>;
}

async function check(content: Buffer, name: string, { wanted, accepts }: Rules): Promise<Checked> {
  if (content.length > FILE_BYTES_MAX) return TOO_LARGE;
  if (content.length === 0) return EMPTY;
  const found = await fileTypeFromBuffer(content).catch(() => undefined);
  const accept = found && accepts[found.mime];
  if (accept) return accept(content);
  const isNamedSo = /\.(pdf|png|jpe?g|webp|hei[cf])$/i.test(name);
  return { ok: false, reason: 'type', message: typeMessage(wanted, found?.ext.toUpperCase(), isNamedSo) };
}

function typeMessage(wanted: string, type: string | undefined, isNamedSo: boolean): string {
  if (type === undefined)
    return isNamedSo
      ? say('Choose a {wanted} file. The type of this file is unknown, despite its name.', { wanted })
      : say('Choose a {wanted} file. The type of this file is unknown.', { wanted });
  return isNamedSo
    ? say('Choose a {wanted} file. This file is of type {type}, despite its name.', { wanted, type })
    : say('Choose a {wanted} file. This file is of type {type}.', { wanted, type });
}

/** Readers look for the end mark in the last kilobyte. */
function checkPdf(content: Buffer): Checked {
  const isWhole = content.subarray(-1024).includes('%%EOF');
  return isWhole ? { ok: true, content, mediaType: 'application/pdf' } : BROKEN_PDF;
}

function withinSide(picture: Sharp): Sharp {
  return picture.resize(DOCUMENT_SIDE_MAX, DOCUMENT_SIDE_MAX, { fit: 'inside', withoutEnlargement: true });
}

/** Re-encodes, so that only pixels get through. */
function redraw(content: Buffer, mediaType: string, encode: (picture: Sharp) => Sharp): Promise<Checked> {
  return inTurn(async () => {
    try {
      const { width, height } = await sharp(content, { limitInputPixels: false }).metadata();
      if (width * height > PIXELS_MAX) return TOO_MANY_PIXELS;
      const upright = sharp(content, { limitInputPixels: PIXELS_MAX, failOn: 'warning' })
        .timeout({ seconds: PICTURE_SECONDS })
        .autoOrient();
      return { ok: true, content: await encode(upright).toBuffer(), mediaType };
    } catch {
      return BROKEN_PICTURE;
    }
  });
}

async function redrawHeic(content: Buffer, mediaType: string, encode: (picture: Sharp) => Sharp): Promise<Checked> {
  // Both steps share one turn, so that large decoded pictures do not wait for another one.
  return inTurn(async () => {
    const found = await readHeic(content, { pixelsMax: PIXELS_MAX, seconds: PICTURE_SECONDS });
    if (found === 'large') return TOO_MANY_PIXELS;
    if (found === 'broken') return BROKEN_PICTURE;
    const { width, height, pixels } = found;
    const picture = sharp(pixels, { raw: { width, height, channels: 4 }, limitInputPixels: PIXELS_MAX });
    try {
      return { ok: true, content: await encode(picture.timeout({ seconds: PICTURE_SECONDS })).toBuffer(), mediaType };
    } catch {
      return BROKEN_PICTURE;
    }
  });
}
