import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { urls } from '../urls.ts';
import { UserTabs } from './UserTabs.tsx';
import { t } from '../words/words.ts';

interface WaitingListProps<Answer extends { total: number }> {
  title: string;
  query: UseQueryResult<Answer>;
  /** Shown if nothing is pending. */
  empty: string;
  /** A panel for each item in the response. */
  panels: (answer: Answer) => readonly ReactNode[];
}

/** A screen with the administrators' pending decisions, one panel each, next to the lists of users. */
export function WaitingList<Answer extends { total: number }>({ title, query, empty, panels }: WaitingListProps<Answer>) {
  return (
    <>
      <PageHeader title={title} breadcrumb={[{ label: 'Users', href: urls.users }]} />
      <UserTabs />
      {query.isPending ? (
        <Spinner />
      ) : query.data === undefined ? (
        <NotLoaded query={query} sign panel />
      ) : query.data.total === 0 ? (
        <Panel>
          <Notice title="No decisions pending">{t(empty)}</Notice>
        </Panel>
      ) : (
        <Panels total={query.data.total} panels={panels(query.data)} />
      )}
    </>
  );
}

function Panels({ total, panels }: { total: number; panels: readonly ReactNode[] }) {
  return (
    <>
      {panels}
      {total > panels.length && (
        <p>{t('Showing {panels} of {total}. More appear as you decide on these.', { panels: panels.length, total })}</p>
      )}
    </>
  );
}
