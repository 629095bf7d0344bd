import { lazy, Suspense, useSyncExternalStore } from 'react';

import { passwordAsked } from '../../ground/passwordAsked.ts';

/** Loaded when the server first asks for a password. */
const PasswordDialog = lazy(() => import('./PasswordDialog.tsx').then((module) => ({ default: module.PasswordDialog })));

/** The place of the dialog that asks for the password, over whatever screen made the call. */
export function PasswordHost() {
  const [asked] = useSyncExternalStore(passwordAsked.subscribe, passwordAsked.get);
  if (asked === undefined) return null;
  return (
    <Suspense fallback={null}>
      <PasswordDialog asked={asked} />
    </Suspense>
  );
}
