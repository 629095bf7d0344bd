import { accounts, messages } from '@aapurti/contract/vendors/accounts';

import { ApiError, call } from '../ground/api.ts';
import { currentSession, endSession } from '../access/session.ts';

/**
 * Section 6: a scheme is saved only by the user's newest session, so this is asked before each submit. On an older one it signs out,
 * which leads to the login page with the reason, and throws.
 */
export async function refuseOtherDevice(): Promise<void> {
  const session = currentSession();
  const { data } = await call(accounts.get, { params: { id: session?.userID ?? '' } });
  if (session !== null && data[0]?.accessToken === session.token) return;
  endSession(messages.otherDevice);
  throw new ApiError(412, messages.otherDevice);
}
