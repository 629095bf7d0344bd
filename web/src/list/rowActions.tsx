import type { Access } from '@aapurti/contract/ground/operation';
import { IconEye, IconPencil } from '@tabler/icons-react';

import type { Action } from '../ui/ActionMenu.tsx';
import { useMay } from '../access/useMay.ts';

export type RowAction = Action & {
  otherwise?: Action;
  /** The record's site, because a user may be limited to some sites. */
  siteId?: string | null;
};

/** The actions that the user's roles allow, or their replacement. */
export function useRowActions(actions: readonly RowAction[]): readonly Action[] {
  const may = useMay();
  return actions.flatMap((action) =>
    action.access === undefined || may(action.access, action.siteId) ? [action] : (action.otherwise ?? []),
  );
}

/** Opens a form, which roles without the right to change the record see read-only. */
export function edit(href: string, access: Access, siteId?: string | null): RowAction {
  return {
    label: 'Edit',
    href,
    icon: <IconPencil size={17} stroke={1.7} />,
    access,
    otherwise: view(href),
    ...(siteId === undefined ? {} : { siteId }),
  };
}

export function view(href: string, label = 'View'): Action {
  return { label, href, icon: <IconEye size={17} stroke={1.7} /> };
}
