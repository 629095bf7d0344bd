import { accounts } from '@aapurti/contract/vendors/accounts';

import { ApiError, call } from '../../ground/api.ts';
import type { Submitting } from '../../form/Form.tsx';
import type { Values } from '../../form/useContractForm.ts';
import { somethingWrong } from '../refusals.ts';
import { userFiles, userTexts } from './userValues.ts';

/** Adds a user as an administrator does: a vendor is first made known to the buyer's system, whose id goes along. */
export async function addUser(values: Values, vendorCode: number, { signal, onProgress }: Submitting) {
  const isAdmin = values['permission'] === 'Admin';
  const body = { ...userTexts(values), vendor_Code: vendorCode };
  // The user is added without that system, too; the sync finds it later.
  let refused = '';
  const supplier = isAdmin
    ? null
    : await call(accounts.createUser, { body, signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 409) refused = ` ${error.message}`;
        return null;
      });
  const reply = await call(accounts.create, {
    body: {
      ...body,
      password: String(values['password']),
      isAdmin,
      isActive: values['isActive'],
      agreesTerms: values['agreesTerms'],
      system_Vendor_id: supplier?.data.data ?? null,
    },
    files: userFiles(values),
    signal,
    onProgress,
  }).catch((error: unknown) => Promise.reject(somethingWrong(error)));
  // The account is there; that its supplier is another vendor's is for the administrator to know.
  if (reply.status === 200) reply.data.message += refused;
  return reply;
}
