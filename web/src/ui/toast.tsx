import { CloseButton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

import { remain } from './remaining.ts';
import { createStore } from '../ground/store.ts';
import { t } from '../words/words.ts';
import classes from './toast.module.css';

/** The specification's notification time-out, in milliseconds. It pauses while a toast is hovered over or focused. */
const SHOWN_FOR = 3000;
/** The words that can be read in that time; a longer message stays in the page. */
const WORDS_MAX = 8;

/** The time in milliseconds. */
const PLACED_EVERY = 250;

interface Toast {
  id: number;
  text: string;
}

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

function remove(id: number): void {
  toasts.set(toasts.get().filter((each) => each.id !== id));
}

/** Moves toasts off controls: set by the shell, so that the first screen does not load it. */
export const placing = { place: (_region: HTMLElement): void => undefined };

/** The result of an action. Errors of a form belong in the form. */
export const toast = {
  /** The message shows for three seconds, top right; in the page where it is longer than eight words. */
  success(text: string): void {
    if (text.trim().split(/\s+/).length > WORDS_MAX) return remain('good', text);
    // A repeated message replaces the first one, and its time starts again.
    const others = toasts.get().filter((each) => each.text !== text);
    toasts.set([...others, { id: ++lastId, text }].slice(-4));
  },
  /** The message stays in the page until it is dismissed, as an error needs reading. */
  error: (text: string) => remain('bad', text),
  /** The message says what is wrong with a thing that is saved, on the screen that follows. */
  problem: (text: string) => remain('bad', text, { turns: 1 }),
};

/**
 * The place where toasts appear. The region is always there, as screen readers announce only changes inside a region they know.
 * @mantine/notifications does less in more script: it has six regions of one name, ignores a repeated message and does not wait
 * while the keyboard is on its button.
 */
export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  const region = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = region;
    if (shown.length === 0 || current === null) return undefined;
    Object.assign(current.style, { top: '', right: '' });
    placing.place(current);
    // A form that was saved leads to another screen.
    const timer = setInterval(() => placing.place(current), PLACED_EVERY);
    return () => clearInterval(timer);
  }, [shown]);
  return (
    <section ref={region} className={classes.region} aria-label={t('Notifications')} aria-live="polite" aria-relevant="additions">
      {shown.map((each) => (
        <ToastLine key={each.id} {...each} />
      ))}
    </section>
  );
}

function ToastLine({ id, text }: Toast) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => remove(id), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [id, held]);
  const [hold, release] = [() => setHeld(true), () => setHeld(false)];
  return (
    <div className={classes.toast} onMouseEnter={hold} onMouseLeave={release} onFocus={hold} onBlur={release}>
      <IconCircleCheck size={20} aria-label={t('Done')} />
      <span className={classes.text}>{t(text)}</span>
      <CloseButton size="sm" aria-label={t('Dismiss')} onClick={() => remove(id)} />
    </div>
  );
}
