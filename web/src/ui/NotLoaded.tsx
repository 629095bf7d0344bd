import { IconAlertTriangle } from '@tabler/icons-react';

import { ApiError, messageOf } from '../ground/api.ts';
import { Notice, RetryButton } from './Notice.tsx';
import { t } from '../words/words.ts';

interface NotLoadedProps {
  /** The failed query. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** True where a panel holds nothing else. */
  sign?: boolean;
}

/** Replaces content that failed to load: the reason, and a button to retry. What is not there needs no retry. */
export function NotLoaded({ query: { error, isFetching, refetch }, sign = false }: NotLoadedProps) {
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

/** Also for other people's records, which are not to be told from missing ones. */
const MISSING = 'This record does not exist. It may have been deleted, or the link is incomplete.';
