import type { Access } from '@aapurti/contract/operation';
import { IconEye, IconPencil } from '@tabler/icons-react';

import type { Action } from '../ui/ActionMenu.tsx';

/** Opens a form; roles that may not change the record see it there. */
export function edit(href: string, access: Access): Action & { otherwise: Action } {
  return { label: 'Edit', href, icon: <IconPencil size={17} stroke={1.7} />, access, otherwise: view(href) };
}

export function view(href: string, label = 'View'): Action {
  return { label, href, icon: <IconEye size={17} stroke={1.7} /> };
}
