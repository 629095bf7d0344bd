import { useState } from 'react';

import { useSignedIn } from '../../access/session.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useParam } from '../../ui/useParam.ts';
import { urls } from '../../urls.ts';
import type { Values } from '../../form/useContractForm.ts';
import type { Submitting } from '../../form/Form.tsx';
import { addUser } from './addUser.ts';
import { EditUser } from './EditUser.tsx';
import { duplicate } from '../refusals.ts';
import { UserForm } from './UserForm.tsx';
import { proposeVendorCode } from './userValues.ts';

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
