import { CloseButton } from '@mantine/core';
import { IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';

import classes from './toast.module.css';

/** The specification's notification time-out, in milliseconds. It pauses while a toast is hovered over or focused. */
const SHOWN_FOR = 3000;

interface Toast {
  id: number;
  kind: 'success' | 'error';
  text: string;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function add(kind: Toast['kind'], text: string): void {
  // A repeated message replaces the first one, and its time starts again.
  const others = toasts.filter((each) => each.kind !== kind || each.text !== text);
  set([...others, { id: ++lastId, kind, text }].slice(-4));
}

function remove(id: number): void {
  set(toasts.filter((each) => each.id !== id));
}

/** Shows the result of an action for three seconds, top right. Errors of a form belong in the form. */
export const toast = {
  success: (text: string) => add('success', text),
  error: (text: string) => add('error', text),
};

/**
 * Where toasts appear. The region is always there, as screen readers announce only changes inside a region they know.
 * @mantine/notifications does less in more script: it has six regions of one name, ignores a repeated message and does not wait
 * while the keyboard is on its button.
 */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <section className={classes.region} aria-label="Notifications" aria-live="polite" aria-relevant="additions">
      {shown.map((each) => (
        <ToastLine key={each.id} {...each} />
      ))}
    </section>
  );
}

function ToastLine({ id, kind, text }: Toast) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => remove(id), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [id, held]);
  const [hold, release] = [() => setHeld(true), () => setHeld(false)];
  return (
    <div className={classes.toast} data-kind={kind} onMouseEnter={hold} onMouseLeave={release} onFocus={hold} onBlur={release}>
      {kind === 'success' ? <IconCircleCheck size={20} aria-label="Done" /> : <IconExclamationCircle size={20} aria-label="Error" />}
      <span className={classes.text}>{text}</span>
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => remove(id)} />
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
