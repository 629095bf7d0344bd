import type { DocumentKind } from '@aapurti/contract/comments/comments';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { usePeek } from '../list/peek.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { CRUMBS } from './crumbs.ts';

interface LoadedDocumentProps<T> {
  kind: DocumentKind;
  query: UseQueryResult<T | null>;
  children: (data: T) => ReactNode;
}

/** A document once its record is loaded; until then, or if it is not the user's, a placeholder. */
export function LoadedDocument<T>({ kind, query, children }: LoadedDocumentProps<T>) {
  const isPeek = usePeek() !== null;
  const { data } = query;
  if (data !== undefined && data !== null) return children(data);
  const rest = <NotLoaded query={query} sign={!isPeek} height={isPeek ? 160 : 320} />;
  if (isPeek) return rest;
  return (
    <>
      <PageHeader title="…" breadcrumb={[CRUMBS[kind]]} />
      <Panel>{rest}</Panel>
    </>
  );
}
