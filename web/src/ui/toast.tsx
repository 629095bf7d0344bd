import { CloseButton } from '@mantine/core';
import { IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';

import classes from './toast.module.css';

/** The specification's notification time-out, in milliseconds. It stands still while a toast is hovered over or focused. */
const SHOWN_FOR = 3000;

interface Toast {
  id: number;
  kind: 'success' | 'error';
  text: string;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function add(kind: Toast['kind'], text: string): void {
  const id = ++lastId;
  // The same message twice is one message that stays longer.
  for (const twin of toasts.filter((each) => each.kind === kind && each.text === text)) remove(twin.id);
  set([...toasts, { id, kind, text }].slice(-4));
  expire(id);
}

function expire(id: number): void {
  timers.set(
    id,
    setTimeout(() => remove(id), SHOWN_FOR),
  );
}

function hold(id: number): void {
  clearTimeout(timers.get(id));
}

function remove(id: number): void {
  hold(id);
  timers.delete(id);
  set(toasts.filter((each) => each.id !== id));
}

/** Says how an action went, top right, for three seconds. Errors of a form belong into the form instead. */
export const toast = {
  success: (text: string) => add('success', text),
  error: (text: string) => add('error', text),
};

/** Where toasts appear. The region is always there, as screen readers announce only what changes inside one they know. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <section className={classes.region} aria-label="Notifications" aria-live="polite" aria-relevant="additions">
      {shown.map(({ id, kind, text }) => (
        <div
          key={id}
          className={classes.toast}
          data-kind={kind}
          onMouseEnter={() => hold(id)}
          onMouseLeave={() => expire(id)}
          onFocus={() => hold(id)}
          onBlur={() => expire(id)}
        >
          {kind === 'success' ? <IconCircleCheck size={20} aria-label="Done" /> : <IconExclamationCircle size={20} aria-label="Error" />}
          <span className={classes.text}>{text}</span>
          <CloseButton size="sm" aria-label="Dismiss" onClick={() => remove(id)} />
        </div>
      ))}
    </section>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
