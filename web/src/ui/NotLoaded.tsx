import { IconAlertTriangle } from '@tabler/icons-react';

import { messageOf } from '../api.ts';
import { Notice, RetryButton } from './Notice.tsx';

interface NotLoadedProps {
  /** The failed query. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Where a panel holds nothing else. */
  sign?: boolean;
}

/** Replaces content that failed to load: the reason, and a button to retry. */
export function NotLoaded({ query: { error, isFetching, refetch }, sign = false }: NotLoadedProps) {
  return (
    <Notice
      alert
      icon={sign ? <IconAlertTriangle size={22} /> : undefined}
      title="Data not found"
      actions={<RetryButton onRetry={() => void refetch()} loading={isFetching} />}
    >
      {messageOf(error)}
    </Notice>
  );
}
