import { accounts } from '@aapurti/contract/vendors/accounts';
import { dispatchGoods, type DispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { type DispatchMove, mayMove } from '@aapurti/contract/dispatch-notes/dispatchRules';
import { IconArrowBackUp, IconCheck, IconCircleCheck, IconMapPinCheck, IconTruckDelivery, IconX } from '@tabler/icons-react';
import { type ReactElement, useState } from 'react';

import { call, messageOf } from '../../ground/api.ts';
import { renewed } from '../../ground/callQuery.ts';
import { queryClient } from '../../ground/queries.ts';
import type { Action } from '../../ui/ActionMenu.tsx';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSignedIn } from '../../access/session.ts';
import { useMay } from '../../access/useMay.ts';
import { t } from '../../words/words.ts';

const MOVES: Readonly<Record<DispatchMove, { label: string; icon: ReactElement }>> = {
  arrive: { label: 'Mark as arrived', icon: <IconMapPinCheck size={16} /> },
  ready: { label: 'Mark as ready', icon: <IconCheck size={16} /> },
  leave: { label: 'Mark as dispatched', icon: <IconTruckDelivery size={16} /> },
  close: { label: 'Close dispatch note', icon: <IconCircleCheck size={16} /> },
  draft: { label: 'Back to draft', icon: <IconArrowBackUp size={16} /> },
  cancel: { label: 'Cancel dispatch note', icon: <IconX size={16} /> },
};

interface Moving {
  goods: DispatchGoods;
  /** True if the lines have unsaved changes, which a change of status would lose. */
  isUnsaved: boolean;
  onMoved: () => void;
}

/** The status changes that the user can make, and the confirmation that one of them needs. */
export function useMoves({ goods, isUnsaved, onMoved }: Moving): { moves: ReadonlyMap<DispatchMove, Action>; question: ReactElement } {
  const may = useMay();
  const { isAdmin } = useSignedIn();
  const [busy, setBusy] = useState<DispatchMove | null>(null);
  const [cancelling, setCancelling] = useState(false);
  const { state, _id: id } = goods;

  async function go(move: DispatchMove) {
    if (isUnsaved && move !== 'cancel') {
      toast.error('Save the goods first.');
      return;
    }
    setBusy(move);
    const updatedAt = goods.updatedAt as never;
    try {
      const { data } =
        move === 'arrive'
          ? await call(dispatchGoods.arrive, { params: { id }, body: { updatedAt } })
          : await call(dispatchGoods.move, { params: { id }, body: { move, updatedAt } });
      queryClient.setQueryData([dispatchGoods.get.id, id], data.data);
      onMoved();
      await renewed([dispatchNotes.list, accounts.counts]);
      toast.success(data.message);
    } catch (error) {
      toast.error(messageOf(error));
      await queryClient.invalidateQueries({ queryKey: [dispatchGoods.get.id, id] });
    } finally {
      setBusy(null);
    }
  }

  const isAllowed = (move: DispatchMove) =>
    move === 'arrive' ? goods.lines.every(({ siteId }) => may(dispatchGoods.arrive.access, siteId)) : may(dispatchGoods.move.access);
  // A vendor can only mark the buyer's notes as arrived.
  const isOwn = isAdmin || goods.issuer === 'vendor';
  const all = Object.keys(MOVES) as DispatchMove[];
  const offered = all.filter((move) => state !== null && (isOwn || move === 'arrive') && mayMove(state, move) && isAllowed(move));
  return {
    moves: new Map(
      offered.map((move) => [
        move,
        {
          ...MOVES[move],
          loading: busy === move,
          disabled: busy !== null,
          onClick: () => (move === 'cancel' ? setCancelling(true) : void go(move)),
        },
      ]),
    ),
    question: (
      <ConfirmModal
        opened={cancelling}
        onClose={() => setCancelling(false)}
        onConfirm={() => go('cancel')}
        title="Cancel dispatch note"
        confirm="Cancel dispatch note"
      >
        {t('Its quantities become available for other dispatch notes. Its number is not reused.')}
      </ConfirmModal>
    ),
  };
}
