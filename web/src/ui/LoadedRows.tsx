import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { t } from '../words/words.ts';
import { NotLoaded } from './NotLoaded.tsx';

interface LoadedRowsProps<Row> {
  query: Pick<UseQueryResult<readonly Row[]>, 'data' | 'error' | 'isPending' | 'isFetching' | 'refetch'>;
  /** The text for an empty list. */
  none: string;
  className?: string | undefined;
  children: (rows: readonly Row[]) => ReactNode;
}

/** The rows of a small list, or the reason for having none: loading, failed, empty. */
export function LoadedRows<Row>({ query, none, className, children }: LoadedRowsProps<Row>) {
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} sign />;
  if (data.length === 0) return <p className={className}>{t(none)}</p>;
  return children(data);
}
