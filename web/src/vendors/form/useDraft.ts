import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { SECRET } from '../../form/unfinished.ts';
import type { Values } from '../../form/useContractForm.ts';

const KEY = 'registration';

interface Draft {
  step: number;
  texts: Record<string, string>;
}

/**
 * Keeps the texts of a registration and its step in this tab, so that they survive a reload; files and passwords are not kept. `forget`
 * ends it.
 * @returns true in `isBack` if the form was filled from them.
 */
export function useDraft(form: UseFormReturn<Values>, step: number): { isBack: boolean; forget: () => void } {
  const [isBack, setIsBack] = useState(false);
  const isOver = useRef(false);
  const at = useRef(step);
  const { subscribe, setValue, getValues, formState } = form;
  const defaults = useRef(formState.defaultValues ?? {});

  useEffect(() => {
    const before = Object.entries(stored().texts).filter(([name, text]) => name in defaults.current && text !== defaults.current[name]);
    for (const [name, text] of before) setValue(name, text, { shouldDirty: true });
    if (before.length > 0) setIsBack(true);
    return subscribe({
      formState: { values: true },
      callback: () => {
        if (!isOver.current) store(getValues(), at.current);
      },
    });
  }, [subscribe, setValue, getValues]);

  useEffect(() => {
    if (at.current === step) return;
    at.current = step;
    store(getValues(), step);
  }, [step, getValues]);

  return {
    isBack,
    forget() {
      isOver.current = true;
      sessionStorage.removeItem(KEY);
    },
  };
}

/** The step of the registration begun in this tab, from 0. */
export function draftStep(): number {
  return stored().step;
}

function store(values: Values, step: number) {
  const texts = Object.entries(values).filter(([name, value]) => typeof value === 'string' && !SECRET.test(name));
  sessionStorage.setItem(KEY, JSON.stringify({ step, texts: Object.fromEntries(texts) }));
}

function stored(): Draft {
  const nothing: Draft = { step: 0, texts: {} };
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    if (typeof draft !== 'object' || draft === null || !('texts' in draft)) return nothing;
    const texts = Object.entries(draft.texts ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    const step = 'step' in draft && Number.isInteger(draft.step) ? Number(draft.step) : 0;
    return { step, texts: Object.fromEntries(texts) };
  } catch {
    return nothing;
  }
}
