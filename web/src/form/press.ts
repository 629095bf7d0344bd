/** True while a mouse button or a finger is down, and until the click that a finger's tap makes. */
let pressed = false;
let waiting: (() => void)[] = [];
/** Milliseconds within which a tap's click comes: it moves the focus, and the click follows, after the finger is up. */
const TAP = 300;

function release(): void {
  pressed = false;
  const works = waiting;
  waiting = [];
  for (const work of works) setTimeout(work);
}

window.addEventListener('pointerdown', () => (pressed = true), true);
window.addEventListener('pointerup', ({ pointerType }) => (pointerType === 'mouse' ? release() : setTimeout(release, TAP)), true);
for (const end of ['pointercancel', 'click']) window.addEventListener(end, release, true);

/** True while a press may still move the focus or make a click. */
export const isPressed = () => pressed;

/**
 * Runs `work` immediately, or after the current press of a button. A text that appears when a field loses the focus moves the page, and the
 * pressed button would no longer be under the pointer on release.
 */
export function afterPress(work: () => void): void {
  if (pressed) waiting.push(work);
  else work();
}
