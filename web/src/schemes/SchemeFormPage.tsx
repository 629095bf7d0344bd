import { type Scheme, schemes } from '@aapurti/contract/schemes/schemes';
import { useNavigate, useSearch } from '@tanstack/react-router';

import { StoredRecord } from '../form/StoredRecord.tsx';
import { listAsLeft } from '../list/lastAddress.ts';
import { useSignedIn } from '../access/session.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import { SchemeForm } from './SchemeForm.tsx';
import { useSchemeForm } from './useSchemeForm.ts';

/** Adds a scheme; /master-products/schemes/edit/{id} changes one. Both return to the list of schemes in its last state. */
export function SchemeFormPage() {
  const id = useParam('id');
  return id === '' ? (
    <>
      <PageHeader title="Add Schemes" breadcrumb={[{ label: 'Products', href: urls.products }]} />
      <Panel>
        <AddScheme />
      </Panel>
    </>
  ) : (
    <>
      <PageHeader title="Edit" breadcrumb={[{ label: 'Scheme', href: urls.schemes }]} />
      <Panel>
        <StoredRecord key={id} operation={schemes.get} id={id}>
          {(record) => <EditScheme record={record} />}
        </StoredRecord>
      </Panel>
    </>
  );
}

function useToSchemes(): () => Promise<void> {
  const navigate = useNavigate();
  return () => navigate({ href: listAsLeft(urls.schemes) });
}

function AddScheme() {
  const { isAdmin } = useSignedIn();
  const { userID = '' } = useSearch({ strict: false });
  const toSchemes = useToSchemes();
  const editing = useSchemeForm({ given: { userID: isAdmin ? userID : '' }, picksVendor: isAdmin, onSaved: toSchemes });
  return <SchemeForm editing={editing} onCancel={() => void toSchemes()} />;
}

function EditScheme({ record }: { record: Scheme }) {
  const { isAdmin } = useSignedIn();
  const toSchemes = useToSchemes();
  const editing = useSchemeForm({ record, picksVendor: isAdmin, onSaved: toSchemes });
  return <SchemeForm editing={editing} onCancel={() => void toSchemes()} />;
}
