import { IconAlertTriangle } from '@tabler/icons-react';

import { ApiError, messageOf } from '../ground/api.ts';
import { Notice, RetryButton } from './Notice.tsx';
import { Panel } from './Panel.tsx';
import { Spinner } from './Spinner.tsx';
import { t } from '../words/words.ts';

interface NotLoadedProps {
  /** A query without data. Without `isPending` it has failed. */
  query: { error: unknown; isPending?: boolean; isFetching: boolean; refetch: () => unknown };
  /** True if a panel contains nothing else. */
  sign?: boolean;
  /** The height of the spinner. */
  height?: number;
  /** The title of a panel around it. */
  title?: string;
  /** A panel without a title. */
  panel?: boolean;
}

/** Replaces content that is loading or failed to load: the reason, and a button to retry. A missing record needs no retry. */
export function NotLoaded({ title, panel = title !== undefined, ...rest }: NotLoadedProps) {
  if (panel)
    return (
      <Panel title={title}>
        <NotLoaded {...rest} />
      </Panel>
    );
  const { query, sign = false, height = 240 } = rest;
  const { error, isPending = false, isFetching, refetch } = query;
  if (isPending) return <Spinner height={height} />;
  const icon = sign ? <IconAlertTriangle size={22} /> : undefined;
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Notice alert icon={icon} title="Data not found">
        {t(MISSING)}
      </Notice>
    );
  }
  return (
    <Notice alert icon={icon} title="Data not found" actions={<RetryButton onRetry={() => void refetch()} loading={isFetching} />}>
      {t(messageOf(error))}
    </Notice>
  );
}

/** Also for other companies' records, which must look like missing ones. */
const MISSING = 'This record does not exist. It may have been deleted, or the link is incomplete.';
