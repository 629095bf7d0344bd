import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

import type { Fit } from './useFit.ts';

interface Room {
  /** The number of times that the content was wider than its panel; it has a narrower form for each. */
  tooWide: number;
  panel: RefObject<HTMLDivElement | null>;
  /** The fit of the table in the panel. */
  fit: Fit;
}

const NONE: readonly number[] = [];

/** Tells how often a panel's table has to become narrower to fit; it grows again with the panel. `content` names what is measured. */
export function useRoom(content: string): Room {
  const panel = useRef<HTMLDivElement>(null);
  /** The widths that did not fit, from the usual form on. */
  const [measured, setMeasured] = useState({ content, widths: NONE });
  const widths = measured.content === content ? measured.widths : NONE;
  const tooWide = widths.length;
  const fit = useCallback<Fit>(
    (frame, table) => {
      if (table.offsetWidth - frame.clientWidth > 1) setMeasured({ content, widths: [...widths, table.offsetWidth] });
    },
    [content, widths],
  );
  useLayoutEffect(() => {
    const width = widths.at(-1);
    if (panel.current === null || width === undefined) return undefined;
    const sizes = new ResizeObserver(([entry]) => {
      if ((entry?.contentRect.width ?? 0) >= width) setMeasured({ content, widths: widths.slice(0, -1) });
    });
    sizes.observe(panel.current);
    // The fonts that stand in until the others have loaded are wider.
    const again = () => setMeasured({ content, widths: NONE });
    document.fonts.addEventListener('loadingdone', again);
    return () => {
      sizes.disconnect();
      document.fonts.removeEventListener('loadingdone', again);
    };
  }, [content, widths]);
  return { tooWide, panel, fit };
}
