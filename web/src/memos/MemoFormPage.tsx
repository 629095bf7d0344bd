import { type Memo, type MemoKind, memos, memoTitles } from '@aapurti/contract/memos';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { call, messageOf } from '../api.ts';
import { Notice, RetryButton } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useParam } from '../ui/useParam.ts';
import { MemoForm } from './MemoForm.tsx';
import { memoUrls } from './memoUrls.ts';

export function DebitMemoFormPage() {
  return <MemoFormPage kind="debit" />;
}

export function CreditMemoFormPage() {
  return <MemoFormPage kind="credit" />;
}

/** Adds a memo, or with an id in the address changes that one. */
function MemoFormPage({ kind }: { kind: MemoKind }) {
  const id = useParam('id');
  const title = memoTitles[kind];
  return (
    <>
      <PageHeader title={id === '' ? `Add ${title}` : 'Edit'} breadcrumb={[{ label: title, href: memoUrls[kind].list }]} />
      <Panel>{id === '' ? <MemoForm kind={kind} /> : <EditMemo key={id} kind={kind} id={id} />}</Panel>
    </>
  );
}

function EditMemo({ kind, id }: { kind: MemoKind; id: string }) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [memos[kind].get.id, id, 'form'],
    queryFn: async ({ signal }): Promise<Memo | null> => (await call(memos[kind].get, { params: { id }, signal })).data[0] ?? null,
    // The newest when the form opens, and that one while it is open.
    gcTime: 0,
    staleTime: Infinity,
  });
  if (isPending) return <Spinner />;
  if (data) return <MemoForm kind={kind} record={data} />;
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
