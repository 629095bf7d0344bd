import type { MemoKind } from '@aapurti/contract/memos/memoMessages';

import { urls } from '../urls.ts';

/** The addresses of each kind's screens. */
export const memoUrls: Readonly<Record<MemoKind, { list: string; create: string; edit: (id: string) => string }>> = {
  debit: { list: urls.debitMemos, create: urls.debitMemoCreate, edit: urls.debitMemoEdit },
  credit: { list: urls.creditMemos, create: urls.creditMemoCreate, edit: urls.creditMemoEdit },
};
