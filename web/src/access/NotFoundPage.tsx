import { IconLock, IconMapQuestion } from '@tabler/icons-react';

import { ADMIN_ONLY, ROLE_ONLY } from './guards.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';

/** The page of an unknown address, and of one that this user may not open. */
export function NotFoundPage({ data }: { data?: unknown }) {
  const why = (data as { data?: unknown } | undefined)?.data ?? data;
  const locked = why === ADMIN_ONLY || why === ROLE_ONLY;
  return (
    <>
      <PageHeader title={why === ADMIN_ONLY ? 'For administrators only' : locked ? 'Not available for your role' : 'Page not found'} />
      <Notice
        icon={locked ? <IconLock size={22} /> : <IconMapQuestion size={22} />}
        title={locked ? 'Your account cannot open this page' : 'Page not found'}
        actions={<Button label="Go to dashboard" href={urls.dashboard} />}
      >
        {t(
          locked
            ? why === ROLE_ONLY
              ? 'Ask an owner of your company if you need this page.'
              : 'Ask an administrator if you need this page.'
            : 'Check the address, or start from the dashboard.',
        )}
      </Notice>
    </>
  );
}
