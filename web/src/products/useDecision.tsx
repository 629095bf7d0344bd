import { accounts } from '@aapurti/contract/vendors/accounts';
import { showNumber } from '@aapurti/contract/ground/fields';
import { messages as reviewMessages, priceReview } from '@aapurti/contract/products/priceReview';
import { DECIDED_MAX, messages, type Product, products, type Undecided } from '@aapurti/contract/products/products';
import { type RefusalCause } from '@aapurti/contract/products/refusalCauses';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { ApiError, call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { queryClient } from '../ground/queries.ts';
import type { Selection } from '../list/selection.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';
import type { Done } from './UndoDecision.tsx';
import { onDemand } from '../ui/onDemand.tsx';

// Shown only where somebody changed a product meanwhile.
const ChangedProducts = onDemand(async () => (await import('./ChangedProducts.tsx')).ChangedProducts);

export type SeenProduct = Pick<Product, '_id' | 'updatedAt'> & Partial<Product>;

/** A reason of stock or one's own, and a price that would be approved. */
export interface Refusal {
  cause: RefusalCause | undefined;
  reason: string;
  acceptablePrice: string;
}

/** Approved, disapproved, or refused for a reason. */
type Decision = { approve: boolean } | { refuse: Refusal };

export interface Deciding {
  /** Asks first where nobody has seen all that is selected. */
  decide: (decision: Decision) => void;
  /** The decision that is being sent. */
  pending: Decision | undefined;
  /** Asks, and shows what has changed since it was seen. For the page itself: the actions go with the selection. */
  windows: ReactNode;
}

interface Decided {
  seen: readonly SeenProduct[];
  undecided: Undecided;
}

/** More than a page can show: nobody has seen them all, so it is said first what happens. */
const ASKED_FROM = 50;

/**
 * Decides on the selected prices as they were seen, at most 1,000 a call. What has changed since is left out and shown.
 * @param reselect the products left out, as they are now.
 * @param onDone the products that were decided on.
 */
export function useDecision<Row extends SeenProduct>(
  selection: Selection<Row>,
  reselect?: (changed: readonly Product[]) => void,
  onDone?: (done: Done) => void,
): Deciding {
  const [changed, setChanged] = useState<Decided | null>(null);
  const [asked, setAsked] = useState<boolean | null>(null);
  const refresh = () => renewed([products.list, products.get, priceReview.list, accounts.counts]);
  const change = useMutation({
    mutationKey: [products.approve.id],
    mutationFn: async (decision: Decision): Promise<Decided> => {
      const undecided: Undecided = { changed: [], done: 0 };
      const seen = selection.rows;
      for (let first = 0; first < seen.length; first += DECIDED_MAX) {
        const rows = seen.slice(first, first + DECIDED_MAX);
        const { changed: left, done } = await decideOn(rows, decision);
        undecided.changed.push(...left);
        undecided.done += done;
        // A later call may fail: what is decided is not sent again.
        selection.set(rows, false);
      }
      return { seen, undecided };
    },
    async onSuccess(decided, decision) {
      const left = decided.undecided.changed;
      const done = decided.seen.filter(({ _id }) => left.every((each) => each._id !== _id));
      if (done.length > 0) onDone?.({ ids: done.map(({ _id }) => _id), approved: 'approve' in decision && decision.approve });
      if (left.length > 0) {
        setChanged(decided);
        reselect?.(left);
      } else {
        toast.success('refuse' in decision ? reviewMessages.refused : decision.approve ? messages.approved : messages.disapproved);
      }
      await refresh();
    },
    onError(error) {
      const isTold = error instanceof ApiError && [403, 422].includes(error.status);
      toast.error(isTold ? (Object.values(error.errors)[0] ?? error.message) : messages.approvalFailed);
      return refresh();
    },
  });
  /** The second click of a double click comes before the buttons are drawn again. */
  function send(decision: Decision) {
    if (queryClient.isMutating({ mutationKey: [products.approve.id] }) === 0) change.mutate(decision);
  }
  return {
    decide(decision) {
      if ('approve' in decision && selection.rows.length > ASKED_FROM) setAsked(decision.approve);
      else send(decision);
    },
    pending: change.isPending ? change.variables : undefined,
    windows: (
      <>
        <ConfirmModal
          opened={asked !== null}
          onClose={() => setAsked(null)}
          onConfirm={() => send({ approve: asked === true })}
          title={asked === true ? 'Approve prices' : 'Disapprove prices'}
          confirm={asked === true ? 'Approve' : 'Disapprove'}
          danger={asked === false}
        >
          {consequence(selection.rows, asked === true)}
        </ConfirmModal>
        {changed !== null && <ChangedProducts {...changed} stays={reselect !== undefined} onClose={() => setChanged(null)} />}
      </>
    ),
  };
}

/** One call. @returns what was left out, since it has changed, and how many were decided. */
async function decideOn(rows: readonly SeenProduct[], decision: Decision): Promise<Undecided> {
  const productIdList = rows.map(({ _id }) => _id);
  const versions = Object.fromEntries(rows.map(({ _id, updatedAt }) => [_id, updatedAt]));
  try {
    await ('refuse' in decision
      ? call(priceReview.refuse, { body: { productIdList, versions, ...decision.refuse } })
      : call(products.approve, { body: { productIdList, versions, priceApproval: decision.approve } }));
    return { changed: [], done: rows.length };
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return error.data as Undecided;
    throw error;
  }
}

function consequence(selected: readonly SeenProduct[], approves: boolean): string {
  const changing = selected.filter(({ priceApproval }) => priceApproval !== approves);
  const vendors = new Set(changing.map(({ userID }) => userID)).size;
  return t(
    'The prices of {goods} products of {vendors, plural, one {# vendor} other {# vendors}} will be {decision, select, yes {approved} other {disapproved}}, and the vendors are notified by e-mail. Prices that changed after you selected them are skipped and shown to you.',
    { goods: showNumber(changing.length), vendors, decision: approves ? 'yes' : 'no' },
  );
}
