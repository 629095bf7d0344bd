import { IconAlertTriangle } from '@tabler/icons-react';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { ApiError } from '../ground/api.ts';
import { onceReachable, Unreachable } from '../ground/reachable.ts';
import { Notice, RetryButton } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { t } from '../words/words.ts';

/** The page of a screen that failed to render or load. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const refusal = error instanceof ApiError ? error : null;
  const isAway = error instanceof Unreachable;

  useEffect(() => (isAway ? onceReachable(() => window.location.reload()) : undefined), [isAway]);

  function retry() {
    // Browsers cache failed imports, so only a reload of the page requests the script again.
    if (refusal === null) return window.location.reload();
    reset();
    void router.invalidate();
  }

  return (
    <>
      <PageHeader title={isAway ? 'The portal cannot be reached' : 'Something went wrong'} />
      <Notice alert icon={<IconAlertTriangle size={22} />} title="This screen could not be shown" actions={<RetryButton onRetry={retry} />}>
        <p>
          {t(
            isAway
              ? 'Check your connection. The screen opens when the portal responds. Saved data is safe.'
              : (refusal?.message ?? 'Check your connection and try again. Saved data is safe.'),
          )}
        </p>
        {refusal?.requestId !== undefined && (
          <p>
            {t('If it happens again, give support this number:')} <code>{refusal.requestId}</code>
          </p>
        )}
      </Notice>
    </>
  );
}
