import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Marks a sideways-scrolling region with `data-before` and `data-after` while there is more on that side, and tells whether
 * it scrolls at all: only then is it a stop for the keyboard.
 */
export function useScrollEdges(): { ref: RefObject<HTMLDivElement | null>; scrolls: boolean } {
  const ref = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);

  useEffect(() => {
    const region = ref.current;
    if (region === null) return undefined;
    const mark = () => {
      const hidden = region.scrollWidth - region.clientWidth;
      region.toggleAttribute('data-before', region.scrollLeft > 1);
      region.toggleAttribute('data-after', hidden - region.scrollLeft > 1);
      setScrolls(hidden > 1 || region.scrollHeight - region.clientHeight > 1);
    };
    const sizes = new ResizeObserver(mark);
    sizes.observe(region);
    if (region.firstElementChild !== null) sizes.observe(region.firstElementChild);
    region.addEventListener('scroll', mark, { passive: true });
    return () => {
      sizes.disconnect();
      region.removeEventListener('scroll', mark);
    };
  }, []);

  return { ref, scrolls };
}
