import type { PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import type { ContractForm } from '../form/useContractForm.ts';
import { openLinesOf } from './useGoodsValue.ts';
import { NO_PROPOSAL, PROPOSED, type Proposal, proposalOf } from './orderProposal.ts';

/**
 * Fills in what the order states. A field that still has the value of the previous order follows a change of the order; typed values stay.
 * A stored note is not changed until its order changes.
 */
export function useOrderProposal<Output>(form: ContractForm<Output>, order: PurchaseOrder | null | undefined, isStored: boolean): void {
  const { getValues, setValue } = form;
  const { isSubmitted } = form.formState;
  const last = useRef<Proposal | null>(null);
  const id = order?._id ?? '';
  const { data: lines } = useQuery(openLinesOf(id));
  const proposal = order === null ? NO_PROPOSAL : order === undefined || lines === undefined ? null : proposalOf(order, lines);
  const print = JSON.stringify(proposal);

  useEffect(() => {
    const before = last.current;
    if (proposal === null) return;
    last.current = proposal;
    if (before === null && isStored) return;
    for (const name of PROPOSED) {
      const now = getValues(name);
      if (now !== proposal[name] && (now === '' || now === before?.[name]))
        setValue(name, proposal[name], { shouldDirty: true, shouldValidate: isSubmitted });
    }
    // `print` changes exactly when the proposal does.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [print]);
}
