import type { OwnEntity } from '@aapurti/contract/audit/audit';
import type { DocumentKind } from '@aapurti/contract/comments/comments';
import { Tabs } from '@mantine/core';
// Loaded with the pages that have tabs, because the first screen does not need it.
import '@mantine/core/styles/Tabs.layer.css';
import { lazy, type ReactNode, Suspense, useState } from 'react';

import { Spinner } from '../ui/Spinner.tsx';
import { t } from '../words/words.ts';
import classes from './Document.module.css';

export type Entity = OwnEntity;

// Each part loads when its tab is opened; comments come with the page's first response.
const Comments = lazy(async () => ({ default: (await import('../comments/Comments.tsx')).Comments }));
const Changes = lazy(async () => ({ default: (await import('../audit/Changes.tsx')).Changes }));

interface DocumentTabsProps {
  kind: DocumentKind;
  id: string;
  other: string;
  entity: Entity | null;
  /** The number of comments that the user may see, once it is known. */
  comments: number | undefined;
  documents?: ReactNode;
  /** A comment to start with, which opens the comments tab. */
  begun?: { text: string } | null;
}

/** The comments, the history and the documents of a document, one at a time. */
export function DocumentTabs({ kind, id, other, entity, comments, documents, begun = null }: DocumentTabsProps) {
  const [tab, setTab] = useState<string | null>('comments');
  const [last, setLast] = useState(begun);
  if (begun !== last) {
    setLast(begun);
    setTab('comments');
  }
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false} className={classes.tabs ?? ''}>
      <Tabs.List>
        <Tabs.Tab value="comments">
          {t('Comments')} {comments !== undefined && comments > 0 && <small>{comments}</small>}
        </Tabs.Tab>
        {entity !== null && <Tabs.Tab value="history">{t('History')}</Tabs.Tab>}
        {documents !== undefined && <Tabs.Tab value="documents">{t('Documents')}</Tabs.Tab>}
      </Tabs.List>
      <Suspense fallback={<Spinner height={160} />}>
        <Tabs.Panel value="comments">
          <Comments kind={kind} id={id} other={other} begun={begun} />
        </Tabs.Panel>
        {entity !== null && (
          <Tabs.Panel value="history">
            <Changes entity={entity} id={id} />
          </Tabs.Panel>
        )}
        {documents !== undefined && <Tabs.Panel value="documents">{documents}</Tabs.Panel>}
      </Suspense>
    </Tabs>
  );
}
