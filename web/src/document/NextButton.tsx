import { Button } from '../ui/Button.tsx';
import type { Action } from '../ui/ActionMenu.tsx';
import { SiteLink } from '../ui/Link.tsx';

/** The one primary button of a document's page. */
export function NextButton({ next, wide = false }: { next: Action; wide?: boolean }) {
  const common = { leftSection: next.icon, size: wide ? 'md' : 'sm', style: wide ? { flex: 1, minHeight: 44 } : {} };
  return 'href' in next ? (
    <Button label={next.label} component={SiteLink} href={next.href} {...common} />
  ) : (
    <Button label={next.label} onClick={next.onClick} loading={next.loading === true} {...common} />
  );
}
