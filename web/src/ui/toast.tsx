import { CloseButton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

import { remain } from './remaining.ts';
import { createStore } from './store.ts';
import { t } from '../words.ts';
import classes from './toast.module.css';

/** The specification's notification time-out, in milliseconds. It pauses while a toast is hovered over or focused. */
const SHOWN_FOR = 3000;
/** What can be read in that time; a longer message stays in the page. */
const WORDS_MAX = 8;

const PLACED_EVERY = 250;
const CONTROLS = 'a, button, input, select, textarea';
/** In pixels. */
const GAP = 8;
/** What four words take in one line. */
const NARROWEST = 240;

interface Toast {
  id: number;
  text: string;
}

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

function remove(id: number): void {
  toasts.set(toasts.get().filter((each) => each.id !== id));
}

/** The result of an action. Errors of a form belong in the form. */
export const toast = {
  /** For three seconds, top right; in the page where it is longer than eight words. */
  success(text: string): void {
    if (text.trim().split(/\s+/).length > WORDS_MAX) return remain('good', text);
    // A repeated message replaces the first one, and its time starts again.
    const others = toasts.get().filter((each) => each.text !== text);
    toasts.set([...others, { id: ++lastId, text }].slice(-4));
  },
  /** In the page until it is dismissed, as an error needs reading. */
  error: (text: string) => remain('bad', text),
};

/**
 * Where toasts appear. The region is always there, as screen readers announce only changes inside a region they know.
 * @mantine/notifications does less in more script: it has six regions of one name, ignores a repeated message and does not wait
 * while the keyboard is on its button.
 */
export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  const region = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (shown.length === 0) return undefined;
    const place = () => region.current !== null && Object.assign(region.current.style, placeFor(region.current));
    place();
    // A form that was saved leads to another screen.
    const timer = setInterval(place, PLACED_EVERY);
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

/**
 * Top right, covering no control: in the widest stretch of the top bar without one, or on a phone, where it is too narrow, in the first
 * gap below.
 */
function placeFor(region: HTMLElement): Partial<CSSStyleDeclaration> {
  const bar = document.querySelector('main')?.parentElement?.querySelector('header');
  const inBar = boxesOf(bar?.querySelectorAll(CONTROLS) ?? []).sort((one, other) => one.left - other.left);
  let [from, best] = [0, { left: 0, right: 0 }];
  for (const { left, right } of [...inBar, { left: window.innerWidth, right: window.innerWidth }]) {
    if (left - from >= best.right - best.left) best = { left: from, right: left };
    from = Math.max(from, right);
  }
  const room = best.right - best.left - 2 * GAP;
  if (room >= NARROWEST) return { top: '', right: `${window.innerWidth - best.right + GAP}px`, maxWidth: `${room}px` };

  const { left, right, height } = region.getBoundingClientRect();
  const others = boxesOf(Array.from(document.querySelectorAll(CONTROLS)).filter((each) => !region.contains(each)));
  const isFree = (top: number) =>
    !others.some((each) => each.left < right && each.right > left && each.top < top + height && each.bottom > top);
  const lowest = window.innerHeight - height;
  const below = bar?.getBoundingClientRect().bottom ?? 0;
  let top = below + GAP;
  while (top < lowest && !isFree(top)) top += GAP;
  return { top: `${top < lowest ? top : below + GAP}px`, right: `${GAP}px`, maxWidth: `${window.innerWidth - 2 * GAP}px` };
}

const boxesOf = (controls: Iterable<Element>) =>
  Array.from(controls, (each) => each.getBoundingClientRect()).filter(({ width }) => width > 0);

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
