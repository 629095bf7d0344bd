/** Whether a mouse button or a finger is down. */
let pressed = false;
const note = (down: boolean) => () => {
  pressed = down;
};
window.addEventListener('pointerdown', note(true), true);
for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, note(false), true);

/**
 * Does it at once or, while something is being pressed, after that: a text that comes when a field is left moves the page, and the
 * button that was pressed to leave the field would no longer be under the mouse when it is let go.
 */
export function afterPress(work: () => void): void {
  if (!pressed) return work();
  const ended = new AbortController();
  for (const end of ['pointerup', 'pointercancel']) {
    window.addEventListener(end, () => (ended.abort(), setTimeout(work)), { signal: ended.signal });
  }
}
