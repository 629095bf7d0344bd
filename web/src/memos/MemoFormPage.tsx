import { type MemoKind, memos, memoTitles } from '@aapurti/contract/memos';

import { StoredRecord } from '../form/StoredRecord.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
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
      <Panel>
        {id === '' ? (
          <MemoForm kind={kind} />
        ) : (
          <StoredRecord key={id} operation={memos[kind].get} id={id}>
            {(record) => <MemoForm kind={kind} record={record} />}
          </StoredRecord>
        )}
      </Panel>
    </>
  );
}
