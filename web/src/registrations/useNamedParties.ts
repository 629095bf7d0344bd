import type { PartyFields } from '@aapurti/contract/ground/registrationRules';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import type { Values } from '../form/useContractForm.ts';

/**
 * Fills in the registrations of the document behind another one, for example an invoice's order. The user's choice stays. `PartyFields`
 * removes a registration that is not valid on the document's date.
 */
export function useNamedParties({ getValues, setValue }: UseFormReturn<Values, unknown, Values>, named: Partial<PartyFields> | null): void {
  const given = useRef<Values>({});
  const { vendorGST, buyerGST } = named ?? {};
  useEffect(() => {
    for (const [name, code] of Object.entries({ vendorGST, buyerGST })) {
      const value = getValues(name);
      if (!code || (value !== '' && value !== given.current[name])) continue;
      given.current[name] = code;
      setValue(name, code);
    }
  }, [vendorGST, buyerGST, getValues, setValue]);
}
