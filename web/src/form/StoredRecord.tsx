import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { call } from '../ground/api.ts';
import type { ReadOperation } from '../ground/callQuery.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';

interface StoredRecordProps<Row> {
  operation: ReadOperation<Row>;
  id: string;
  /** The interval in milliseconds at which the record is read again while the form is open, for links that expire. Never by default. */
  renewEvery?: number;
  children: (record: Row) => ReactNode;
}

/** Wraps a form that changes a record: loads the record when the form opens, or shows 'Data not found'. */
export function StoredRecord<Row>({ operation, id, renewEvery, children }: StoredRecordProps<Row>) {
  const query = useQuery({
    queryKey: [operation.id, id, 'form'],
    queryFn: async ({ signal }): Promise<Row | null> => (await call(operation, { params: { id }, signal })).data[0] ?? null,
    // The form uses the newest record at its opening, and keeps that one while it is open.
    gcTime: 0,
    ...(renewEvery === undefined ? { staleTime: Infinity } : { refetchInterval: renewEvery }),
  });
  return query.data ? children(query.data) : <NotLoaded query={query} sign />;
}
