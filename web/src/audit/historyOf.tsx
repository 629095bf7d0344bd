import type { OwnEntity } from '@aapurti/contract/audit';
import { Title } from '@mantine/core';

import { Changes } from './Changes.tsx';

/** The history of a list's rows, for their read view. */
export function historyOf(entity: OwnEntity) {
  return function History({ _id }: { _id: string }) {
    return (
      <section aria-label="History">
        <Title order={3} size="h4" mb="xs">
          History
        </Title>
        <Changes key={_id} entity={entity} id={_id} />
      </section>
    );
  };
}
