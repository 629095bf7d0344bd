import { nextChallanNumber } from '@aapurti/contract/dispatch-notes/challanNumbers';
import { type DispatchNote, dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { call } from '../ground/api.ts';
import type { ContractForm } from '../form/useContractForm.ts';

/** Fills in the number that follows the issuer's last one: the vendor's, or the buyer's over all vendors. A new note's number follows its date while nobody has typed another. */
export function useNumberProposal<Output>(
  form: ContractForm<Output>,
  { vendorId, issuer }: { vendorId: string; issuer: DispatchNote['issuer'] },
  day: string,
  isStored: boolean,
): void {
  const { getValues, setValue } = form;
  const proposed = useRef('');
  const { data: last } = useQuery({
    queryKey: [dispatchNotes.list.id, 'last of', issuer, vendorId],
    queryFn: async ({ signal }) =>
      (await call(dispatchNotes.list, { query: { page: 1, pageSize: 1, issuer, userID: issuer === 'buyer' ? '' : vendorId }, signal }))
        .data[0] ?? null,
    enabled: !isStored && vendorId !== '',
  });
  const next = last === undefined ? null : nextChallanNumber(last && { number: last.DCNumber, day: last.challanDate }, day);

  useEffect(() => {
    if (isStored || next === null) return;
    const now = getValues('DCNumber');
    if (now === next || (now !== '' && now !== proposed.current)) return;
    proposed.current = next;
    setValue('DCNumber', next);
  }, [getValues, setValue, isStored, next]);
}
