import { DOCUMENT_KINDS, type DocumentKind } from '@aapurti/contract/comments/comments';
import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { useQuery } from '@tanstack/react-query';

import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { urls } from '../urls.ts';
import { Linked } from './Linked.tsx';
import { linkedQuery } from './linkedQuery.ts';
import { statusOf } from './statusWords.ts';

const titleOf = (kind: DocumentKind) => `${DOCUMENT_KINDS[kind].charAt(0).toUpperCase()}${DOCUMENT_KINDS[kind].slice(1)}`;

/** The documents before and after a document, from the order to the payments, each with its status and value. */
export function LinkedDocuments({ kind, id }: { kind: DocumentKind; id: string }) {
  const query = useQuery(linkedQuery(kind, id));
  const { data } = query;
  if (query.isPending || data === undefined) {
    return <Panel title="Linked documents">{query.isPending ? <Spinner height={80} /> : <NotLoaded query={query} />}</Panel>;
  }
  return (
    <Linked
      documents={data.linked.map(({ documentKind, documentId, number, date, state, value }) => ({
        kind: titleOf(documentKind),
        number,
        href: urls.document(documentKind, documentId),
        date: date === null ? null : showDate(date),
        status: statusOf(documentKind, state),
        value: value === null ? null : showMoney(value),
      }))}
    />
  );
}
