import type { Operation } from '@aapurti/contract/ground/operation';
import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { call, type CallOptions } from './api.ts';

/** The query of a call: its data, cached by the operation's id and what was asked. */
export const callQuery = <O extends Operation>(operation: O, asked: Pick<CallOptions<O>, 'params' | 'query'> = {}) =>
  queryOptions({
    queryKey: [operation.id, ...Object.values(asked.params ?? {}), ...Object.values(asked.query ?? {})],
    queryFn: async ({ signal }) => (await call(operation, { ...asked, signal })).data,
  });

/** Reads anew what is shown of the operations. */
export const renewed = (client: QueryClient, operations: readonly { id: string }[]) =>
  Promise.all(operations.map(({ id }) => client.invalidateQueries({ queryKey: [id] })));
