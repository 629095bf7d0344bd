import { accounts } from '@aapurti/contract/vendors/accounts';
import { dispatchGoods, type DispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { type DispatchMove, mayMove } from '@aapurti/contract/dispatch-notes/dispatchRules';
import { useState } from 'react';

import { call, messageOf } from '../../ground/api.ts';
import { renewed } from '../../ground/callQuery.ts';
import { queryClient } from '../../ground/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { toast } from '../../ui/toast.tsx';
import { useSignedIn } from '../../access/session.ts';
import { useMay } from '../../access/useMay.ts';
import { t } from '../../words/words.ts';

const LABELS: Readonly<Record<DispatchMove, string>> = {
  ready: 'Mark as ready',
  draft: 'Back to draft',
  leave: 'Mark as dispatched',
  arrive: 'Mark as arrived',
  close: 'Close dispatch note',
  cancel: 'Cancel dispatch note',
};
/** The moves in the order of the buttons. */
const ALL: readonly DispatchMove[] = ['cancel', 'draft', 'ready', 'leave', 'arrive', 'close'];
const QUIET: readonly DispatchMove[] = ['cancel', 'draft'];

/** The buttons for what may happen to a note next, or the one that is named. */
export function MoveButtons({ goods, only }: { goods: DispatchGoods; only?: DispatchMove }) {
  const may = useMay();
  const { isAdmin } = useSignedIn();
  const [busy, setBusy] = useState<DispatchMove | null>(null);
  const [cancelling, setCancelling] = useState(false);
  const { state, _id: id } = goods;
  if (state === null) return null;

  async function go(move: DispatchMove) {
    setBusy(move);
    const updatedAt = goods.updatedAt as never;
    try {
      const { data } =
        move === 'arrive'
          ? await call(dispatchGoods.arrive, { params: { id }, body: { updatedAt } })
          : await call(dispatchGoods.move, { params: { id }, body: { move, updatedAt } });
      queryClient.setQueryData([dispatchGoods.get.id, id], data.data);
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
  // The vendor only says that what the buyer sent has arrived.
  const isOwn = isAdmin || goods.issuer === 'vendor';
  const isOffered = (move: DispatchMove) => (only === undefined || move === only) && (isOwn || move === 'arrive');
  const shown = ALL.filter((move) => isOffered(move) && mayMove(state, move) && isAllowed(move));
  return (
    <>
      {shown.map((move) => (
        <Button
          label={LABELS[move]}
          key={move}
          variant={QUIET.includes(move) || (move === 'arrive' && !isAdmin) ? 'default' : 'filled'}
          loading={busy === move}
          disabled={busy !== null}
          onClick={() => (move === 'cancel' ? setCancelling(true) : void go(move))}
        />
      ))}
      <ConfirmModal
        opened={cancelling}
        onClose={() => setCancelling(false)}
        onConfirm={() => go('cancel')}
        title="Cancel dispatch note"
        confirm="Cancel dispatch note"
      >
        {t('Its quantities become available for other dispatch notes. Its number is not reused.')}
      </ConfirmModal>
    </>
  );
}
