import type { PartyFields } from '@aapurti/contract/ground/registrationRules';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import type { Values } from '../form/useContractForm.ts';

/**
 * Fills in the registrations that the document names on which another rests, such as an invoice's order. What somebody chose stays.
 * `PartyFields` takes back what does not hold on the day of the other.
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
