import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const has = (program: string) => spawnSync(program, ['--version']).error === undefined;

/** True if this machine has the tools that read text and barcodes of a PDF. Otherwise those tests are skipped with a message. */
export const hasScanner = ['pdftotext', 'pdftoppm', 'zbarimg'].every(has);
if (!hasScanner)
  console.warn(
    'Left out: reading printed barcodes and text needs poppler-utils and zbar-tools (apt-get install poppler-utils zbar-tools).',
  );

/** The resolution of a label printer. */
const DPI = '203';

/** The text of a PDF, with all whitespace reduced to single blanks. */
export function textOf(pdf: Buffer): string {
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' }).replaceAll(/[ \f\n]+/g, ' ');
}

/** Every Code 128 of each page, printed at 203 dpi in pure black and white, in alphabetical order. */
export function barcodesOf(pdf: Buffer): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'aapurti-scan-'));
  try {
    writeFileSync(join(folder, 'in.pdf'), pdf);
    execFileSync('pdftoppm', ['-r', DPI, '-mono', 'in.pdf', 'page'], { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] });
    const pages = readdirSync(folder)
      .filter((name) => name.startsWith('page'))
      .sort();
    return pages.map((page) => scan(join(folder, page)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The left and right edges of the ink at this height of the first page, in millimetres from the left and the top. */
export function inkAcross(pdf: Buffer, y: number): { from: number; to: number } {
  const dots = 40;
  const crop = ['-x', '0', '-y', String(Math.round(y * dots)), '-W', '20000', '-H', '1'];
  const options = ['-gray', '-r', String(dots * 25.4), '-f', '1', '-l', '1', ...crop, '-'];
  const picture = execFileSync('pdftoppm', options, { input: pdf, stdio: ['pipe', 'pipe', 'ignore'] });
  // Each byte after the three header lines is a dot.
  const row = picture.subarray(picture.indexOf('\n255\n') + 5);
  return { from: row.findIndex((dot) => dot < 128) / dots, to: (row.findLastIndex((dot) => dot < 128) + 1) / dots };
}

function scan(picture: string): string[] {
  const { status, stdout } = spawnSync('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Scode128.enable', picture], { encoding: 'utf8' });
  // Status 4 means that the picture has no barcode.
  if (status !== 0 && status !== 4) throw new Error(`zbarimg ended with ${status}`);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .sort();
}
