/**
 * Small pictures of screens, one file per address in `e2e/pictures`. They have a third of the size, are grey, and are compared by blocks,
 * so that a moved column fails the comparison and the font smoothing of another Chromium version does not.
 */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Page, TestInfo } from '@playwright/test';
import sharp from 'sharp';

const FOLDER = fileURLToPath(new URL('pictures', import.meta.url));
/** The ratio of the screen to the stored picture. */
const SCALE = 3;
/** The stored part of a screen's height, in pixels of the picture. */
const HEIGHT_MAX = 800;
/** The side of a compared block, in pixels of the picture: the height of a line of text in its row. */
const BLOCK = 8;
/** The average difference, in shades of 255, above which a block counts as changed. */
const SHADES = 10;
/** The maximum number of changed blocks in a picture. */
export const CHANGED_MOST = 8;

export interface Picture {
  width: number;
  height: number;
  /** One byte per pixel. */
  grey: Buffer;
}

/** The picture of the current page, from its top. */
export async function pictureOf(page: Page): Promise<Picture> {
  await page.evaluate(hideChance);
  // Fixed elements would otherwise cover the heading of a screen that opens scrolled down.
  await page.evaluate(() => window.scrollTo(0, 0));
  const png = await page.screenshot({ fullPage: true, scale: 'css', animations: 'disabled' });
  const image = sharp(png).greyscale();
  const { width } = await sharp(png).metadata();
  const { data, info } = await image
    .resize({ width: Math.round(width / SCALE), kernel: 'lanczos2' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const height = Math.min(info.height, HEIGHT_MAX);
  return { width: info.width, height, grey: data.subarray(0, info.width * height) };
}

/** Replaces the portal's port and the letters of API keys, which differ in every run, by constants. */
function hideChance(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const given = text.nodeValue ?? '';
    const shown = given.replaceAll(location.host, '127.0.0.1:3418').replace(/\b(aap_live_)\w{4}\b/, '$1k3yS');
    if (shown !== given) text.nodeValue = shown;
  }
}

/** The pictures side by side, aligned at the top. */
export function besideEachOther(pictures: readonly Picture[]): Picture {
  const width = pictures.reduce((sum, each) => sum + each.width, 0);
  const height = Math.max(...pictures.map((each) => each.height));
  const grey = Buffer.alloc(width * height, 255);
  let left = 0;
  for (const each of pictures) {
    for (let row = 0; row < each.height; row += 1) each.grey.copy(grey, row * width + left, row * each.width, (row + 1) * each.width);
    left += each.width;
  }
  return { width, height, grey };
}

/** The number of blocks that differ; all of them if the sizes differ. */
export function changedBlocks(one: Picture, other: Picture): number {
  const [rows, columns] = [one.height, one.width].map((pixels) => Math.ceil(pixels / BLOCK));
  if (rows === undefined || columns === undefined) return 0;
  if (one.width !== other.width || Math.abs(one.height - other.height) > BLOCK / 2) return rows * columns;
  const height = Math.min(one.height, other.height);
  const sums = new Float64Array(rows * columns);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < one.width; x += 1) {
      const block = Math.floor(y / BLOCK) * columns + Math.floor(x / BLOCK);
      sums[block] = (sums[block] ?? 0) + Math.abs((one.grey[y * one.width + x] ?? 0) - (other.grey[y * one.width + x] ?? 0));
    }
  }
  return sums.filter((sum) => sum / BLOCK ** 2 > SHADES).length;
}

/** The file of an address, per user. */
export function pictureName(who: string, address: string): string {
  return `${who}${address.replaceAll(/[^\w]+/g, '-')}.webp`;
}

const fileOf = async (file: string): Promise<Picture> => {
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, grey: data };
};

const webp = ({ width, height, grey }: Picture) => sharp(grey, { raw: { width, height, channels: 1 } }).webp({ quality: 60, effort: 4 });

/**
 * Compares the picture from `take` with the stored one. A picture that differs is taken a second time, because the first may show an
 * unfinished transition. With `-u` the second one is stored. @returns the problem, or null; a differing picture is attached to the results.
 */
export async function compareKept(name: string, take: () => Promise<Picture>, info: TestInfo): Promise<string | null> {
  const file = join(FOLDER, name);
  const kept = existsSync(file) ? await fileOf(file) : null;
  const isUpdate = ['all', 'changed'].includes(info.config.updateSnapshots);
  // Small changes add up, so an update leaves room for another machine's font smoothing.
  const most = isUpdate ? CHANGED_MOST / 4 : CHANGED_MOST;
  const isKept = (seen: Picture) => kept !== null && changedBlocks(seen, kept) <= most;
  if (isKept(await take())) return null;
  const picture = await take();
  if (isKept(picture)) return null;
  if (isUpdate) {
    mkdirSync(FOLDER, { recursive: true });
    await webp(picture).toFile(file);
    return null;
  }
  const seen = info.outputPath(name.replace('.webp', '.seen.webp'));
  writeFileSync(seen, await webp(picture).toBuffer());
  if (kept !== null) copyFileSync(file, info.outputPath(name));
  const what = kept === null ? `${name} is missing` : `${changedBlocks(picture, kept)} blocks of ${name} look otherwise`;
  return `${what}: see ${seen}, and keep it with \`npm run e2e -- e2e/screens -u\``;
}
