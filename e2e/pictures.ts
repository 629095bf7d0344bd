/**
 * Small pictures of screens, kept in `e2e/pictures`, a file an address. A third of the size, grey, and compared by blocks: a column that
 * moved shows, and how a version of Chromium smooths its letters does not.
 */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Page, TestInfo } from '@playwright/test';
import sharp from 'sharp';

const FOLDER = fileURLToPath(new URL('pictures', import.meta.url));
/** The scale of what is kept to the screen. */
const SCALE = 3;
/** The part of a screen's height that is kept, in pixels of the picture. */
const HEIGHT_MAX = 800;
/** Sides of the blocks that are compared, in pixels of the picture: the height of a line of text in its row. */
const BLOCK = 8;
/** The shades, of 255 and on average of a block, from which it is changed. */
const SHADES = 10;
/** Changed blocks that a picture may have. */
export const CHANGED_MOST = 8;

export interface Picture {
  width: number;
  height: number;
  /** A byte a pixel. */
  grey: Buffer;
}

/** The picture of what the page shows now, from its top. */
export async function pictureOf(page: Page): Promise<Picture> {
  await page.evaluate(hideChance);
  // A screen that opens further down shows its head above what is fixed to the window otherwise.
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

/** Shows the port of the portal and the letters of API keys, which each run chooses, as others have them. */
function hideChance(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const given = text.nodeValue ?? '';
    const shown = given.replaceAll(location.host, '127.0.0.1:3418').replace(/\b(aap_live_)\w{4}\b/, '$1k3yS');
    if (shown !== given) text.nodeValue = shown;
  }
}

/** Side by side, from the same top. */
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

/** The number of blocks that differ; all of them where the sizes do. */
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

/** The file of an address, as somebody sees it. */
export function pictureName(who: string, address: string): string {
  return `${who}${address.replaceAll(/[^\w]+/g, '-')}.webp`;
}

const fileOf = async (file: string): Promise<Picture> => {
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, grey: data };
};

const webp = ({ width, height, grey }: Picture) => sharp(grey, { raw: { width, height, channels: 1 } }).webp({ quality: 60, effort: 4 });

/**
 * Compares what `take` sees with what is kept. It takes what looks otherwise a second time: the first may have been in the middle of
 * something. With `-u` it keeps that one. @returns what is wrong, else null; the picture is then among the results.
 */
export async function compareKept(name: string, take: () => Promise<Picture>, info: TestInfo): Promise<string | null> {
  const file = join(FOLDER, name);
  const kept = existsSync(file) ? await fileOf(file) : null;
  const isUpdate = ['all', 'changed'].includes(info.config.updateSnapshots);
  // Small changes add up: an update leaves room for another machine's smoothing of letters.
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
