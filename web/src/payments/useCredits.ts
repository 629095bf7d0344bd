import { type Allocation, allocations } from '@aapurti/contract/payments/account';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';

/** A document of which a part stands on account. */
export interface Credit {
  /** The kind and the id, such as `memo 31`. */
  key: string;
  name: string;
  /** Its own number or reference, else its id: no two credits have the same. */
  number: string;
  /** Its page; an opening balance has none. */
  href?: string;
  day: string;
  left: number;
}

const CREDIT_IDS = ['paymentId', 'memoId', 'openingId'] as const;
const MEMOS = { debit: ['Debit memo', 'debitMemo'], credit: ['Credit memo', 'creditMemo'] } as const;

/** The words for the document that a credit comes from, and its page. */
function documentOf({ paymentId, memoId, memoKind }: Allocation): Pick<Credit, 'name' | 'href'> {
  if (paymentId !== null) return { name: 'Payment', href: urls.document('payment', paymentId) };
  if (memoId === null || memoKind === null) return { name: 'Opening balance' };
  const [name, kind] = MEMOS[memoKind];
  return { name, href: urls.document(kind, memoId) };
}

/** The credits among what stands on account, the oldest first; what is owed at first is none. */
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

/** The credits of a vendor that stand on account; of the caller's own company where none is named. */
export function useCredits(userID: string, enabled = true) {
  return useQuery({
    queryKey: [allocations.list.id, 'onAccount', userID],
    queryFn: async ({ signal }) =>
      creditsOf((await call(allocations.list, { query: { ...(userID === '' ? {} : { userID }), onAccount: 'true' }, signal })).data),
    enabled,
  });
}
