import { accounts, messages } from '@aapurti/contract/vendors/accounts';

import { call } from '../ground/api.ts';
import { endSession } from './session.ts';
import { toast } from '../ui/toast.tsx';

/** Ends the session here at once, whatever becomes of the call that kills the token on the server. */
export async function signOut(): Promise<void> {
  const told = call(accounts.logout).catch(() => undefined);
  endSession(null);
  toast.success(messages.loggedOut);
  await told;
}
