import { accounts, type User } from '@aapurti/contract/accounts';
import { useState } from 'react';

import { call } from '../api.ts';
import { StoredRecord } from '../form/StoredRecord.tsx';
import { useMay } from '../useMay.ts';
import { refreshSession, useSignedIn } from '../session.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import type { Values } from '../form/useContractForm.ts';
import type { Submitting } from '../form/Form.tsx';
import { addUser } from './addUser.ts';
import { duplicate, somethingWrong } from './refusals.ts';
import { PendingIdentity } from './PendingIdentity.tsx';
import { UserForm } from './UserForm.tsx';
import { proposeVendorCode, userFiles, userTexts } from './userValues.ts';

/** Adds a user, or with /users/edit/{id} changes one: administrators anybody, others themselves. */
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
      <UserForm vendorCode={vendorCode} byAdmin onSave={save} submitLabel="Submit" />
    </Panel>
  );
}

function EditUser({ id }: { id: string }) {
  const isAdministrator = useMay()('administrators');
  async function save(values: Values, { signal, onProgress }: Submitting, base?: User): Promise<string> {
    const password = String(values['password']);
    const rights = isAdministrator ? { isAdmin: values['permission'] === 'Admin', isActive: values['isActive'] } : {};
    const reply = await call(accounts.edit, {
      params: { id },
      body: { ...userTexts(values), ...rights, ...(password === '' ? {} : { password }), updatedAt: base?.updatedAt },
      files: userFiles(values),
      signal,
      onProgress,
    }).catch((failure: unknown) => Promise.reject(somethingWrong(failure)));
    if (reply.status === 201) throw duplicate(reply.data.message);
    if (reply.data.data !== null) refreshSession(reply.data.data);
    return reply.data.message;
  }

  return (
    <>
      {/* Its links to documents work for five minutes at least. */}
      <StoredRecord operation={accounts.get} id={id} renewEvery={4 * 60_000}>
        {(record) => (
          <>
            <PendingIdentity user={record} />
            <Panel>
              <UserForm record={record} vendorCode={record.vendor_Code} byAdmin={isAdministrator} onSave={save} submitLabel="Save" />
            </Panel>
          </>
        )}
      </StoredRecord>
    </>
  );
}
