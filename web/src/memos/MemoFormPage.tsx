import { type MemoKind, memoTitles } from '@aapurti/contract/memos/memoMessages';
import { memos } from '@aapurti/contract/memos/memos';

import { FormPage } from '../form/FormPage.tsx';
import { MemoForm } from './MemoForm.tsx';
import { memoUrls } from './memoUrls.ts';
import { t } from '../words/words.ts';

export function DebitMemoFormPage() {
  return <MemoFormPage kind="debit" />;
}

export function CreditMemoFormPage() {
  return <MemoFormPage kind="credit" />;
}

/** Adds a memo, or with an id in the address changes that one. */
function MemoFormPage({ kind }: { kind: MemoKind }) {
  const title = memoTitles[kind];
  return (
    <FormPage title={t('Add {title}', { title })} list={{ label: title, href: memoUrls[kind].list }} operation={memos[kind].get}>
      {(record) => <MemoForm kind={kind} record={record} />}
    </FormPage>
  );
}
