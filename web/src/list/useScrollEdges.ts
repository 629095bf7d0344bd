import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

import type { Fit } from './useFit.ts';

/**
 * Marks a sideways-scrolling region with `data-before` and `data-after` while there is more on that side, and tells whether
 * it scrolls at all: only then is it a stop for the keyboard. What scrolls sideways is a scroll container, in which a sticky head does
 * not follow the page; there the head is moved instead. `fit` may make the table narrower first.
 */
export function useScrollEdges(fit?: Fit): { ref: RefObject<HTMLDivElement | null>; scrolls: boolean } {
  const ref = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);

  // Measured before the first paint, so that columns that do not fit are never seen.
  useLayoutEffect(() => {
    const region = ref.current;
    const table = region?.querySelector('table');
    if (region === null || !table) return undefined;
    const head = table.tHead;
    const mark = () => {
      const hidden = table.offsetWidth - region.clientWidth;
      region.toggleAttribute('data-scrolls', hidden > 1);
      region.toggleAttribute('data-before', region.scrollLeft > 1);
      region.toggleAttribute('data-after', hidden - region.scrollLeft > 1);
      setScrolls(hidden > 1);
    };
    const follow = () => {
      if (head === null) return;
      const { top, bottom } = region.getBoundingClientRect();
      const by = Math.min(covered() - top, bottom - top - 2 * head.offsetHeight);
      head.style.transform = region.hasAttribute('data-scrolls') && by > 0 ? `translateY(${by}px)` : '';
    };
    const sizes = new ResizeObserver(() => {
      fit?.(region, table);
      mark();
      follow();
    });
    sizes.observe(region);
    sizes.observe(table);
    fit?.(region, table);
    mark();
    region.addEventListener('scroll', mark, { passive: true });
    window.addEventListener('scroll', follow, { passive: true });
    return () => {
      sizes.disconnect();
      region.removeEventListener('scroll', mark);
      window.removeEventListener('scroll', follow);
    };
  }, [fit]);

  return { ref, scrolls };
}

/** The height of the bar at the top of the page, which covers the content that scrolls below it. */
function covered(): number {
  return document.querySelector('main')?.parentElement?.querySelector('header')?.offsetHeight ?? 0;
}
