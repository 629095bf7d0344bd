import { mayCall } from '../access/roles.ts';
import type { Link, Reader } from '../comments/linkedSteps.ts';
import type { Step } from '../ground/steps.ts';

const claimOf = (linked: readonly Link[]) =>
  linked.findLast(({ documentKind, state }) => documentKind === 'debitMemo' && state !== 'reversed') ??
  linked.findLast(({ documentKind }) => documentKind === 'debitMemo');

/** The steps of returned goods, from their receipt to the memo that deducts them from the invoice. */
export function returnSteps(linked: readonly Link[]): Step[] {
  const receipt = linked.find(({ documentKind }) => documentKind === 'receipt');
  const claim = claimOf(linked);
  const isOver = claim?.state === 'accepted' || claim?.state === 'answered';
  return [
    receipt === undefined ? { name: 'Received', state: 'skipped', note: null } : { name: 'Received', state: 'done', note: receipt.number },
    { name: 'Returned', state: 'done', note: null },
    claim === undefined
      ? { name: 'Claimed', state: 'todo', note: 'No claim yet' }
      : claim.state === 'reversed'
        ? { name: 'Claimed', state: 'failed', note: 'Reversed' }
        : { name: 'Claimed', state: 'done', note: claim.number },
    {
      name: 'Settled',
      state: isOver ? 'done' : claim?.state === 'open' ? 'now' : claim === undefined ? 'todo' : 'skipped',
      note: claim?.state === 'open' ? 'Waiting for the vendor' : null,
    },
  ];
}

/** The next step that a member can take for a return: the vendor settles the claim that results from it. */
export function nextReturnStep(linked: readonly Link[], { isBuyers, roles }: Reader): { step: 'answer'; claim: Link } | null {
  const claim = claimOf(linked);
  return claim?.state === 'open' && !isBuyers && mayCall('memos', roles) ? { step: 'answer', claim } : null;
}
