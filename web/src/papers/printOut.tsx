import type { PaperSize, Sheet } from '@aapurti/contract/papers/paper';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

import { t } from '../words/words.ts';
import classes from './print.module.css';

interface Job {
  /** The file name that the browser proposes when it prints to a file. */
  title: string;
  /** The rules of `@page`. */
  page: string;
  content: ReactNode;
}

/** Removes the previous document, if a browser did not report the end of printing. */
let clear: (() => void) | null = null;

/** Adds a hidden document to the page, opens the browser's print dialog once its fonts are loaded, and removes it. */
export async function printOut({ title, page, content }: Job): Promise<void> {
  clear?.();
  const host = document.createElement('div');
  host.className = classes.root ?? '';
  document.body.append(host);
  const root = createRoot(host);
  const before = document.title;
  const done = new Promise<void>((resolve) => {
    clear = () => {
      clear = null;
      window.removeEventListener('afterprint', clearAfter);
      document.title = before;
      root.unmount();
      host.remove();
      resolve();
    };
  });
  const clearAfter = () => clear?.();
  flushSync(() =>
    root.render(
      <>
        <style>{`@page {${page}}`}</style>
        {content}
      </>,
    ),
  );
  await lettersOf(host);
  document.title = title;
  window.addEventListener('afterprint', clearAfter);
  window.print();
  return done;
}

/** Hidden elements do not load their fonts. */
async function lettersOf(host: HTMLElement): Promise<void> {
  const letters = [...new Set(host.textContent)].join('');
  const families = getComputedStyle(document.body)
    .fontFamily.split(',')
    .filter((family) => /["']/.test(family));
  const faces = families.flatMap((family) => [400, 600].map((weight) => `${weight} 10pt ${family}`));
  // Print even if a font fails to load.
  await Promise.allSettled(faces.map((face) => document.fonts.load(face, letters)));
  await document.fonts.ready;
}

/** Pages that fill the paper. */
export function wholePage({ width, height }: PaperSize): string {
  return `size: ${width}mm ${height}mm; margin: 0`;
}

/** Footer and page number in the lower margin, if the browser supports it. */
export function numberedPage({ width, height, margin }: PaperSize, { footer }: Pick<Sheet, 'footer'>): string {
  const inCss = (text: string) => text.replaceAll(/["\\<\n\r\f]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `);
  const [before = '', between = '', after = ''] = t('Page {page} of {pages}', { page: '|', pages: '|' }).split('|').map(inCss);
  const foot = 'font-family: var(--mantine-font-family), sans-serif; font-size: 7pt; color: #595959';
  return (
    `size: ${width}mm ${height}mm; margin: ${margin}mm ${margin}mm ${margin + 6}mm; ` +
    `@bottom-left { content: "${inCss(footer)}"; white-space: nowrap; ${foot} } ` +
    `@bottom-right { content: "${before}" counter(page) "${between}" counter(pages) "${after}"; ${foot} }`
  );
}
