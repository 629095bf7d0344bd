import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { currentSession } from '../session.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';

interface UnsavedGuardProps {
  /** Followed by the form itself: it may be changed before this guard has loaded. */
  isDirty: boolean;
  /** True while a submit runs, and after it until `onClean`. */
  isLeaving: () => boolean;
  /** The form holds no changes: what is typed from now on is at stake again. */
  onClean: () => void;
  /** Where more than changes is at stake. */
  title?: string;
  words?: string;
}

/** With the query: it may name what the form is about. */
function address({ pathname, search }: { pathname: string; search: object }): string {
  return pathname + JSON.stringify(search);
}

/** Asks before a changed form is left, also by the browser's own buttons. */
export function UnsavedGuard({
  isDirty,
  isLeaving,
  onClean,
  title = 'Unsaved changes',
  words = 'What you changed here is not saved.',
}: UnsavedGuardProps) {
  const [token] = useState(() => currentSession()?.token);

  useEffect(() => {
    if (!isDirty) onClean();
  }, [isDirty, onClean]);

  /** A session that ended leads to the login page at once: there is nothing to stay for. */
  const atStake = () => isDirty && !isLeaving() && currentSession()?.token === token;

  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => address(current) !== address(next) && atStake(),
    enableBeforeUnload: atStake,
    withResolver: true,
  });

  return (
    <ConfirmModal
      opened={blocker.status === 'blocked'}
      title={title}
      confirm="Leave"
      close="Stay"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {words} Leave this page all the same?
    </ConfirmModal>
  );
}
