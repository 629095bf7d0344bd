/** True while a mouse button or a finger is down. */
let pressed = false;
const note = (down: boolean) => () => {
  pressed = down;
};
window.addEventListener('pointerdown', note(true), true);
for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, note(false), true);

/**
 * Runs `work` at once, or after the current press of a button. A text that appears when a field loses the focus moves the page, and
 * the pressed button would no longer be under the pointer when it is released.
 */
export function afterPress(work: () => void): void {
  if (!pressed) return work();
  const ended = new AbortController();
  for (const end of ['pointerup', 'pointercancel']) {
    window.addEventListener(end, () => (ended.abort(), setTimeout(work)), { signal: ended.signal });
  }
}
