import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { SECRET } from '../../form/unfinished.ts';
import type { Values } from '../../form/useContractForm.ts';

const KEY = 'registration';

/**
 * Keeps the texts of a registration in this tab, so that they survive a reload: files and passwords are not kept. `forget` ends it.
 * @returns true in `isBack` where the form was filled from them.
 */
export function useDraft(form: UseFormReturn<Values>): { isBack: boolean; forget: () => void } {
  const [isBack, setIsBack] = useState(false);
  const isOver = useRef(false);
  const { subscribe, setValue, getValues, formState } = form;
  const defaults = useRef(formState.defaultValues ?? {});

  useEffect(() => {
    const before = Object.entries(stored()).filter(([name, text]) => name in defaults.current && text !== defaults.current[name]);
    for (const [name, text] of before) setValue(name, text, { shouldDirty: true });
    if (before.length > 0) setIsBack(true);
    return subscribe({
      formState: { values: true },
      callback: () => {
        if (isOver.current) return;
        const texts = Object.entries(getValues()).filter(([name, value]) => typeof value === 'string' && !SECRET.test(name));
        sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(texts)));
      },
    });
  }, [subscribe, setValue, getValues]);

  return {
    isBack,
    forget() {
      isOver.current = true;
      sessionStorage.removeItem(KEY);
    },
  };
}

function stored(): Record<string, string> {
  try {
    const texts: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    if (typeof texts !== 'object' || texts === null) return {};
    return Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}
