import { type Scheme, schemes } from '@aapurti/contract/schemes';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';

import { call, messageOf } from '../api.ts';
import { listAsLeft } from '../list/lastAddress.ts';
import { useSignedIn } from '../session.ts';
import { Notice, RetryButton } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useParam } from '../ui/useParam.ts';
import { urls } from '../urls.ts';
import { SchemeForm } from './SchemeForm.tsx';
import { useSchemeForm } from './useSchemeForm.ts';

/** Adds a scheme, or with /master-products/schemes/edit/{id} changes one. Both lead back to the schemes, as their list was left. */
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
        <StoredScheme key={id} id={id} />
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

function StoredScheme({ id }: { id: string }) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [schemes.get.id, id, 'form'],
    queryFn: async ({ signal }) => (await call(schemes.get, { params: { id }, signal })).data[0] ?? null,
    // The newest whenever the form opens.
    gcTime: 0,
  });

  if (isPending) return <Spinner />;
  if (data) return <EditScheme record={data} />;
  return (
    <Notice
      alert
      icon={<IconAlertTriangle size={22} />}
      title="Data not found"
      actions={<RetryButton onRetry={() => void refetch()} loading={isFetching} />}
    >
      {messageOf(error)}
    </Notice>
  );
}

function EditScheme({ record }: { record: Scheme }) {
  const { isAdmin } = useSignedIn();
  const toSchemes = useToSchemes();
  const editing = useSchemeForm({ record, picksVendor: isAdmin, onSaved: toSchemes });
  return <SchemeForm editing={editing} onCancel={() => void toSchemes()} />;
}
