import { useSyncExternalStore } from 'react';

import { passwordAsked } from '../../ground/passwordAsked.ts';
import { onDemand } from '../../ui/onDemand.tsx';

/** Loaded when the server first asks for a password. */
const PasswordDialog = onDemand(async () => (await import('./PasswordDialog.tsx')).PasswordDialog);

/** The place of the dialog that asks for the password, over whatever screen made the call. */
export function PasswordHost() {
  const [asked] = useSyncExternalStore(passwordAsked.subscribe, passwordAsked.get);
  if (asked === undefined) return null;
  return <PasswordDialog asked={asked} />;
}
