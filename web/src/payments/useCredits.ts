import { type Allocation, allocations } from '@aapurti/contract/payments/account';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';

/** A document with an amount on account. */
export interface Credit {
  /** The kind and id, for example `memo 31`. */
  key: string;
  name: string;
  /** The number or reference, or else the id, so that no two credits share it. */
  number: string;
  /** The address of its page; an opening balance has none. */
  href?: string;
  day: string;
  left: number;
}

const CREDIT_IDS = ['paymentId', 'memoId', 'openingId'] as const;
const MEMOS = { debit: ['Debit memo', 'debitMemo'], credit: ['Credit memo', 'creditMemo'] } as const;

/** The name and page of the document that a credit comes from. */
function documentOf({ paymentId, memoId, memoKind }: Allocation): Pick<Credit, 'name' | 'href'> {
  if (paymentId !== null) return { name: 'Payment', href: urls.document('payment', paymentId) };
  if (memoId === null || memoKind === null) return { name: 'Opening balance' };
  const [name, kind] = MEMOS[memoKind];
  return { name, href: urls.document(kind, memoId) };
}

/** The credits on account, oldest first; an amount owed as opening balance is not a credit. */
function creditsOf(rows: readonly Allocation[]): Credit[] {
  const found = new Map<string, Omit<Credit, 'left'> & { left: Decimal }>();
  for (const row of rows) {
    const kind = CREDIT_IDS.find((id) => row[id] !== null);
    if (kind === undefined) continue;
    const key = `${kind} ${row[kind]}`;
    const number = row.number ?? t('No. {id}', { id: row[kind] ?? '' });
    const known = found.get(key) ?? { key, ...documentOf(row), number, day: row.day, left: new Decimal(0) };
    found.set(key, { ...known, left: known.left.plus(row.amount) });
  }
  return [...found.values()].filter(({ left }) => left.gt(0)).map((credit) => ({ ...credit, left: credit.left.toNumber() }));
}

/** The credits on account of a vendor, or of the user's own company if none is named. */
export function useCredits(userID: string, enabled = true) {
  return useQuery({
    queryKey: [allocations.list.id, 'onAccount', userID],
    queryFn: async ({ signal }) =>
      creditsOf((await call(allocations.list, { query: { ...(userID === '' ? {} : { userID }), onAccount: 'true' }, signal })).data),
    enabled,
  });
}
