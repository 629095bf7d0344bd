import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { currentSession } from '../access/session.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { t } from '../words/words.ts';

interface UnsavedGuardProps {
  /** The form tracks its changes itself, because it may be changed before this guard has loaded. */
  isDirty: boolean;
  /** True while a submit runs, and after it until `onClean`. */
  isLeaving: () => boolean;
  /** The form now has no unsaved changes. */
  onClean: () => void;
  /** Called when the user discards the input. */
  onLeave?: () => void;
  /** The question, if more than changes would be lost. */
  title?: string;
  words?: string;
}

/** Includes the query, which may name the record of the form. */
function address({ pathname, search }: { pathname: string; search: object }): string {
  return pathname + JSON.stringify(search);
}

/** Asks before a changed form is left, also by the browser's own buttons. */
export function UnsavedGuard({
  isDirty,
  isLeaving,
  onClean,
  onLeave,
  title = 'Unsaved changes',
  words = 'Your changes are not saved.',
}: UnsavedGuardProps) {
  const [token] = useState(() => currentSession()?.token);

  useEffect(() => {
    if (!isDirty) onClean();
  }, [isDirty, onClean]);

  /** The end of a session leads to the login page without a question. */
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
      confirm="Leave page"
      close="Stay"
      onConfirm={() => {
        onLeave?.();
        blocker.proceed?.();
      }}
      onClose={() => blocker.reset?.()}
    >
      {t('{words} Leave this page anyway?', { words })}
    </ConfirmModal>
  );
}
