import { audit } from '@aapurti/contract/audit/audit';
import { IconShieldExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { call } from '../ground/api.ts';
import { Strip } from '../ui/Strip.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import { Button } from '../ui/Button.tsx';

/** Informs administrators of unseen bank, tax and document changes; shows nothing if there are none. */
export function UnseenChanges() {
  const { data = 0 } = useQuery({
    queryKey: [audit.unseen.id],
    queryFn: async ({ signal }) => (await call(audit.unseen, { signal })).data.count,
  });
  if (data === 0) return null;
  return (
    <Strip
      action={
        <Button href={urls.sensitiveChanges} size="compact-md" variant="default" leftSection={<IconShieldExclamation size={15} />}>
          {t('Review {count, plural, one {it} other {them}}', { count: data })}
        </Button>
      }
    >
      {t('{count, plural, one {One change} other {# changes}} of bank, tax or document details since your last visit.', { count: data })}
    </Strip>
  );
}
