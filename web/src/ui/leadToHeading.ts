/** Scrolls to the top of a page that shows its new state after a step, because the pressed button is gone or far below. */
export function leadToHeading(): void {
  window.scrollTo({ top: 0 });
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}
