import { createContext, use } from 'react';
import { useWatch } from 'react-hook-form';

import type { Values } from './useContractForm.ts';

/** Texts by field that are worth a look and block nothing. */
export type Remarks = (values: Values) => Readonly<Record<string, string | null | undefined>>;

export const RemarksContext = createContext<Remarks | undefined>(undefined);

/** What there is to remark on a field as the form stands; draws the field anew only when that changes. */
export function useRemark(name: string): string | null {
  const remarks = use(RemarksContext);
  return useWatch({ compute: (values: Values) => remarks?.(values)[name] ?? null });
}
