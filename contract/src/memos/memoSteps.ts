import { mayCall } from '../access/roles.ts';
import type { Link, Reader } from '../comments/linkedSteps.ts';
import { showDate } from '../ground/fields.ts';
import type { Step } from '../ground/steps.ts';
import type { MemoKind } from './memoMessages.ts';
import { effectOf, type Memo } from './memos.ts';

export type StepMemo = Pick<Memo, 'status' | 'issuer' | 'memoDate' | 'createdAt' | 'invoiceId' | 'paymentId'>;

export type MemoDecision = 'accept' | 'reject' | 'reverse';

/** The decisions that a party may take on a memo. The server decides, and refuses one's own entry. */
export function memoDecisions({ issuer, status }: Pick<Memo, 'issuer' | 'status'>, kind: MemoKind, isBuyers: boolean): MemoDecision[] {
  const { lowers } = effectOf(kind, issuer);
  const isIssuer = isBuyers === (issuer === 'buyer');
  if (status === 'open')
    return [...(lowers === isBuyers ? [] : ['accept' as const]), ...(isIssuer ? ['reverse' as const] : lowers ? [] : ['reject' as const])];
  if (status !== 'accepted') return [];
  return (lowers ? isBuyers : isIssuer) ? ['reverse'] : [];
}

/** True for a memo that changes the payable amount once it is accepted; without an invoice, only a vendor's credit does, on account. */
const hasEffect = ({ invoiceId, issuer }: StepMemo, kind: MemoKind) => invoiceId !== null || (kind === 'credit' && issuer === 'vendor');

/** The steps of a memo from its entry to the account. */
export function memoSteps(memo: StepMemo, kind: MemoKind, linked: readonly Link[]): Step[] {
  const { status, issuer, memoDate, createdAt, invoiceId, paymentId } = memo;
  const invoice = linked.find(({ documentKind }) => documentKind === 'invoice');
  const isAccepted = status === 'accepted' || status === 'answered';
  const accepts = effectOf(kind, issuer).lowers ? 'vendor' : 'buyer';
  return [
    { name: 'Entered', state: 'done', note: showDate(memoDate ?? createdAt) },
    status === 'reversed'
      ? { name: 'Accepted', state: 'failed', note: 'Reversed' }
      : isAccepted
        ? {
            name: 'Accepted',
            state: 'done',
            note: status === 'answered' ? 'Settled by another memo' : paymentId === null ? null : 'Deducted by a payment',
          }
        : { name: 'Accepted', state: 'now', note: accepts === 'vendor' ? 'Waiting for the vendor' : 'Waiting for the buyer' },
    {
      name: 'Set off',
      ...(status === 'reversed' || status === 'answered' || !hasEffect(memo, kind)
        ? { state: 'skipped', note: hasEffect(memo, kind) ? null : 'Without an invoice' }
        : { state: isAccepted ? 'done' : 'todo', note: invoiceId === null ? 'On account' : (invoice?.number ?? null) }),
    },
  ];
}

/** The next step that a member can take for a memo: accepting it, if the member's company and roles allow it. */
export function nextMemoStep(memo: StepMemo, kind: MemoKind, { isBuyers, roles }: Reader): 'accept' | null {
  return memoDecisions(memo, kind, isBuyers).includes('accept') && mayCall('memos', roles) ? 'accept' : null;
}

/** The problems of a memo: without an invoice it changes nothing, and the reason for a reversal is in its history. */
export function memoProblems(memo: StepMemo, kind: MemoKind): ('noInvoice' | 'reversed')[] {
  if (memo.status === 'reversed') return ['reversed'];
  return memo.status !== 'answered' && !hasEffect(memo, kind) ? ['noInvoice'] : [];
}
