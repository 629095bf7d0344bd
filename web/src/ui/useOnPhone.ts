import { useSyncExternalStore } from 'react';

const narrow = window.matchMedia('(max-width: 599.98px)');

/** True below 600 px, where tables become cards and filters hide behind a button. */
export function useOnPhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener);
      return () => narrow.removeEventListener('change', listener);
    },
    () => narrow.matches,
  );
}
