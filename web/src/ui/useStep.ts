import { useMutation } from '@tanstack/react-query';

import { renewed } from '../ground/callQuery.ts';
import { messageOf } from '../ground/api.ts';
import { toast } from './toast.tsx';

type Changes = readonly { id: string }[] | (() => Promise<unknown>);

/**
 * Runs a button's call: `onDone` receives its response, and the reason for a failure appears as a toast. In both cases, the data of the
 * operations in `changes` is loaded again.
 */
export function useAct<Data, Given = void>(
  send: (given: Given) => Promise<{ data: Data }>,
  changes: Changes,
  onDone: (data: Data) => unknown,
) {
  const step = useMutation({
    mutationFn: send,
    onSuccess: ({ data }) => onDone(data),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => (typeof changes === 'function' ? changes() : renewed(changes)),
  });
  return { ...step, run };

  /** Runs the call to its end; the reason for a failure has been shown by then. */
  async function run(given: Given): Promise<void> {
    await step.mutateAsync(given).catch(() => undefined);
  }
}

/** Runs a button's call whose message appears as a toast. */
export const useStep = <Given = void>(send: (given: Given) => Promise<{ data: { message: string } }>, changes: Changes) =>
  useAct(send, changes, ({ message }) => toast.success(message));
