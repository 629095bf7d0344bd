import { DOCUMENT_KINDS, type DocumentKind } from '@aapurti/contract/comments/comments';
import { useQuery } from '@tanstack/react-query';

import { NotFoundPage } from '../access/NotFoundPage.tsx';
import { useSignedIn } from '../access/session.ts';
import { Comments } from '../comments/Comments.tsx';
import { commentsQuery } from '../comments/commentsQuery.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Facts, Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useParam } from '../ui/useParam.ts';
import { CRUMBS } from './crumbs.ts';
import { useOtherSide } from './useOtherSide.ts';

/** The page of a document that has none of its own yet: what it is, and its comments. */
export function PlainDocumentPage() {
  const [kind, id] = [useParam('kind'), useParam('id')];
  return kind in DOCUMENT_KINDS ? <PlainDocument kind={kind as DocumentKind} id={id} /> : <NotFoundPage />;
}

function PlainDocument({ kind, id }: { kind: DocumentKind; id: string }) {
  const { isAdmin } = useSignedIn();
  const query = useQuery(commentsQuery(kind, id));
  const { data } = query;
  const other = useOtherSide(data?.document.vendorName ?? '');
  return (
    <>
      <PageHeader title={data?.document.number ?? '…'} breadcrumb={[CRUMBS[kind]]} />
      {query.isPending ? (
        <Panel>
          <Spinner height={240} />
        </Panel>
      ) : data === undefined ? (
        <Panel>
          <NotLoaded query={query} sign />
        </Panel>
      ) : (
        <>
          <Panel>
            <Facts
              items={[
                { label: 'Document', value: data.document.number },
                { label: isAdmin ? 'Vendor' : 'Buyer', value: other },
              ]}
            />
          </Panel>
          <Panel title="Comments">
            <Comments kind={kind} id={id} other={other} />
          </Panel>
        </>
      )}
    </>
  );
}
