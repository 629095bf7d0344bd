import { createContext, use } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import type { Values } from './useContractForm.ts';

/** Texts by field that are worth a look and block nothing. */
export type Remarks = (values: Values) => Readonly<Record<string, string | null | undefined>>;

export const RemarksContext = createContext<Remarks | undefined>(undefined);

/** What there is to remark on a field as the form stands; draws the field anew only when that changes. */
export function useRemark(name: string): string | null {
  const remarks = use(RemarksContext);
  const { getValues } = useFormContext<Values>();
  useWatch({ compute: (values: Values) => remarks?.(values)[name] ?? null });
  // Not the watched text: remarks may also come later than the values that they are about, from the server.
  return remarks?.(getValues())[name] ?? null;
}
