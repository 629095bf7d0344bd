import { useMutation } from '@tanstack/react-query';

import { renewed } from '../ground/callQuery.ts';
import { messageOf } from '../ground/api.ts';
import { toast } from './toast.tsx';

type Changes = readonly { id: string }[] | (() => Promise<unknown>);

/**
 * A call that a button makes: `onDone` gets its answer, and the reason of a failure shows as a toast. Either way what was shown of the
 * operations of `changes` is read again.
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

  /** Takes the step to its end; a failure has shown its reason. */
  async function run(given: Given): Promise<void> {
    await step.mutateAsync(given).catch(() => undefined);
  }
}

/** A step that a button takes: its message shows as a toast. */
export const useStep = <Given = void>(send: (given: Given) => Promise<{ data: { message: string } }>, changes: Changes) =>
  useAct(send, changes, ({ message }) => toast.success(message));
