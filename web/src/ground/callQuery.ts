import type { Operation } from '@aapurti/contract/ground/operation';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';

import { call, type CallOptions } from './api.ts';
import { queryClient } from './queries.ts';

/** The query of a call: its data, cached by the operation's id and input. */
export const callQuery = <O extends Operation>(operation: O, asked: Pick<CallOptions<O>, 'params' | 'query'> = {}) =>
  queryOptions({
    queryKey: [operation.id, ...Object.values(asked.params ?? {}), ...Object.values(asked.query ?? {})],
    queryFn: async ({ signal }) => (await call(operation, { ...asked, signal })).data,
  });

/** A read by id: its 200 answer is an array of the one record. */
export type ReadOperation<Row> = Operation<z.ZodType, z.ZodType, z.ZodType, { readonly 200: z.ZodType<Row[]> }>;

/** The query of one record by its id; null if it does not exist. */
export const recordQuery = <Row>(operation: ReadOperation<Row>, id: string) =>
  queryOptions({
    queryKey: [operation.id, id],
    queryFn: async ({ signal }): Promise<Row | null> => (await call(operation, { params: { id }, signal })).data[0] ?? null,
  });

type Named = readonly { readonly id: string }[];

/** The mark of queries that every screen shows, for example the counts of the menu, and of the counts above a list. */
export const ON_EVERY_SCREEN = { isOnEveryScreen: true };

const renewMarked = () =>
  void queryClient.refetchQueries(
    { type: 'active', stale: true, predicate: ({ meta }) => meta === ON_EVERY_SCREEN },
    { cancelRefetch: false },
  );

/** Reloads the visible data of the operations, and the counts above a list. */
export async function renewed(operations: Named): Promise<void> {
  const read = Promise.all(operations.map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] })));
  renewMarked();
  await read;
}

/** Marks the data of the operations as stale: it is reloaded when it is next shown, which is immediately for data on every screen. */
export async function outdated(operations: Named): Promise<void> {
  await Promise.all(operations.map(({ id }) => queryClient.invalidateQueries({ queryKey: [id], refetchType: 'none' })));
  renewMarked();
}
