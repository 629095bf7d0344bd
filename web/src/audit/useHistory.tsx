import type { OwnEntity } from '@aapurti/contract/audit/audit';
import { Modal } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';

import type { Action } from '../ui/ActionMenu.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { t } from '../words/words.ts';

// Loaded when it is asked for.
const Changes = lazy(async () => ({ default: (await import('./Changes.tsx')).Changes }));

/** The History button of a list's rows, or of a page, and the window that it opens. `window` belongs into the page. */
export function useHistory(entity: OwnEntity): { of: (id: string, name: string) => Action; window: ReactNode } {
  const [shown, setShown] = useState<{ id: string; name: string } | null>(null);
  return {
    of: (id, name) => ({ label: 'History', icon: <IconHistory size={17} stroke={1.7} />, onClick: () => setShown({ id, name }) }),
    window: (
      <Modal opened={shown !== null} onClose={() => setShown(null)} title={t('History of {name}', { name: shown?.name ?? '' })} size="lg">
        <Suspense fallback={<Spinner height={120} />}>{shown !== null && <Changes entity={entity} id={shown.id} />}</Suspense>
      </Modal>
    ),
  };
}
