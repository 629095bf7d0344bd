import type { OwnEntity } from '@aapurti/contract/audit/audit';
import { Title } from '@mantine/core';

import { Spinner } from '../ui/Spinner.tsx';
import { t } from '../words/words.ts';
import { onDemand } from '../ui/onDemand.tsx';

// The changes load on demand: a list needs them only where a row is opened.
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
