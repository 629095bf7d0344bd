import { Button } from '@mantine/core';

import type { Action } from '../ui/ActionMenu.tsx';
import { SiteLink } from '../ui/Link.tsx';
import { t } from '../words/words.ts';

/** The one primary button of a document's page. */
export function NextButton({ next, wide = false }: { next: Action; wide?: boolean }) {
  const common = { leftSection: next.icon, size: wide ? 'md' : 'sm', style: wide ? { flex: 1, minHeight: 44 } : {} };
  return 'href' in next ? (
    <Button component={SiteLink} href={next.href} {...common}>
      {t(next.label)}
    </Button>
  ) : (
    <Button onClick={next.onClick} loading={next.loading === true} {...common}>
      {t(next.label)}
    </Button>
  );
}
