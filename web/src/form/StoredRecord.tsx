import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { call } from '../ground/api.ts';
import type { ReadOperation } from '../ground/callQuery.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';

interface StoredRecordProps<Row> {
  operation: ReadOperation<Row>;
  id: string;
  /** The time between two readings of the record while the form is open, in milliseconds: for links that end. Never, unless given. */
  renewEvery?: number;
  children: (record: Row) => ReactNode;
}

/** Wraps a form that changes a record: loads the record when the form opens, or shows 'Data not found'. */
export function StoredRecord<Row>({ operation, id, renewEvery, children }: StoredRecordProps<Row>) {
  const query = useQuery({
    queryKey: [operation.id, id, 'form'],
    queryFn: async ({ signal }): Promise<Row | null> => (await call(operation, { params: { id }, signal })).data[0] ?? null,
    // The newest when the form opens, and that one while it is open.
    gcTime: 0,
    ...(renewEvery === undefined ? { staleTime: Infinity } : { refetchInterval: renewEvery }),
  });
  return query.data ? children(query.data) : <NotLoaded query={query} sign />;
}
