import { accounts, messages } from '@aapurti/contract/vendors/accounts';

import { call } from '../ground/api.ts';
import { endSession } from './session.ts';
import { toast } from '../ui/toast.tsx';

/** Ends the session in the browser immediately, whether or not the call that revokes the token succeeds. */
export async function signOut(): Promise<void> {
  const told = call(accounts.logout).catch(() => undefined);
  endSession(null);
  toast.success(messages.loggedOut);
  await told;
}
