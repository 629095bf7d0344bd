import { Tooltip } from '@mantine/core';
import { type RefObject, useEffect, useState } from 'react';

/** As long as a pop-up of a single button waits (theme.ts). */
const DELAY = 300;

interface Hint {
  at: HTMLElement;
  words: string;
  open: boolean;
}

/**
 * One pop-up for all of a region's parts that have `data-hint`, on hover, on focus by the keyboard and on touch: in a list they are
 * many, and one of each would be much of its work. It says the attribute's words or, where it is empty, the part's own, whole.
 */
export function Hints({ within }: { within: RefObject<HTMLElement | null> }) {
  const [hint, setHint] = useState<Hint | null>(null);

  useEffect(() => {
    const region = within.current;
    if (region === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (at: HTMLElement) => setHint({ at, words: at.dataset['hint'] || (at.textContent ?? ''), open: true });
    const hide = () => {
      clearTimeout(timer);
      setHint((before) => (before?.open === true ? { ...before, open: false } : before));
    };
    const ends = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(type: K, listener: (event: HTMLElementEventMap[K]) => void) =>
      region.addEventListener(type, listener, { signal: ends.signal, passive: true });
    on('mouseover', (event) => {
      const at = hinting(event.target);
      clearTimeout(timer);
      if (at === null) hide();
      else timer = setTimeout(show, DELAY, at);
    });
    on('mouseleave', hide);
    on('focusin', (event) => {
      const at = hinting(event.target);
      if (at?.matches(':focus-visible') === true) show(at);
    });
    on('focusout', hide);
    on('keydown', (event) => {
      if (event.key === 'Escape') hide();
    });
    return () => {
      clearTimeout(timer);
      ends.abort();
    };
  }, [within]);

  // The row may have gone.
  const opened = hint?.open === true && hint.at.isConnected;
  return hint !== null && <Tooltip target={hint.at} opened={opened} label={hint.words} multiline maw={360} />;
}

function hinting(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null;
}
