import type { OwnEntity } from '@aapurti/contract/audit/audit';
import { Title } from '@mantine/core';

import { Spinner } from '../ui/Spinner.tsx';
import { t } from '../words/words.ts';
import { onDemand } from '../ui/onDemand.tsx';

// The history loads on demand, because a list needs it only for an opened row.
const Changes = onDemand(async () => (await import('./Changes.tsx')).Changes, <Spinner height={60} />);

/** The history of a list's rows, for their read view. */
export function historyOf(entity: OwnEntity) {
  return function History({ _id }: { _id: string }) {
    return (
      <section aria-label={t('History')}>
        <Title order={3} size="h4" mb="xs">
          {t('History')}
        </Title>
        <Changes key={_id} entity={entity} id={_id} />
      </section>
    );
  };
}
