import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { currentSession, onSessionChange, ownerOf } from '../access/session.ts';
import type { Values } from './useContractForm.ts';

/** The values entered in forms whose session ended. They are only in memory, and only for the same user acting for the same company. */
const unfinished = new Map<string, Values>();

onSessionChange((now) => {
  if (now !== null) for (const key of unfinished.keys()) if (!key.startsWith(ownerOf(now))) unfinished.delete(key);
});

/** True if a user's form waits for the next sign-in. */
export function hasUnfinished(): boolean {
  return unfinished.size > 0;
}

/** Never kept: secrets, and values that are useless later. */
export const SECRET = /^(password|passwordAgain|code|captcha|clientSecret)$/;

function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof File || other instanceof File) return one === other;
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A form is identified by its address and fields. Several records may have dialogs at one address, so its values also count. */
function keyOf(owner: string, form: UseFormReturn<Values>, isInDialog: boolean): string {
  const { pathname, search } = window.location;
  const defaults = form.formState.defaultValues ?? {};
  return [owner + pathname + search, ...Object.keys(defaults).sort(), isInDialog ? JSON.stringify(defaults) : ''].join(' ');
}

/**
 * Keeps the user's input when the session ends, and restores it when the same user opens the form again: only the user's own changes,
 * because others may have changed the record meanwhile.
 */
export function useUnfinished(form: UseFormReturn<Values>, element: RefObject<HTMLFormElement | null>, isOn: boolean) {
  const [isBack, setIsBack] = useState(false);
  const dropped = useRef(false);
  const drop = useCallback(() => {
    dropped.current = true;
  }, []);

  useEffect(() => {
    const session = currentSession();
    if (!isOn || session === null) return;
    const key = keyOf(ownerOf(session), form, element.current?.closest('[role="dialog"]') !== null);
    const found = unfinished.get(key);
    if (found !== undefined) {
      unfinished.delete(key);
      for (const [name, value] of Object.entries(found)) form.setValue(name, value, { shouldDirty: true });
      setIsBack(true);
    }
    return () => {
      if (currentSession() !== null || dropped.current) return;
      const before: Values = form.formState.defaultValues ?? {};
      const typed = Object.entries(form.getValues()).filter(([name, value]) => !SECRET.test(name) && !isSame(value, before[name]));
      if (typed.length > 0) unfinished.set(key, Object.fromEntries(typed));
    };
    // Once per form, from its opening to its end.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return { isBack, drop };
}
