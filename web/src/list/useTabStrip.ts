import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The pixels at an edge of the strip that fade while there are more tabs on that side. */
const FADE = 40;

/**
 * A line of tabs that may scroll. It brings the current one into view on load and when the tabs or the room for them change, and marks with
 * `data-before` and `data-after` the sides that have further tabs.
 */
export function useTabStrip(): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const strip = ref.current;
    if (strip === null) return undefined;
    const mark = () => {
      const hidden = strip.scrollWidth - strip.clientWidth;
      strip.toggleAttribute('data-before', strip.scrollLeft > 1);
      strip.toggleAttribute('data-after', hidden - strip.scrollLeft > 1);
    };
    const show = () => {
      const tab = strip.querySelector('[aria-current]')?.getBoundingClientRect();
      const { left, right } = strip.getBoundingClientRect();
      // Scrolling the tab into view would also move the page.
      if (tab !== undefined && tab.right > right - FADE) strip.scrollLeft += Math.min(tab.right - right + FADE, tab.left - left - FADE);
      else if (tab !== undefined && tab.left < left + FADE) strip.scrollLeft += tab.left - left - FADE;
      mark();
    };
    const sizes = new ResizeObserver(show);
    sizes.observe(strip);
    const tabs = new MutationObserver(show);
    tabs.observe(strip, { subtree: true, childList: true, characterData: true, attributeFilter: ['aria-current'] });
    strip.addEventListener('scroll', mark, { passive: true });
    show();
    return () => {
      sizes.disconnect();
      tabs.disconnect();
      strip.removeEventListener('scroll', mark);
    };
  }, []);
  return ref;
}
