import { accounts, type User } from '@aapurti/contract/vendors/accounts';

import { call } from '../../ground/api.ts';
import type { Submitting } from '../../form/Form.tsx';
import { StoredRecord } from '../../form/StoredRecord.tsx';
import type { Values } from '../../form/useContractForm.ts';
import { refreshSession } from '../../access/session.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useMay } from '../../access/useMay.ts';
import { PendingIdentity } from '../PendingIdentity.tsx';
import { duplicate, somethingWrong } from '../refusals.ts';
import { UserForm } from './UserForm.tsx';
import { userFiles, userTexts } from './userValues.ts';

/** The form of one user, which an inactive vendor gets if its registration was sent back. */
export function EditUser({ id, onSaved }: { id: string; onSaved?: () => Promise<unknown> }) {
  const isAdministrator = useMay()('administrators');
  async function save(values: Values, { signal, onProgress }: Submitting, base?: User): Promise<string> {
    const password = String(values['password']);
    const rights = isAdministrator
      ? { isAdmin: values['permission'] === 'Admin', isActive: values['isActive'], agreesTerms: values['agreesTerms'] }
      : {};
    const reply = await call(accounts.edit, {
      params: { id },
      body: { ...userTexts(values), ...rights, ...(password === '' ? {} : { password }), updatedAt: base?.updatedAt },
      files: userFiles(values),
      signal,
      onProgress,
    }).catch((failure: unknown) => Promise.reject(somethingWrong(failure)));
    if (reply.status === 201) throw duplicate(reply.data.message);
    if (reply.data.data !== null) refreshSession(reply.data.data);
    await onSaved?.();
    return reply.data.message;
  }

  return (
    <>
      {/* Its links to documents are valid for at least five minutes. */}
      <StoredRecord operation={accounts.get} id={id} renewEvery={4 * 60_000}>
        {(record) => (
          <>
            <PendingIdentity user={record} />
            <Panel>
              <UserForm record={record} vendorCode={record.vendor_Code} byAdmin={isAdministrator} onSave={save} />
            </Panel>
          </>
        )}
      </StoredRecord>
    </>
  );
}
