import { createContext, use } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import type { Values } from './useContractForm.ts';

/** Warnings by field, which block nothing. */
export type Remarks = (values: Values) => Readonly<Record<string, string | null | undefined>>;

export const RemarksContext = createContext<Remarks | undefined>(undefined);

/** The warning at a field for the current values. The field is rendered only when it changes. */
export function useRemark(name: string): string | null {
  const remarks = use(RemarksContext);
  const { getValues } = useFormContext<Values>();
  useWatch({ compute: (values: Values) => remarks?.(values)[name] ?? null });
  // Compares warnings instead of values, because a warning may arrive from the server after the value.
  return remarks?.(getValues())[name] ?? null;
}
