import { useState } from 'react';
import { useController } from 'react-hook-form';

import type { Values } from '../form/useContractForm.ts';

/**
 * The items of a grid as the value of a form's field. The form copies its values, but the grid needs the items themselves, so that
 * unchanged rows are not rendered again. Values that the form sets itself, for example restored text, are adopted.
 */
export function useItems<Item extends object>(name: string) {
  const { field, fieldState, formState } = useController<Values>({ name });
  const given = field.value as readonly Item[];
  const [kept, setKept] = useState({ items: given, given });
  let { items } = kept;
  if (kept.given !== given) {
    if (JSON.stringify(given) !== JSON.stringify(items)) items = given;
    setKept({ items, given });
  }
  return {
    items,
    error: fieldState.error?.message,
    isChecked: formState.isSubmitted,
    onItems: (next: readonly Item[]) => {
      setKept((before) => ({ ...before, items: next }));
      field.onChange(next);
    },
  };
}
