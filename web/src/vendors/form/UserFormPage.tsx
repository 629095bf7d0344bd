import { useState } from 'react';
import { accounts } from '@aapurti/contract/vendors/accounts';

import { useSignedIn } from '../../access/session.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useParam } from '../../ui/useParam.ts';
import { urls } from '../../urls.ts';
import type { Values } from '../../form/useContractForm.ts';
import type { Submitting } from '../../form/Form.tsx';
import { EditUser } from './EditUser.tsx';
import { duplicate, somethingWrong } from '../refusals.ts';
import { UserForm } from './UserForm.tsx';
import { proposeVendorCode, userFiles, userTexts } from './userValues.ts';
import { ApiError, call } from '../../ground/api.ts';

/** Adds a user; /users/edit/{id} changes one: administrators any user, others themselves. */
export function UserFormPage() {
  const id = useParam('id');
  const { isAdmin } = useSignedIn();
  const above = { label: 'User', ...(isAdmin ? { href: urls.users } : {}) };
  return (
    <>
      <PageHeader title={id === '' ? 'Add User' : 'Edit'} breadcrumb={[above]} />
      {id === '' ? <AddUser /> : <EditUser key={id} id={id} />}
    </>
  );
}

function AddUser() {
  const [vendorCode, setVendorCode] = useState(proposeVendorCode);

  async function save(values: Values, submitting: Submitting): Promise<string> {
    const reply = await addUser(values, vendorCode, submitting);
    if (reply.status === 201) {
      setVendorCode(proposeVendorCode());
      throw duplicate(reply.data.message);
    }
    return reply.data.message;
  }

  return (
    <Panel>
      <UserForm vendorCode={vendorCode} byAdmin onSave={save} />
    </Panel>
  );
}

/** Adds a user as an administrator: a vendor is first added to the buyer's system, whose id is sent along. */
async function addUser(values: Values, vendorCode: number, { signal, onProgress }: Submitting) {
  const isAdmin = values['permission'] === 'Admin';
  const body = { ...userTexts(values), vendor_Code: vendorCode };
  // The user is added even without that system; the sync finds it later.
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
  // The account exists; the administrator must learn that its supplier belongs to another vendor.
  if (reply.status === 200) reply.data.message += refused;
  return reply;
}
