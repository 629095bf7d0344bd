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

// Loaded only if another user changed a product meanwhile.
const ChangedProducts = onDemand(async () => (await import('./ChangedProducts.tsx')).ChangedProducts);

export type SeenProduct = Pick<Product, '_id' | 'updatedAt'> & Partial<Product>;

/** A standard reason or the user's own, and an acceptable price. */
export interface Refusal {
  cause: RefusalCause | undefined;
  reason: string;
  acceptablePrice: string;
}

/** Approved, disapproved, or disapproved for a reason. */
type Decision = { approve: boolean } | { refuse: Refusal };

export interface Deciding {
  /** Asks first if the user has not seen the whole selection. */
  decide: (decision: Decision) => void;
  /** The decision that is being sent. */
  pending: Decision | undefined;
  /** The confirmation and the products that changed meanwhile, for the page to render: the actions belong to the selection. */
  windows: ReactNode;
}

interface Decided {
  seen: readonly SeenProduct[];
  undecided: Undecided;
}

/** The selection is larger than a page, so the user has not seen all of it and must confirm first. */
const ASKED_FROM = 50;

/**
 * Decides on the selected prices in the versions that the user saw, at most 1,000 per call. Prices that changed since are skipped and
 * shown.
 * @param reselect the skipped products in their current version.
 * @param onDone the decided products.
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
        // A later call may fail, so decided prices are not sent again.
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
  /** The second click of a double click comes before the buttons are rendered again. */
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

/** One call. @returns the skipped products, which have changed, and the number of decided ones. */
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
