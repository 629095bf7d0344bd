import { createContext, use } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import type { Values } from './useContractForm.ts';

/** Remarks by field. They do not block. */
export type Remarks = (values: Values) => Readonly<Record<string, string | null | undefined>>;

export const RemarksContext = createContext<Remarks | undefined>(undefined);

/** The remark on a field for the current values. Renders the field only when it changes. */
export function useRemark(name: string): string | null {
  const remarks = use(RemarksContext);
  const { getValues } = useFormContext<Values>();
  useWatch({ compute: (values: Values) => remarks?.(values)[name] ?? null });
  // Compares remarks, not values: a remark may arrive from the server after the value.
  return remarks?.(getValues())[name] ?? null;
}
