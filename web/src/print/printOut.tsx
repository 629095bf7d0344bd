import type { PaperSize, Sheet } from '@aapurti/contract/paper';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

import classes from './print.module.css';

interface Job {
  /** What the browser proposes as a name where it prints into a file. */
  title: string;
  /** The rules of `@page`. */
  page: string;
  content: ReactNode;
}

/** Takes away what was printed last, where a browser never said that it was done. */
let clear: (() => void) | null = null;

/** Puts a document into the page, hidden, opens the browser's print window over it once its letters are there, and takes it away again. */
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
        <style>{`@page { ${page} }`}</style>
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

/** What is hidden loads no fonts by itself. */
async function lettersOf(host: HTMLElement): Promise<void> {
  const letters = [...new Set(host.textContent)].join('');
  const families = getComputedStyle(document.body)
    .fontFamily.split(',')
    .filter((family) => /["']/.test(family));
  const faces = families.flatMap((family) => [400, 600].map((weight) => `${weight} 10pt ${family}`));
  // A font that does not come is no reason not to print.
  await Promise.allSettled(faces.map((face) => document.fonts.load(face, letters)));
  await document.fonts.ready;
}

/** Pages that fill the paper. */
export function wholePage({ width, height }: PaperSize): string {
  return `size: ${width}mm ${height}mm; margin: 0`;
}

/** Pages with their foot and number in the lower margin, where browsers can. */
export function numberedPage({ width, height, margin }: PaperSize, { footer }: Sheet): string {
  // In a CSS text.
  const words = footer.replaceAll(/["\\<\n\r\f]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `);
  const foot = 'font-family: var(--mantine-font-family), sans-serif; font-size: 7pt; color: #595959';
  return (
    `size: ${width}mm ${height}mm; margin: ${margin}mm ${margin}mm ${margin + 6}mm; ` +
    `@bottom-left { content: "${words}"; white-space: nowrap; ${foot} } ` +
    `@bottom-right { content: "Page " counter(page) " of " counter(pages); ${foot} }`
  );
}
