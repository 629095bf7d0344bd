import { accounts } from '@aapurti/contract/vendors/accounts';
import { linkedDocuments } from '@aapurti/contract/comments/linkedDocuments';
import { type MemoKind, messages } from '@aapurti/contract/memos/memoMessages';
import { effectOf, type Memo, memos } from '@aapurti/contract/memos/memos';
import { type MemoDecision, memoDecisions } from '@aapurti/contract/memos/memoSteps';
import { showMoney } from '@aapurti/contract/ground/fields';
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import { useSignedIn } from '../access/session.ts';
import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import type { RowAction } from '../list/rowActions.tsx';
import { forgetFigures } from '../payments/forgetFigures.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { ReasonModal } from '../ui/ReasonModal.tsx';
import { useStep } from '../ui/useStep.ts';
import { t } from '../words/words.ts';

const ICON = { size: 17, stroke: 1.7 };
const LOOKS: Readonly<Record<MemoDecision, { label: string; icon: ReactNode }>> = {
  accept: { label: 'Accept', icon: <IconCheck {...ICON} /> },
  reject: { label: 'Reject', icon: <IconX {...ICON} /> },
  reverse: { label: 'Reverse', icon: <IconArrowBackUp {...ICON} /> },
};

/** The actions that decide on memos of a kind, and the confirmation window. */
export function useMemoDecisions(kind: MemoKind): { actions: (memo: Memo) => RowAction[]; window: ReactNode } {
  const { isAdmin } = useSignedIn();
  const [asked, setAsked] = useState<{ memo: Memo; decision: MemoDecision } | null>(null);
  const calls = memos[kind];

  async function refresh() {
    await forgetFigures();
    await renewed([calls.list, calls.get, linkedDocuments.get, accounts.counts]);
  }

  const accept = useStep(({ _id, updatedAt }: Memo) => call(calls.accept, { params: { id: _id }, body: { updatedAt } }), refresh);

  async function takeBack(memo: Memo, reason: string) {
    const { data } = await call(calls.reverse, { params: { id: memo._id }, body: { reason } });
    await refresh();
    return data.message;
  }

  const close = () => setAsked(null);
  const amount = showMoney(asked?.memo.amount ?? 0);
  return {
    actions: (memo) =>
      memoDecisions(memo, kind, isAdmin).map((decision) => ({
        ...LOOKS[decision],
        access: calls.accept.access,
        onClick: () => setAsked({ memo, decision }),
      })),
    window:
      asked === null ? null : asked.decision === 'accept' ? (
        <ConfirmModal
          opened
          onClose={close}
          onConfirm={() => accept.run(asked.memo)}
          title="Accept memo"
          confirm="Accept memo"
          danger={false}
        >
          {effectOf(kind, asked.memo.issuer).lowers
            ? t('{amount} is deducted from the amount payable to the vendor.', { amount })
            : t('{amount} is added to the amount payable to the vendor.', { amount })}
        </ConfirmModal>
      ) : (
        <ReasonModal
          title={asked.decision === 'reject' ? 'Reject memo' : 'Reverse memo'}
          confirm={asked.decision === 'reject' ? 'Reject memo' : 'Reverse memo'}
          consequence="The memo no longer changes the payable amount. The other party can read your reason."
          missing={messages.noReason}
          onClose={close}
          onConfirm={(reason) => takeBack(asked.memo, reason)}
        />
      ),
  };
}
