import { messages as reviewMessages, priceReview } from '@aapurti/contract/priceReview';
import { messages, type Product, products, type Undecided } from '@aapurti/contract/products';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { ApiError, call } from '../api.ts';
import type { Selection } from '../list/selection.ts';
import { toast } from '../ui/toast.tsx';
import { ChangedProducts } from './ChangedProducts.tsx';

export type SeenProduct = Pick<Product, '_id' | 'updatedAt'> & Partial<Product>;

/** Approved, disapproved, or refused for a reason. */
type Decision = { approve: boolean } | { refuse: string };

interface Deciding {
  decide: (decision: Decision) => void;
  /** The decision that is being sent. */
  pending: Decision | undefined;
  /** Shows what has changed since it was seen. */
  window: ReactNode;
}

/**
 * Decides on the selected prices as they were seen. What has changed since is left out and shown.
 * @param reselect the products left out, as they are now.
 */
export function useDecision<Row extends SeenProduct>(
  selection: Selection<Row>,
  reselect?: (changed: readonly Product[]) => void,
): Deciding {
  const client = useQueryClient();
  const [changed, setChanged] = useState<{ seen: readonly SeenProduct[]; undecided: Undecided } | null>(null);
  const refresh = () => Promise.all([products.list.id, priceReview.list.id].map((list) => client.invalidateQueries({ queryKey: [list] })));
  const change = useMutation({
    mutationKey: [products.approve.id],
    mutationFn: async (decision: Decision): Promise<unknown> => {
      const productIdList = selection.rows.map(({ _id }) => _id);
      const versions = Object.fromEntries(selection.rows.map(({ _id, updatedAt }) => [_id, updatedAt]));
      return 'refuse' in decision
        ? call(priceReview.refuse, { body: { productIdList, versions, reason: decision.refuse } })
        : call(products.approve, { body: { productIdList, versions, priceApproval: decision.approve } });
    },
    async onSuccess(_reply, decision) {
      toast.success('refuse' in decision ? reviewMessages.refused : decision.approve ? messages.approved : messages.disapproved);
      selection.clear();
      await refresh();
    },
    onError(error) {
      if (error instanceof ApiError && [403, 422].includes(error.status))
        return toast.error(Object.values(error.errors)[0] ?? error.message);
      if (!(error instanceof ApiError) || error.status !== 409) return toast.error(messages.approvalFailed);
      const undecided = error.data as Undecided;
      setChanged({ seen: selection.rows, undecided });
      selection.clear();
      reselect?.(undecided.changed);
      return refresh();
    },
  });
  return {
    /** The second click of a double click comes before the buttons are drawn anew. */
    decide(decision) {
      if (client.isMutating({ mutationKey: [products.approve.id] }) === 0) change.mutate(decision);
    },
    pending: change.isPending ? change.variables : undefined,
    window: changed === null ? null : <ChangedProducts {...changed} stays={reselect !== undefined} onClose={() => setChanged(null)} />,
  };
}
