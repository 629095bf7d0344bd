/** The places that can take over the focus: a dialog, a region with a name, the page. */
const PLACES = '[role="dialog"], dialog, section, [role="region"], main';
const DIALOGS = '[role="dialog"], dialog';

/** The time in milliseconds in which the screen may move the focus itself: a closing dialog returns it. */
const GRACE = 60;

/** The ancestors of an element up to its dialog, next to which there is only the frame of all dialogs. */
function placesAround(element: Element): HTMLElement[] {
  const place = element.closest<HTMLElement>(PLACES);
  if (place === null) return [];
  const outer = place.parentElement;
  return [place, ...(outer === null || place.matches(DIALOGS) ? [] : placesAround(outer))];
}

/**
 * Keeps the focus near the user's work. If a button disappears with the task it completed, the focus would move to the top of the document;
 * instead, the nearest remaining place around it gets the focus.
 * @returns a function that stops this
 */
export function keepFocus(): () => void {
  let focused: Element | null = null;
  /** The places around it, and those behind its dialog. */
  let around: readonly HTMLElement[] = [];
  let behind: readonly HTMLElement[] = [];

  function note({ target }: FocusEvent) {
    if (!(target instanceof Element)) return;
    const places = placesAround(target);
    const dialog = places.find((place) => place.matches(DIALOGS));
    if (dialog === undefined) behind = [];
    else if (!around.includes(dialog)) behind = around;
    [focused, around] = [target, [...places, ...behind]];
  }

  function lead() {
    // The user, or the screen, has moved it meanwhile.
    if (focused?.isConnected !== false || document.activeElement !== document.body) return;
    const place = around.find((each) => each.isConnected) ?? document.querySelector<HTMLElement>('main');
    if (place === null) return;
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }

  const removals = new MutationObserver(() => {
    if (focused?.isConnected === false && document.activeElement === document.body) setTimeout(lead, GRACE);
  });
  document.addEventListener('focusin', note);
  removals.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', note);
    removals.disconnect();
  };
}
