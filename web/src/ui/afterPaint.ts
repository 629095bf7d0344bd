/**
 * Does what a hand's move leads to once the browser has shown its first answer, such as a mark on what was pressed: however
 * long the rest takes, the page was not dead.
 */
export function afterPaint(work: () => void): void {
  // A page that nobody sees is not painted.
  if (document.visibilityState === 'hidden') work();
  else requestAnimationFrame(() => setTimeout(work));
}
