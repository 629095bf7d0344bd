import { useMutation } from '@tanstack/react-query';

import { renewed } from '../ground/callQuery.ts';
import { messageOf } from '../ground/api.ts';
import { toast } from './toast.tsx';

/**
 * A step that a button takes: its message shows as a toast, as does the reason of a failure. Either way what was shown of the operations
 * of `changes` is read anew.
 */
export function useStep<Given = void>(
  send: (given: Given) => Promise<{ data: { message: string } }>,
  changes: readonly { id: string }[] | (() => Promise<unknown>),
) {
  const step = useMutation({
    mutationFn: send,
    onSuccess: ({ data }) => toast.success(data.message),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => (typeof changes === 'function' ? changes() : renewed(changes)),
  });
  return { ...step, run };

  /** Takes the step to its end; a failure has shown its reason. */
  async function run(given: Given): Promise<void> {
    await step.mutateAsync(given).catch(() => undefined);
  }
}
