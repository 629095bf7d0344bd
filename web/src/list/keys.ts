import { type RefObject, useEffect } from 'react';

const OFF = 'listKeysOff';

/** Single keys interfere with speech input, so they can be turned off. */
export function keysAreOn(): boolean {
  return localStorage.getItem(OFF) === null;
}

export function switchKeys(on: boolean): void {
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, 'true');
}

/** The elements that have keys of their own. */
const OTHERS = 'input:not([type="checkbox"]), textarea, select, [role="dialog"], [role="menu"], [role="listbox"]';

/**
 * Moves through a list's rows: `j` and `k` focus the next and the previous row, whose link Enter opens; `x` selects, `?` shows the help. On
 * a screen with two lists they apply to the list with the focus, or to the first one.
 */
export function useListKeys(section: RefObject<HTMLElement | null>, onHelp: () => void): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const list = section.current;
      const { activeElement } = document;
      if (list === null || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (activeElement?.closest(OTHERS) || document.querySelector('[aria-modal="true"]') !== null) return;
      if (list !== (activeElement?.closest('[data-list]') ?? document.querySelector('[data-list]'))) return;
      // The help explains how to turn them on again.
      if (event.key === '?') return onHelp();
      if (!keysAreOn()) return;
      const rows = [...list.querySelectorAll('[data-row]')];
      const at = rows.findIndex((row) => row.contains(activeElement));
      const next = { j: Math.min(at + 1, rows.length - 1), k: Math.max(at - 1, 0) }[event.key];
      if (next !== undefined) rows[next]?.querySelector<HTMLElement>('[data-open]')?.focus();
      if (event.key === 'x') rows[at]?.querySelector<HTMLElement>('input[type="checkbox"]')?.click();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [section, onHelp]);
}
