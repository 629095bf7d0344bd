import { DOCUMENT_KINDS, type DocumentKind, KINDS } from '@aapurti/contract/comments/comments';
import type { LinkedDocument } from '@aapurti/contract/comments/linkedDocuments';
import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { useQuery } from '@tanstack/react-query';

import { TextLink } from '../ui/Link.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import classes from './Document.module.css';
import { linkedQuery } from './linkedQuery.ts';
import { statusOf } from './statusWords.ts';

const titleOf = (kind: DocumentKind) => `${DOCUMENT_KINDS[kind].charAt(0).toUpperCase()}${DOCUMENT_KINDS[kind].slice(1)}`;

/** A document, possibly without a page. */
export type Listed = Omit<LinkedDocument, 'documentId'> & { documentId: string | null };

interface LinkedDocumentsProps {
  kind: DocumentKind;
  id: string;
  /** Documents without a page, listed after the others of their kind. */
  without?: readonly Listed[] | undefined;
}

/** The documents before and after a document, from the order to the payments, each with its status and value. */
export function LinkedDocuments({ kind, id, without = [] }: LinkedDocumentsProps) {
  const query = useQuery(linkedQuery(kind, id));
  const { data } = query;
  if (data === undefined) {
    return <NotLoaded title="Linked documents" query={query} height={80} />;
  }
  const place = ({ documentKind }: Listed) => KINDS.indexOf(documentKind);
  const documents: readonly Listed[] = [...data.linked, ...without].toSorted((one, other) => place(one) - place(other));
  if (documents.length === 0) return null;
  return (
    <Panel title="Linked documents">
      <ul className={classes.linked}>
        {documents.map(({ documentKind, documentId, number, date, state, value }) => {
          const status = statusOf(documentKind, state);
          return (
            <li key={`${documentKind} ${documentId ?? `${number} ${date}`}`}>
              <span className={classes.kind}>{t(titleOf(documentKind))}</span>
              <span className={classes.number}>
                {documentId === null ? number : <TextLink href={urls.document(documentKind, documentId)}>{number}</TextLink>}
              </span>
              <span className={classes.date}>{date !== null && showDate(date)}</span>
              <span className={classes.status}>{status !== null && <StatusBadge tone={status.tone}>{t(status.word)}</StatusBadge>}</span>
              <span className={classes.value}>{value !== null && showMoney(value)}</span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
